"""Days on the use cases: streaks over midnight, what boards tell, what is shared, all within the limits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.announcer import invitation
from cogs.daily_list import DayList, day_layout
from cogs.daily_news import daily_news
from cogs.daily_play import ask_instead
from cogs.daily_share import homeward, share_layout, squares
from cogs.days import date_text, day_mode, next_text, year_text
from cogs.faults import HelpRefused
from cogs.i18n import languages
from data import Kind, Status, daily
from data.daily import DayDeal, DayPage, DayRow, Streak
from data.periods import DAY_MS, GRACE_MS, day_of
from klondike import Deal, Game, Help, Rules
from tests.cogs.hall import ANN, BEN, CLUB, PRIVATE, record, seat
from tests.cogs.test_limits import check_labels, check_message, components_of, parts
from tests.cogs.voices import LONGEST, SAY, VOICES
from tests.winning import LINES, WON

if TYPE_CHECKING:
    from cogs.sessions import Seat, Turn
    from tests.cogs.hall import Hall

DAY: Final = 20788
MIDNIGHT: Final = (DAY + 1) * DAY_MS
SECOND: Final = 1000


async def begin(hall: Hall, draw: int = 3, where: Seat | None = None, *, practice: bool = False) -> Turn:
    """Start a game on the deal of the day that the clock shows, as `/klondike daily` does."""
    game = Game(Deal(WON[draw]), Rules.preset(draw=draw))
    new = hall.sessions.new_game(where or seat(), game, practice=practice, interaction=next(hall.ids))
    return await hall.sessions.begin(
        where or seat(), replace(new, kind=Kind.DAILY, day=day_of(hall.now)), daily.start
    )


async def streak(hall: Hall) -> Streak:
    """Give Ann's streak."""
    tries = await hall.store.read(lambda conn: daily.tries_of(conn, ANN))
    return daily.streak_of(tries, hall.now)


def texts(layout: object) -> str:
    """Give all words of a message."""
    return "\n".join(part["content"] for part in parts(components_of(layout)) if "content" in part)  # type: ignore[arg-type]


async def test_d39_the_day_changes_at_midnight_utc(hall: Hall) -> None:
    """A win at 23:59:59 and one at 00:00:01 UTC, on two deals in two places, are a streak of two."""
    hall.now = MIDNIGHT - 60 * SECOND
    first = await begin(hall)
    *most, last = LINES[3].split()
    hall.now = MIDNIGHT - SECOND
    first = await hall.play(first, " ".join(most[:40]))
    first = await hall.play(first, " ".join(most[40:80]))
    first = await hall.play(first, " ".join(most[80:]))
    first = await hall.play(first, last)
    assert (first.record.status, first.record.ended_at) == (Status.WON, MIDNIGHT - SECOND)
    assert await streak(hall) == Streak(1, 1)
    hall.now = MIDNIGHT + SECOND
    second = await begin(hall, 1, seat(guild=PRIVATE))
    for start in range(0, 120, 40):
        line = " ".join(LINES[1].split()[start : start + 40])
        second = await hall.play(second, line) if line else second
    assert (second.record.status, second.record.ended_at) == (Status.WON, MIDNIGHT + SECOND)
    assert (first.record.day, second.record.day) == (DAY, DAY + 1)
    assert await streak(hall) == Streak(2, 2)


async def test_d39_a_day_is_shown_as_a_timestamp() -> None:
    """The next deal comes at midnight UTC, which Discord shows by each reader's own clock."""
    for now in (DAY * DAY_MS, DAY * DAY_MS + 1, MIDNIGHT - 1):
        assert f"<t:{MIDNIGHT // SECOND}:R>" in next_text(SAY, now)
    assert f"<t:{MIDNIGHT // SECOND + 86_400}:R>" in next_text(SAY, MIDNIGHT)
    assert (date_text(SAY, DAY), year_text(SAY, DAY)) == ("1 December", "1 December 2026")
    assert day_mode(SAY, DAY, 3) == "Daily deal of 1 December · draw 3"


async def test_a_board_tells_what_counts(hall: Hall) -> None:
    """That a deal can be won, the hour after midnight, and that it is over; nothing of other games."""
    hall.now = MIDNIGHT - 60 * SECOND
    kept = DayDeal(DAY, WON[3], proven=True)
    await hall.store.transact(lambda conn: daily.keep(conn, kept, now=1))
    turn = await begin(hall)
    assert "This deal can be won." in await daily_news(hall.sessions, turn.record, SAY)
    turn = await hall.play(turn, "d")
    assert await daily_news(hall.sessions, turn.record, SAY) == ""
    hall.now = MIDNIGHT
    assert "This try still counts" in await daily_news(hall.sessions, turn.record, SAY)
    hall.now = MIDNIGHT + GRACE_MS
    assert "no longer counts" in await daily_news(hall.sessions, turn.record, SAY)
    assert await daily_news(hall.sessions, (await hall.start()).record, SAY) == ""
    practice = await begin(hall, where=seat(BEN), practice=True)
    assert await daily_news(hall.sessions, practice.record, SAY) == ""


