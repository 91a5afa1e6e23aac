"""Units on the daily deal: the deal itself, who has tried it, a server's list of a day, announcements.

A day is a number of days since 1970 UTC (`data.periods`). A try is the one game of a player on a day's deal
that is ranked, in whichever place; every other game on that deal is practice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, case, func, not_, or_, select, text, update

from data import games, schema
from data.dialect import insert
from data.errors import DayTried, DuplicateInteraction
from data.guilds import settings_of
from data.periods import day_of, day_over
from data.records import Status
from data.seats import guild_id_of, player_id_of
from data.settings import GuildSettings
from data.standings import COUNTED, ListKey

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement, Connection, Row, Subquery

    from data.records import GameRecord, NewGame

__all__ = [
    "DayDeal",
    "DayPage",
    "DayRow",
    "DayTry",
    "Streak",
    "around",
    "claim",
    "deal_of",
    "draw_of",
    "keep",
    "page",
    "start",
    "streak_of",
    "to_announce",
    "tries_of",
    "try_of",
]

_GAME: Final = schema.game
_DAILY: Final = schema.daily

# Written as in the indexes of tries, or they would not be used.
_IS_TRY: Final = text("game.kind = 'daily' AND NOT game.practice")

_CHOSEN_CHANNEL: Final = '%"daily_channel"%'
"""Stands in the settings of every server that has chosen where to announce."""


@dataclass(frozen=True, slots=True)
class DayDeal:
    """The deal of a day; `proven` when it is known that it can be won."""

    day: int
    deal: int
    proven: bool


@dataclass(frozen=True, slots=True)
class DayTry:
    """How the try of a day stands; only a win without help, before the day was over for everybody, is won."""

    day: int
    won: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row on which the daily deal was won: up to now, and the most there ever were."""

    current: int
    best: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DayRow:
    """A line of a day's list.

    :ivar rank: competition rank (1, 1, 3); None for a try that was not ended before the day was over.
    """

    rank: int | None
    discord_id: int
    name: str
    won: bool
    assisted: bool
    score: int
    moves: int
    active_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPage:
    """A page of a day's list for one reader, all of it from one moment.

    :ivar number: which page it is, from 1 to `pages`; a list that nobody is on has one empty page.
    :ivar ranked: how many are ranked, of all the `players` who are on the list.
    :ivar own: the reader's row wherever it stands, None when they are not on the list.
    """

    rows: tuple[DayRow, ...]
    number: int
    pages: int
    ranked: int
    players: int
    own: DayRow | None


# The deal


def deal_of(conn: Connection, day: int) -> DayDeal | None:
    """Return the deal of a day, or None while nobody has asked for it."""
    row = conn.execute(
        select(_DAILY.c.day, _DAILY.c.deal, _DAILY.c.proven).where(_DAILY.c.day == day)
    ).first()
    return None if row is None else DayDeal(*row)


def keep(conn: Connection, made: DayDeal, *, now: int) -> DayDeal:
    """Keep a day's deal, unless another process was faster, and return the one that is kept."""
    conn.execute(
        insert(conn, _DAILY)
        .values(day=made.day, deal=made.deal, proven=made.proven, made_at=now)
        .on_conflict_do_nothing(index_elements=["day"])
    )
    kept = deal_of(conn, made.day)
    assert kept is not None  # noqa: S101 - it has just been stored
    return kept


def draw_of(conn: Connection, guild_discord_id: int, day: int) -> int:
    """Return how many cards a draw turns on a day in a server (0: the private place).

    Whoever tries it first there settles that for all: a server that chooses anew changes no day under way.
    """
    first = conn.scalar(
        select(_GAME.c.rules)
        .where(_IS_TRY, _GAME.c.guild_id == guild_id_of(guild_discord_id), _GAME.c.day == day)
        .order_by(_GAME.c.id)
        .limit(1)
    )
    if first is not None:
        return ListKey.parse(first).draw
    return settings_of(conn, guild_discord_id).daily_draw or (1 if day % 2 else 3)


def around(conn: Connection, day: int) -> tuple[int | None, int | None]:
    """Return the nearest days before and after one for which there is a deal."""
    days = _DAILY.c.day
    before, after = select(func.max(days)).where(days < day), select(func.min(days)).where(days > day)
    return conn.scalar(before), conn.scalar(after)


# Tries


def start(conn: Connection, new: NewGame) -> GameRecord:
    """Start a game on a day's deal as `games.start` does; a try only where there has been none.

    :raises DayTried: with the try that there is, in whichever place
    """
    assert new.day is not None  # noqa: S101 - as NewGame demands of its kind
    tried = None if new.practice else try_of(conn, new.player_discord_id, new.day)
    if tried is None:
        return games.start(conn, new)
    if new.interaction is not None and new.interaction == tried.last_interaction:
        raise DuplicateInteraction(tried)
    raise DayTried(tried)


def try_of(conn: Connection, player_discord_id: int, day: int) -> GameRecord | None:
    """Return a player's try of a day, in whichever place, or None."""
    found = conn.scalar(
        select(_GAME.c.id).where(
            _IS_TRY, _GAME.c.player_id == player_id_of(player_discord_id), _GAME.c.day == day
        )
    )
    return None if found is None else games.by_id(conn, found)


