"""Units on how a player has fared over time: the course of a bankroll, and the weeks of a server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from sqlalchemy import and_, func, select, true

from data import schema
from data.periods import DAY_MS, Period
from data.records import ListClass
from data.seats import guild_id_of, player_id_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["Balance", "Week", "bankroll_course", "week_begins", "weeks"]

_WEEK_MS: Final = 7 * DAY_MS


@dataclass(frozen=True, slots=True)
class Balance:
    """A bankroll in dollars as it stood at a moment in milliseconds UTC."""

    at: int
    dollars: int


@dataclass(frozen=True, slots=True)
class Week:
    """A week (ISO 8601) and the ranked games that a player ended in it, with help or without."""

    key: str
    games: int
    wins: int


def bankroll_course(
    conn: Connection, player_discord_id: int, guild_discord_id: int, points: int
) -> list[Balance]:
    """Return how a player's bankroll in a server has changed, the newest last; empty before the first game.

    :param points: how many at most: of a long course, evenly chosen ones, the newest always.
    """
    ledger = schema.ledger.c
    booked = conn.execute(
        select(func.max(ledger.at), func.sum(ledger.delta))
        .where(
            ledger.player_id == player_id_of(player_discord_id),
            ledger.guild_id == guild_id_of(guild_discord_id),
        )
        .group_by(ledger.game_id)
        .order_by(func.max(ledger.at), ledger.game_id)
    )
    course, dollars = [], 0
    for at, delta in booked:
        dollars += delta
        course.append(Balance(at, dollars))
    step = max(1, -(-len(course) // points))
    return course[::-1][::step][::-1]


def weeks(  # noqa: PLR0913 - whose weeks, which, and of which games
    conn: Connection,
    player_discord_id: int,
    guild_discord_id: int,
    *,
    now: int,
    count: int,
    under: tuple[int, str] | None = None,
) -> list[Week]:
    """Return a player's last weeks in a server, the one of `now` (milliseconds UTC) last.

    :param under: the draw and the scoring of the games; None takes all of them.
    """
    standing = schema.standing.c
    keys = [Period.WEEK.key(now - back * _WEEK_MS) for back in reversed(range(count))]
    rows = conn.execute(
        select(standing.period, standing["class"], func.sum(standing.games), func.sum(standing.wins))
        .where(
            and_(
                standing.player_id == player_id_of(player_discord_id),
                standing.guild_id == guild_id_of(guild_discord_id),
                standing.period.in_(keys),
                standing["class"].in_([ListClass.CLEAN, ListClass.ASSISTED]),
                true() if under is None else and_(standing.draw == under[0], standing.scoring == under[1]),
            )
        )
        .group_by(standing.period, standing["class"])
    )
    # A game with help stands in both lists: as played in the clean one, as won in its own.
    games: dict[str, int] = {}
    wins: dict[str, int] = {}
    for key, cls, played, won in rows:
        if cls == ListClass.CLEAN:
            games[key] = played
        wins[key] = wins.get(key, 0) + won
    return [Week(key, games.get(key, 0), wins.get(key, 0)) for key in keys]


def week_begins(key: str) -> datetime:
    """Give the Monday on which a week begins.

    >>> week_begins("2026-W49").date().isoformat()
    '2026-11-30'
    """
    return datetime.strptime(f"{key}-1", "%G-W%V-%u").replace(tzinfo=UTC)
