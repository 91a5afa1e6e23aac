"""Units on games: each takes a connection inside a transaction of `Store.transact` or `Store.read`.

A game, its owner's money and its owner's standings change in one transaction or not at all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Select, and_, bindparam, case, exists, func, literal, or_, select, update

from data import money, schema, standings
from data.dialect import insert
from data.errors import DuplicateInteraction, GameAlreadyOpen, GameNotOpen, StaleRevision, UnknownGame
from data.periods import first_day_played
from data.records import EndedGame, GameRecord, HistoryPage, Kind, NewGame, Progress, Status
from data.seats import guild_id_of, join, player_id_of, take_seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement, Connection

    from data.records import Member
    from data.seats import Seat

__all__ = [
    "append",
    "at_hand",
    "by_id",
    "by_message",
    "close_by_update",
    "ended",
    "give_up",
    "history",
    "is_contested",
    "is_played",
    "latest",
    "open_elsewhere",
    "open_game",
    "open_games",
    "open_together",
    "place",
    "start",
]

_GAME: Final = schema.game
_STAKE: Final = schema.ledger.alias("stake")

_CHANGING: Final = (
    "log",
    "ply",
    "moves",
    "revision",
    "last_interaction",
    "status",
    "score",
    "booked",
    "assisted",
    "active_ms",
    "updated_at",
    "ended_at",
)
"""The columns of a game that an action can change."""

# The games with the columns of a `GameRecord`. Statements of every press are built once: that takes longer
# than carrying them out.
_GAMES: Final[Select[Any]] = (
    select(
        *_GAME.c,
        schema.player.c.discord_id.label("player_discord_id"),
        schema.guild.c.discord_id.label("guild_discord_id"),
        _STAKE.c.delta.label("buy_in"),
    )
    .join(schema.player, schema.player.c.id == _GAME.c.player_id)
    .join(schema.guild, schema.guild.c.id == _GAME.c.guild_id)
    .outerjoin(_STAKE, and_(_STAKE.c.game_id == _GAME.c.id, _STAKE.c.reason == money.BUY_IN))
    .limit(1)
)
# When its owner played on a game last; what others do in it says nothing of that.
_PLAYED_ON: Final = case(
    (
        _GAME.c.kind == Kind.TOGETHER,
        func.coalesce(
            select(func.max(schema.deed.c.at))
            .where(schema.deed.c.game_id == _GAME.c.id, schema.deed.c.player_id == _GAME.c.player_id)
            .correlate(_GAME)
            .scalar_subquery(),
            _GAME.c.started_at,
        ),
    ),
    else_=_GAME.c.updated_at,
)
_BY_ID: Final = _GAMES.where(_GAME.c.id == bindparam("game_id"))

# Sets the columns that are given with it, on a row that still stands where the action found it. The board may
# have been placed anew since, which leaves the revision alone.
_ADVANCE: Final = (
    update(_GAME)
    .where(
        _GAME.c.id == bindparam("game_id"),
        _GAME.c.revision == bindparam("expected"),
        _GAME.c.status == Status.OPEN.value,
    )
    .returning(_GAME.c.channel_id, _GAME.c.message_id)
)


def start(conn: Connection, new: NewGame) -> GameRecord:
    """Start a game; the open one that it `replaces` is given up, counted once, its dollars kept.

    :raises GameAlreadyOpen: with the open game, when there is one that is not to be replaced
    :raises DuplicateInteraction: with the open game, when this very interaction has started it
    """
    seat = take_seat(conn, new)
    _make_room(conn, seat, new)
    game_id = _insert(conn, seat, new)
    if game_id is None:  # on PostgreSQL another process was faster
        raise GameAlreadyOpen(_the_open(conn, seat, new.kind))
    record = _existing(conn, game_id)
    if not new.books:
        return record
    money.buy_in(conn, record, new.buy_in)
    return _existing(conn, game_id)


def append(conn: Connection, before: GameRecord, progress: Progress) -> GameRecord:
    """Add an accepted action to a game that still stands as in `before`, and return the game.

    Its money follows at once; when it is won or given up it ends and is counted. `before` may come from
    memory: nothing is stored unless its revision is still the game's.

    :raises UnknownGame: when there is no such game
    :raises DuplicateInteraction: when the last accepted action came by the same interaction
    :raises GameNotOpen: when the game has ended
    :raises StaleRevision: when the game has moved on
    :raises ValueError: when a game without a buy-in is to book anything
    """
    if progress.interaction is not None and progress.interaction == before.last_interaction:
        raise DuplicateInteraction(before)
    if not before.is_open:
        raise GameNotOpen(before)
    try:
        stored = _advance(conn, before, before.after(progress), progress.by)
    except StaleRevision as stale:
        if progress.interaction is not None and progress.interaction == stale.record.last_interaction:
            raise DuplicateInteraction(stale.record) from stale
        if not stale.record.is_open:
            raise GameNotOpen(stale.record) from stale
        raise
    return stored


def close_by_update(conn: Connection, game_id: int, now: int) -> GameRecord:
    """End an open game that no longer replays: its money is kept, it counts in no list.

    :raises UnknownGame: when there is no such game
    :raises GameNotOpen: when the game has ended
    """
    before = _existing(conn, game_id)
    if not before.is_open:
        raise GameNotOpen(before)
    return _advance(conn, before, before.ended(Status.ENDED_BY_UPDATE, now))


def give_up(conn: Connection, game_id: int, at: int) -> GameRecord:
    """End an open game as given up at a moment (milliseconds UTC), though its player has not said so.

    :raises UnknownGame: when there is no such game
    :raises GameNotOpen: when the game has ended
    """
    before = _existing(conn, game_id)
    if not before.is_open:
        raise GameNotOpen(before)
    return _advance(conn, before, before.ended(Status.GIVEN_UP, at))


def place(conn: Connection, game_id: int, channel_id: int | None, message_id: int | None) -> None:
    """Remember where the board of a game stands; this is no action and leaves the revision alone.

    :raises UnknownGame: when there is no such game
    """
    where = _GAME.c.id == game_id
    values = {"channel_id": channel_id, "message_id": message_id}
    placed = conn.execute(update(_GAME).where(where).values(**values))
    if not placed.rowcount:
        raise UnknownGame(game_id)


def by_id(conn: Connection, game_id: int) -> GameRecord | None:
    """Return the game with this id, or None."""
    return _first(conn, _BY_ID, game_id=game_id)


def by_message(conn: Connection, message_id: int) -> GameRecord | None:
    """Return the newest game whose board is this message, or None."""
    return _first(conn, _GAMES.where(_GAME.c.message_id == message_id).order_by(_GAME.c.id.desc()))


def open_game(
    conn: Connection, player_discord_id: int, guild_discord_id: int, kind: Kind | None = None
) -> GameRecord | None:
    """Return the open game of a player in a server (0: the private place), or None.

    There may be one of each kind: without a `kind` it is the one that was played on last.
    """
    query = _GAMES.where(_seated(player_discord_id, guild_discord_id), _GAME.c.status == Status.OPEN.value)
    if kind is not None:
        query = query.where(_GAME.c.kind == kind)
    return _first(conn, query.order_by(_PLAYED_ON.desc(), _GAME.c.id.desc()))


def open_games(conn: Connection, player_discord_id: int, guild_discord_id: int) -> list[GameRecord]:
    """Return all open games of a player in a server, one of a kind at most, the oldest first."""
    found = (open_game(conn, player_discord_id, guild_discord_id, kind) for kind in Kind)
    return sorted((game for game in found if game is not None), key=lambda game: game.id)


def open_together(conn: Connection, guild_discord_id: int, channel_id: int) -> GameRecord | None:
    """Return the open game that is played together in a channel, of several the newest, or None."""
    query = _GAMES.where(
        _GAME.c.guild_id == guild_id_of(guild_discord_id),
        _GAME.c.channel_id == channel_id,
        # Written out, as only then their index is used.
        _GAME.c.kind == literal(Kind.TOGETHER.value, literal_execute=True),
        _GAME.c.status == literal(Status.OPEN.value, literal_execute=True),
    )
    return _first(conn, query.order_by(_GAME.c.id.desc()))


def open_elsewhere(conn: Connection, player_discord_id: int, guild_discord_id: int) -> GameRecord | None:
    """Return the open game that a player started last outside a server (0: the private place), or None."""
    query = _GAMES.where(
        _GAME.c.player_id == player_id_of(player_discord_id),
        schema.guild.c.discord_id != guild_discord_id,
        _GAME.c.kind == Kind.FREE,
        _GAME.c.status == Status.OPEN.value,
    )
    return _first(conn, query.order_by(_GAME.c.id.desc()))


def is_played(conn: Connection, deal: int, now: int) -> bool:
    """Tell whether at `now` (milliseconds UTC) anybody, anywhere, still plays a deal, under whichever rules.

    That is in an open game, on a day whose deal it is, or in a race. An open try of a day that is over for
    everybody is only practice and counts for nothing here, or nobody would ever learn the deal.
    """
    # Written out, as only then the index of open games is used.
    is_open = _GAME.c.status == literal(Status.OPEN.value, literal_execute=True)
    today = first_day_played(now)
    played = exists().where(is_open, _GAME.c.deal == deal, or_(_GAME.c.day.is_(None), _GAME.c.day >= today))
    return bool(conn.scalar(select(or_(played, _contested(deal, today)))))


def is_contested(conn: Connection, deal: int, now: int) -> bool:
    """Tell whether at `now` (milliseconds UTC) a deal is that of a day or a race that is not over for all."""
    return bool(conn.scalar(select(_contested(deal, first_day_played(now)))))


def _contested(deal: int, today: int) -> ColumnElement[bool]:
    race = schema.race.c
    return or_(
        exists().where(schema.daily.c.day >= today, schema.daily.c.deal == deal),
        exists().where(race.status.in_(["lobby", "running"]), race.deal == deal),
    )


def latest(conn: Connection, player_discord_id: int, guild_discord_id: int) -> GameRecord | None:
    """Return the game that a player started last in a server, open or ended, or None."""
    query = _GAMES.where(_seated(player_discord_id, guild_discord_id))
    return _first(conn, query.order_by(_GAME.c.id.desc()))


def at_hand(conn: Connection, player_discord_id: int, guild_discord_id: int) -> GameRecord | None:
    """Return the game that a player means: the open one played on last, else the newest, or None."""
    return open_game(conn, player_discord_id, guild_discord_id) or latest(
        conn, player_discord_id, guild_discord_id
    )


def ended(conn: Connection, player_discord_id: int, guild_discord_id: int, limit: int) -> list[EndedGame]:
    """Return the free games that a player has won or given up in a server, the newest first."""
    game = _GAME.c
    query = (
        select(game.id, game.rules, game.status, game.score, game.ended_at)
        .where(
            _seated(player_discord_id, guild_discord_id),
            game.kind == Kind.FREE,
            game.status.in_([Status.WON, Status.GIVEN_UP]),
        )
        .order_by(game.id.desc())
        .limit(limit)
    )
    return [EndedGame(**{**row, "status": Status(row["status"])}) for row in conn.execute(query).mappings()]


def history(
    conn: Connection, player_discord_id: int, guild_discord_id: int, *, size: int, number: int
) -> HistoryPage:
    """Return a page of the games of all kinds that a player has ended in a server, the newest first.

    A page beyond an end is the page at that end.
    """
    where = and_(_seated(player_discord_id, guild_discord_id), _GAME.c.status != Status.OPEN.value)
    total: int = conn.execute(select(func.count()).select_from(_GAME).where(where)).scalar_one()
    pages = max(-(-total // size), 1)
    number = min(max(number, 1), pages)
    query = _GAMES.where(where).order_by(_GAME.c.id.desc()).limit(size).offset((number - 1) * size)
    rows = tuple(_record(row) for row in conn.execute(query).mappings())
    return HistoryPage(rows, number, pages, total)


def _seated(player_discord_id: int, guild_discord_id: int) -> ColumnElement[bool]:
    return and_(
        _GAME.c.player_id == player_id_of(player_discord_id),
        _GAME.c.guild_id == guild_id_of(guild_discord_id),
    )


def _first(conn: Connection, query: Select[Any], **values: object) -> GameRecord | None:
    row = conn.execute(query, values).mappings().first()
    return None if row is None else _record(row)


def _record(row: Mapping[Any, Any]) -> GameRecord:
    return GameRecord(**{**row, "kind": Kind(row["kind"]), "status": Status(row["status"])})


def _existing(conn: Connection, game_id: int) -> GameRecord:
    record = by_id(conn, game_id)
    if record is None:
        raise UnknownGame(game_id)
    return record


def _open_of(conn: Connection, seat: Seat, kind: Kind) -> GameRecord | None:
    query = _GAMES.where(
        _GAME.c.player_id == seat.player_id,
        _GAME.c.guild_id == seat.guild_id,
        _GAME.c.kind == kind,
        _GAME.c.status == Status.OPEN.value,
    )
    return _first(conn, query)


def _the_open(conn: Connection, seat: Seat, kind: Kind) -> GameRecord:
    record = _open_of(conn, seat, kind)
    if record is None:
        raise LookupError(f"no open {kind} game at {seat}")
    return record


def _make_room(conn: Connection, seat: Seat, new: NewGame) -> None:
    """Give up the open game when it is the one to be replaced; another one stands in the way."""
    record = _open_of(conn, seat, new.kind)
    if record is None:
        return
    if new.interaction is not None and new.interaction == record.last_interaction:
        raise DuplicateInteraction(record)
    if record.id != new.replaces:
        raise GameAlreadyOpen(record)
    if new.replaces_at not in {None, record.revision}:
        raise StaleRevision(record)
    _advance(conn, record, record.ended(Status.GIVEN_UP, new.now))


def _insert(conn: Connection, seat: Seat, new: NewGame) -> int | None:
    """Return the id of the new row, or None when an open game is there already."""
    unique = schema.one_open_game
    game_id: int | None = conn.scalar(
        insert(conn, _GAME)
        .values(player_id=seat.player_id, guild_id=seat.guild_id, **_initial(new))
        .on_conflict_do_nothing(
            index_elements=list(unique.columns), index_where=_GAME.c.status == Status.OPEN.value
        )
        .returning(_GAME.c.id)
    )
    return game_id


def _initial(new: NewGame) -> dict[str, Any]:
    return {
        "kind": new.kind,
        "practice": new.practice,
        "winnable": new.winnable,
        "day": new.day,
        "deal": new.deal,
        "rules": new.rules,
        "rules_version": new.rules_version,
        "log": new.log,
        "ply": new.ply,
        "moves": new.moves,
        "revision": 0,
        "last_interaction": new.interaction,
        "status": Status.OPEN,
        "score": new.score,
        "booked": new.buy_in if new.books else 0,
        "assisted": new.assisted,
        "started_at": new.now,
        "active_ms": 0,
        "updated_at": new.now,
    }


def _advance(conn: Connection, before: GameRecord, after: GameRecord, by: Member | None = None) -> GameRecord:
    """Store `after` in place of `before`, with its money and who did it, and count it when it has ended."""
    stored = _compare_and_set(conn, before, after)
    money.settle(conn, before, stored)
    if by is not None and after.ply > before.ply:
        _sign(conn, before, after, by)
    if not stored.is_open:
        standings.count(conn, stored)
    return stored


def _sign(conn: Connection, before: GameRecord, after: GameRecord, by: Member) -> None:
    """Write down who did the actions that have just been added to a game that several play."""
    seat = join(conn, by, after.updated_at)
    conn.execute(
        insert(conn, schema.deed).values(
            game_id=after.id,
            ply=after.ply,
            player_id=seat.player_id,
            count=after.ply - before.ply,
            at=after.updated_at,
        )
    )


def _compare_and_set(conn: Connection, before: GameRecord, after: GameRecord) -> GameRecord:
    """Return `after` with the place where its board lies now."""
    values = {name: getattr(after, name) for name in _CHANGING}
    advanced = conn.execute(_ADVANCE, {"game_id": before.id, "expected": before.revision, **values})
    place = advanced.one_or_none()
    if place is None:  # it has moved on since it was read
        raise StaleRevision(_existing(conn, before.id))
    return replace(after, channel_id=place.channel_id, message_id=place.message_id)