def tries_of(conn: Connection, player_discord_id: int) -> list[DayTry]:
    """Return all tries of a player, in whichever places, by day."""
    game = _GAME.c
    query = (
        select(game.day, game.status, game.assisted, game.ended_at)
        .where(_IS_TRY, game.player_id == player_id_of(player_discord_id))
        .order_by(game.day)
    )
    return [
        DayTry(day, won=_is_won(day, status, ended_at, assisted=assisted), is_open=status == Status.OPEN)
        for day, status, assisted, ended_at in conn.execute(query)
    ]


def _is_won(day: int, status: str, ended_at: int | None, *, assisted: bool) -> bool:
    return status == Status.WON and not assisted and ended_at is not None and ended_at < day_over(day)


def streak_of(tries: Collection[DayTry], now: int) -> Streak:
    """Count the days won in a row; one that can still be won at `now` (milliseconds UTC) breaks no streak."""
    won = {one.day for one in tries if one.won}
    lost = {one.day for one in tries if not one.won and (not one.is_open or now >= day_over(one.day))}
    playing = {one.day for one in tries if one.is_open} - lost
    best = run = 0
    for day in sorted(won):
        run = run + 1 if day - 1 in won else 1
        best = max(best, run)
    today = last = day_of(now)
    while last not in won and (last in playing or (last == today and last not in lost)):
        last -= 1
    current = 0
    while last - current in won:
        current += 1
    return Streak(current, best)


# A server's list of a day


def page(  # noqa: PLR0913 - which list, for whom, which part of it
    conn: Connection,
    guild_discord_id: int,
    day: int,
    reader_discord_id: int,
    *,
    size: int,
    number: int | None = 1,
) -> DayPage:
    """Return a page of a server's list of a day, and its reader's own row.

    Won tries come first, then higher scores, then fewer moves, then less time; who is equal in all of them
    shares a rank. Tries that were not ended in time come last and have none.

    :param number: a page beyond an end of the list is the page at that end; None is the reader's.
    """
    rows = _rows(guild_discord_id, day)
    players, ranked = conn.execute(select(func.count(), func.count(rows.c.rank)).select_from(rows)).one()
    own = conn.execute(select(rows).where(rows.c.discord_id == reader_discord_id)).first()
    pages = max(-(-players // size), 1)
    asked = number if number is not None else -(-own.place // size) if own else 1
    shown = min(max(asked, 1), pages)
    query = select(rows).order_by(rows.c.place).limit(size).offset((shown - 1) * size)
    return DayPage(
        rows=tuple(_line(row) for row in conn.execute(query)),
        number=shown,
        pages=pages,
        ranked=ranked,
        players=players,
        own=None if own is None else _line(own),
    )


def _rows(guild_discord_id: int, day: int) -> Subquery:
    game, member = _GAME.c, schema.member.c
    in_time: ColumnElement[bool] = func.coalesce(game.ended_at < day_over(day), False)
    won = and_(in_time, game.status == Status.WON, not_(game.assisted))
    order = (won.desc(), game.score.desc(), game.moves, game.active_ms)
    rank = func.rank().over(partition_by=in_time, order_by=order)
    return (
        select(
            schema.player.c.discord_id,
            member.name,
            won.label("won"),
            *(game.assisted, game.score, game.moves, game.active_ms),
            case((in_time, rank)).label("rank"),
            func.row_number().over(order_by=(in_time.desc(), *order, game.id)).label("place"),
        )
        .join_from(_GAME, schema.player, schema.player.c.id == game.player_id)
        .join(schema.member, and_(member.guild_id == game.guild_id, member.player_id == game.player_id))
        .where(
            _IS_TRY,
            game.guild_id == guild_id_of(guild_discord_id),
            game.day == day,
            game.status.in_([Status.OPEN, *COUNTED]),
            member.listed,
        )
        .subquery()
    )


def _line(row: Row[Any]) -> DayRow:
    return DayRow(
        rank=row.rank,
        discord_id=row.discord_id,
        name=row.name,
        won=bool(row.won),
        assisted=row.assisted,
        score=row.score,
        moves=row.moves,
        active_ms=row.active_ms,
    )


# Announcements


def to_announce(conn: Connection, day: int) -> list[tuple[int, GuildSettings]]:
    """Return the servers, with their settings, where a day's deal is to be announced and has not been."""
    guild = schema.guild.c
    query = select(guild.discord_id, guild.settings).where(
        _not_announced(day), guild.settings.like(_CHOSEN_CHANNEL)
    )
    return [(row.discord_id, GuildSettings.parse(row.settings)) for row in conn.execute(query)]


def claim(conn: Connection, guild_discord_id: int, day: int) -> bool:
    """Take it on to announce a day's deal in a server, and tell whether nobody has before."""
    guild = schema.guild
    claimed = conn.execute(
        update(guild)
        .where(guild.c.discord_id == guild_discord_id, _not_announced(day))
        .values(announced_day=day)
    )
    return claimed.rowcount == 1


def _not_announced(day: int) -> ColumnElement[bool]:
    announced = schema.guild.c.announced_day
    return or_(announced.is_(None), announced < day)
