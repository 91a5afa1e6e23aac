"""The list of a day: who played its deal here and how, one's own try and streak, and the days around it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from discord import ButtonStyle, ui

from cogs.control import button
from cogs.control_id import ControlAction, ControlId
from cogs.daily_id import DayPageId, PlayId, PracticeId
from cogs.daily_news import place_text, streak_text
from cogs.days import next_text, relative_time, year_text
from cogs.film_id import NOBODY, FilmId, Playback
from cogs.layouts import notice
from cogs.names import shown_name
from cogs.results import time_text
from data import daily
from data.daily import DayPage
from data.periods import day_of, day_over
from data.standings import is_daily_win
from klondike import Deal, DealCode, Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from cogs.control import Control
    from cogs.i18n import Say
    from cogs.sessions import Seat, Sessions
    from data import GameRecord
    from data.daily import DayDeal, DayRow, Streak

__all__ = ["ROWS", "DayList", "day_layout", "day_list", "ranking"]

ROWS: Final = 10
"""Rows of a list that fit a phone's screen."""

_NOBODY: Final = DayPage(rows=(), number=1, pages=1, ranked=0, players=0, own=None)
"""The list of a private place, where everybody is alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DayList:
    """All that is shown of a day to one reader, at the moment `now` (milliseconds UTC).

    :ivar deal: None where nobody has asked for it; `code` only once it may be told.
    :ivar page: of the server's list.
    :ivar own: the reader's try, wherever it was.
    :ivar shows_own: whether that may be shown again, and how it could have been won.
    :ivar before: the nearest earlier day with a deal, and `after` a later one.
    """

    day: int
    now: int
    draw: int
    guild: int
    deal: DayDeal | None
    code: str
    page: DayPage
    own: GameRecord | None
    shows_own: bool
    streak: Streak
    before: int | None
    after: int | None

    @property
    def is_today(self) -> bool:
        """Whether its deal is the one that can be tried."""
        return self.day == day_of(self.now)


async def day_list(sessions: Sessions, seat: Seat, asked: DayPageId) -> DayList:
    """Read a page of the list of a day, as its reader may see it; in place of a day ahead it is today's."""
    now = sessions.clock()
    day = min(asked.day, day_of(now))

    def found(conn: Connection) -> DayList:
        before, after = daily.around(conn, day)
        return DayList(
            day=day,
            now=now,
            draw=daily.draw_of(conn, seat.guild, day),
            guild=seat.guild,
            deal=daily.deal_of(conn, day),
            code="",
            page=_page(conn, seat, day, asked.page),
            own=daily.try_of(conn, seat.player, day),
            shows_own=False,
            streak=daily.streak_of(daily.tries_of(conn, seat.player), now),
            before=before,
            after=day_of(now) if after is None and day < day_of(now) else after,
        )

    return await _with_code(sessions, await sessions.store.read(found))


def _page(conn: Connection, seat: Seat, day: int, number: int | None) -> DayPage:
    if not seat.guild:
        return _NOBODY
    return daily.page(conn, seat.guild, day, seat.player, size=ROWS, number=number)


async def _with_code(sessions: Sessions, found: DayList) -> DayList:
    """Add what may be told only once the day is over for everybody."""
    if found.deal is None or not await sessions.is_over_everywhere(found.deal.deal, found.day):
        return found
    code = str(DealCode(Deal(found.deal.deal), Rules.preset(draw=found.draw)))
    return replace(found, code=code, shows_own=found.own is not None and not found.own.is_open)


def day_layout(say: Say, shown: DayList, *, solvable: bool) -> ui.LayoutView:
    """Lay out the list of a day.

    :param solvable: offer to tell whether one's own try could be won, once that may be told.
    """
    layout = notice("\n".join(_lines(say, shown)), *_turning(say, shown))
    more = list(_offers(say, shown, solvable=solvable))
    if more:
        layout.add_item(ui.ActionRow(*more))
    return layout


def ranking(say: Say, rows: tuple[DayRow, ...], *, is_over: bool) -> Iterator[str]:
    """Write rows of a list; tries that are open tell nothing but that."""
    for row in rows:
        name = shown_name(row.name)
        if row.rank is None:
            yield say("daily.row-unfinished" if is_over else "daily.row-playing", name=name)
            continue
        key = "daily.row-won" if row.won else "daily.row-assisted" if row.assisted else "daily.row-lost"
        time = time_text(row.active_ms)
        yield say(key, rank=row.rank, name=name, score=row.score, n=row.moves, time=time)


def _lines(say: Say, shown: DayList) -> Iterator[str]:
    yield say("daily.title", date=year_text(say, shown.day), draw=shown.draw)
    is_over = shown.now >= day_over(shown.day)
    if shown.code:
        yield say("daily.code", code=shown.code)
    elif shown.deal is not None and not is_over:
        yield say("daily.code-later", time=relative_time(day_over(shown.day)))
    if not shown.guild:
        yield say("daily.private")
    elif shown.page.rows:
        yield from ranking(say, shown.page.rows, is_over=is_over)
    else:
        yield say("daily.no-deal" if shown.deal is None and not shown.is_today else "daily.nobody")
    yield " ".join(filter(None, [_own_text(say, shown), place_text(say, shown.page)]))
    yield streak_text(say, shown.streak)
    yield next_text(say, shown.now)
    if shown.page.rows:
        yield say("daily.key")
    if shown.page.pages > 1:
        yield say("daily.page", page=shown.page.number, pages=shown.page.pages, n=shown.page.players)


def _own_text(say: Say, shown: DayList) -> str:
    own = shown.own
    if own is None:
        return say("daily.own-none")
    if not own.ended_in_time:
        return say("daily.own-late" if shown.now >= day_over(shown.day) else "daily.own-playing")
    key = "daily.own-won" if is_daily_win(own) else "daily.own-lost"
    return say(key, score=own.score, n=own.moves, time=time_text(own.active_ms))


def _turning(say: Say, shown: DayList) -> Iterator[Control]:
    before, after = shown.before, shown.after
    earlier = DayPageId(shown.day - 1 if before is None else before)
    later = DayPageId(shown.day + 1 if after is None else after)
    yield button(earlier, say("button.day-before"), emoji="⬅️", enabled=before is not None)
    yield button(later, say("button.day-after"), emoji="➡️", enabled=after is not None)
    page = shown.page
    if page.pages > 1:
        up, down = DayPageId(shown.day, page.number - 1), DayPageId(shown.day, page.number + 1)
        yield button(up, say("button.page-before"), emoji="◀️", enabled=page.number > 1)
        yield button(down, say("button.page-after"), emoji="▶️", enabled=page.number < page.pages)


def _offers(say: Say, shown: DayList, *, solvable: bool) -> Iterator[Control]:
    """Offer to play: today's deal once as a try, every other time as practice."""
    own = shown.own
    if shown.is_today and (own is None or own.is_open):
        yield button(PlayId(), say("button.daily-play"), emoji="🎴", style=ButtonStyle.success)
    elif shown.deal is not None:
        yield button(PracticeId(shown.day), say("button.daily-practice"), emoji="🎴")
    if own is not None and shown.shows_own:
        yield button(FilmId(Playback(own.id), 0, NOBODY), say("button.replay"), emoji="🎞️")
        if solvable:
            verdict = ControlId(own.id, own.revision, ControlAction.VERDICT)
            yield button(verdict, say("button.verdict"), emoji="🔎")