async def test_a_code_is_refused_until_the_day_is_over(hall: Hall) -> None:
    """Of an open try, with help or without, and of one that is over; a free game's is told as ever."""
    hall.now = MIDNIGHT - 60 * SECOND
    turn = await begin(hall)
    with pytest.raises(HelpRefused):
        await hall.sessions.require_code(turn.record)
    helped = await hall.sessions.take_help(turn.record.id, ANN, Help.HINT)
    with pytest.raises(HelpRefused):
        await hall.sessions.require_code(helped.record)
    over = await hall.sessions.resign(turn.record.id, ANN)
    hall.now = MIDNIGHT + GRACE_MS - 1
    with pytest.raises(HelpRefused):
        await hall.sessions.require_code(over.record)
    hall.now += 1
    await hall.sessions.require_code(over.record)
    await hall.sessions.require_code((await hall.start()).record)


# What is shared


@given(st.lists(st.integers(0, 52), min_size=1, max_size=60))
def test_four_squares_whatever_the_course(course: list[int]) -> None:
    """A game of any length has four, which depend on nothing but how many cards are home at four moments."""
    drawn = squares(tuple(course))
    assert len(drawn) == 4
    assert set(drawn) <= set("🟩🟨⬜")
    if course[-1] > course[0]:
        assert set(drawn) & set("🟩🟨")


def test_a_won_game_has_its_squares() -> None:
    """All cards come home within it, and the last quarter brings many."""
    won = record(deal=WON[3], rules="D3N", log=LINES[3], day=DAY, status=Status.WON)
    course = homeward(won)
    assert (course[0], course[-1], len(course)) == (0, 52, len(LINES[3].split()) + 1)
    assert squares(course)[-1] == "🟩"
    assert squares((0,)) == "⬜⬜⬜⬜"
    assert squares((0, 0, 1, 2, 2, 2, 2, 15, 52)) == "🟨🟨⬜🟩"


@pytest.mark.parametrize("language", languages())
async def test_a_shared_result_tells_no_card(language: str) -> None:
    """Neither a suit nor the code nor the number of the deal; help is marked."""
    for status, assisted in ((Status.WON, True), (Status.GIVEN_UP, False)):
        log = LINES[3] if status is Status.WON else "d d"
        shared = record(
            deal=WON[3], rules="D3N", log=log, day=DAY, status=status, score=10**6, assisted=assisted
        )
        text = texts(share_layout(VOICES[language], shared))
        check_message(share_layout(VOICES[language], shared))
        assert not any(suit in text for suit in "♠♥♦♣")
        assert "KL1" not in text
        assert str(WON[3]) not in text
        assert ("💡" in text) == assisted


# Within the limits


def longest_list(*, players: int = 10**6, shows_own: bool = True, own: bool = True) -> DayList:
    """Give a list of a day in which everything is as long as it can be."""
    rows = tuple(
        DayRow(
            rank=10**6 if number % 2 else None,
            discord_id=2**63,
            name="@everyone `*_" * 5,
            won=number % 4 == 1,
            assisted=number % 4 == 3,
            score=-(10**6),
            moves=10**6,
            active_ms=10**10,
        )
        for number in range(10)
    )
    page = DayPage(rows=rows, number=2, pages=10**5, ranked=10**6, players=players, own=rows[1])
    tried = record(**LONGEST, kind=Kind.DAILY, day=DAY, status=Status.WON, ended_at=MIDNIGHT, score=10**6)
    return DayList(
        day=DAY,
        now=MIDNIGHT + GRACE_MS,
        draw=3,
        guild=CLUB,
        deal=DayDeal(DAY, 2**60 - 1, proven=True),
        code="KL1-D3N-ABCDEF-GHIJKL",
        page=page,
        own=tried if own else None,
        shows_own=shows_own and own,
        streak=Streak(10**4, 10**4),
        before=DAY - 1,
        after=DAY + 1,
    )


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("own", [True, False])
async def test_the_list_of_a_day_is_within_the_limits(language: str, *, own: bool) -> None:
    """Ten awkward names, all buttons, an own try and none; private, today and on a day without a deal."""
    full, say = longest_list(own=own), VOICES[language]
    today = replace(full, now=DAY * DAY_MS, code="", shows_own=False)
    empty = replace(
        full, page=replace(full.page, rows=(), pages=1, own=None), deal=None, code="", before=None
    )
    for shown in (full, today, replace(full, guild=PRIVATE), empty, replace(empty, after=None)):
        found = check_message(day_layout(say, shown, solvable=True))
        check_labels(found)


@pytest.mark.parametrize("language", languages())
async def test_questions_and_invitations_are_within_the_limits(language: str) -> None:
    """About every open game that can be in the way; with a role and a full list of the day before."""
    say = VOICES[language]
    for practice in (True, False):
        old = record(**LONGEST, kind=Kind.DAILY, day=DAY, practice=practice)
        for now in (MIDNIGHT, MIDNIGHT + GRACE_MS):
            check_labels(check_message(ask_instead(say, old, DAY + 1, now, practice=practice)))
    page = longest_list().page
    check_labels(check_message(invitation(say, DAY, 3, page, role=2**63)))
    check_labels(check_message(invitation(say, DAY, 3, replace(page, players=0, rows=()), role=None)))
