"""The ids of pages: everything a page needs goes out and comes back, and nothing else does."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.control_id import CUSTOM_ID_LIMIT, ControlId
from cogs.page_id import (
    LISTS,
    PAGE_PATTERN,
    PAGE_PREFIX,
    BoardPageId,
    HelpPageId,
    LookPageId,
    StatsPageId,
    parse_page,
)
from data import ListClass, Period

ASKERS = (0, 1, 2**64 - 1)
PAGES = (None, 0, 1, 10**9 - 1)
CLASSES = (ListClass.CLEAN, ListClass.ASSISTED)


@pytest.mark.parametrize("board", sorted({board.board for board in LISTS}))
def test_every_page_of_every_board_comes_back(board: str) -> None:
    """Whatever the page of a board needs is read back as it was written, within the limit."""
    menus = (None, "list", "rules", "span", "drawn")
    rules = product((1, 3), "NVCTB", CLASSES)
    for (draw, scoring, games), asker, page in product(rules, ASKERS, PAGES):
        for menu, span, drawn in product(menus, Period, (False, True)):
            asked = BoardPageId(board, draw, scoring, games, asker, page, menu, span, drawn)
            assert parse_page(str(asked)) == asked
            assert len(str(asked)) <= CUSTOM_ID_LIMIT


def test_boards_that_were_posted_before_there_were_spans_lead_on() -> None:
    """An id without a span is that of all time, in words, and is still written so."""
    for text in (
        "p:board:wins:1:N:clean:2:5",
        "p:board:score:3:V:assisted:own:5",
        "p:board:bankroll:1:V:clean:1:5:list",
    ):
        page = parse_page(text)
        assert isinstance(page, BoardPageId)
        assert (page.span, page.drawn, str(page)) == (Period.ALL, False, text)


def test_menus_lead_to_every_board_and_nowhere_else() -> None:
    """An entry of one menu leaves what the others choose, from the first page on; others lead nowhere."""
    asked = BoardPageId("wins", 3, "V", ListClass.CLEAN, 5, 7, span=Period.WEEK, drawn=True)
    reached = {
        rules.turned(other.ruled)
        for listed in LISTS
        if (to := replace(asked, menu="list").turned(listed.listed))
        for rules in [replace(to, menu="rules")]
        for other in to.rules
    }
    by = ("wins", "rate", "streak", "score", "moves")
    wanted = {
        BoardPageId(board, draw, letter, ListClass(games), 5, 1, span=Period.WEEK, drawn=True)
        for (board, games), draw, letter in product(product(by, ("clean", "assisted")), (1, 3), "NVCTB")
    } | {
        BoardPageId(board, draw, "N", ListClass(games), 5, 1, span=Period.WEEK, drawn=True)
        for board, games in (("wins", "daily"), ("streak", "daily"), ("wins", "race"))
        for draw in (1, 3)
    }
    assert reached == wanted
    bankroll = replace(asked, menu="list").turned("bankroll")
    assert bankroll is not None
    assert (bankroll.board, bankroll.rules, bankroll.span) == ("bankroll", (), Period.WEEK)
    for span in Period:
        assert replace(asked, menu="span").turned(span) == replace(asked, page=1, span=span)
    for menu, entry in (
        ("list", "1N"),
        ("list", "wins-practice"),
        ("list", "score-daily"),
        ("rules", "wins-clean"),
        ("rules", "2N"),
        ("span", "year"),
        ("span", "2026-W49"),
    ):
        assert replace(asked, menu=menu).turned(entry) is None


def test_daily_deals_and_races_are_in_normal_scoring() -> None:
    """Whatever was chosen before; it is chosen again behind them."""
    asked = BoardPageId("wins", 3, "V", ListClass.CLEAN, 5, menu="list")
    daily = asked.turned("wins-daily")
    assert daily is not None
    assert (daily.letter, daily.ruled) == ("N", "3N")
    back = replace(daily, menu="list").turned("wins-clean")
    assert back is not None
    assert back.ruled == "3V"


def test_the_menus_come_back() -> None:
    """The chosen entry names the topic, the look or the list."""
    for menu in (
        HelpPageId(),
        LookPageId(),
        LookPageId(backs=True),
        StatsPageId(0),
        StatsPageId(2**64 - 1, 2**64 - 1),
    ):
        assert parse_page(str(menu)) == menu


@pytest.mark.parametrize(
    "text",
    [
        "",
        "p:",
        "p:help ",
        "p:help\n",
        "p:help:moves",
        "p:look:dark",
        "p:backs",
        "p:looks",
        "p:board:wins",
        "p:board:wins:1:N:clean:1:5\n",
        "p:board:wins:1:N:clean:1:5:tail",
        "p:board:wins:2:N:clean:1:5",
        "p:board:wins:1:X:clean:1:5",
        "p:board:wins:1:N:practice:1:5",
        "p:board:wins:1:N:clean.year:1:5",
        "p:board:wins:1:N:clean.all:1:5",
        "p:board:wins:1:N:clean.drawn.week:1:5",
        "p:stats",
        "p:stats:",
        "p:stats:5:",
        "p:stats:-5",
        "p:stats:5:6:7",
        "p:board:losses:1:N:clean:1:5",
        "p:board:wins:1:N:clean:-1:5",
        "p:board:wins:1:N:clean:١:5",
        "p:board:wins:1:N:clean::5",
        f"p:board:wins:1:N:clean:{10**9}:5",
        "k:1:2:draw",
        "P:help",
    ],
)
def test_anything_else_is_no_page(text: str) -> None:
    """Tails, other scripts' digits, unknown boards and the controls of games are not pages."""
    assert parse_page(text) is None


@given(st.from_regex(re.compile(PAGE_PATTERN, re.ASCII), fullmatch=True))
def test_what_the_pattern_takes_is_read(text: str) -> None:
    """Whatever is written as a page's id can be carried out, and no game's control takes it."""
    page = parse_page(text)
    assert page is not None
    assert parse_page(str(page)) == page
    assert text.startswith(PAGE_PREFIX)
    assert ControlId.parse(text) is None
