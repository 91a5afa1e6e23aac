"""What the board of a daily deal tells besides: whether it still counts, and how it did beside others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.days import next_text, relative_time
from data import daily
from data.periods import day_of, day_over

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from cogs.i18n import Say
    from cogs.sessions import Sessions
    from data import GameRecord
    from data.daily import DayPage, Streak

__all__ = ["daily_news", "place_text", "streak_text"]


async def daily_news(sessions: Sessions, record: GameRecord, say: Say) -> str:
    """Tell what belongs below the board of a game on a day's deal; nothing for other games."""
    day = record.day
    if day is None:
        return ""
    now = sessions.clock()
    if not record.is_open:
        return "\n".join([*await _result(sessions, record, now, say), next_text(say, now)])
    return await _open_news(sessions, day, now, say, begun=record.ply > 0) if record.is_try else ""


def place_text(say: Say, page: DayPage) -> str:
    """Tell where the reader of a day's list stands; nothing while that is open."""
    if page.own is None or page.own.rank is None:
        return ""
    return say("daily.place", rank=page.own.rank, n=page.ranked)


def streak_text(say: Say, streak: Streak) -> str:
    """Tell how many days in a row were won."""
    return say("daily.streak", n=streak.current, best=streak.best)


async def _open_news(sessions: Sessions, day: int, now: int, say: Say, *, begun: bool) -> str:
    """Tell how long an open try counts, and at its beginning what is known of its deal."""
    if now >= day_over(day):
        return say("daily.late")
    if day_of(now) > day:
        return say("daily.grace", time=relative_time(day_over(day)))
    deal = None if begun else await sessions.store.read(lambda conn: daily.deal_of(conn, day))
    return say("daily.proven") if deal and deal.proven else ""


async def _result(sessions: Sessions, record: GameRecord, now: int, say: Say) -> list[str]:
    if not record.is_try:
        return []

    def found(conn: Connection) -> tuple[Streak, DayPage]:
        assert record.day is not None  # noqa: S101 - it is a try
        player = record.player_discord_id
        tries = daily.tries_of(conn, player)
        return daily.streak_of(tries, now), daily.page(
            conn, record.guild_discord_id, record.day, player, size=1
        )

    streak, page = await sessions.store.read(found)
    return list(_told(say, record, streak, page))


def _told(say: Say, record: GameRecord, streak: Streak, page: DayPage) -> Iterator[str]:
    if record.assisted:
        yield say("daily.assisted")
    place = place_text(say, page) if record.guild_discord_id else ""
    yield " ".join([streak_text(say, streak), *([place] if place else [])])
