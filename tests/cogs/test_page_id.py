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
    RULES,
    BoardPageId,
    HelpPageId,
    LookPageId,
    parse_page,
)
from data import ListClass

ASKERS = (0, 1, 2**64 - 1)
PAGES = (None, 0, 1, 10**9 - 1)
CLASSES = (ListClass.CLEAN, ListClass.ASSISTED)


@pytest.mark.parametrize("board", ["bankroll", "wins", "score"])
def test_every_page_of_every_board_comes_back(board: str) -> None:
    """Board, draw, scoring, class, page and asker are read back as they were written, within the limit."""
    menus = (None, "list", "rules")
    for draw, scoring, games, asker, page, menu in product((1, 3), "NVCTB", CLASSES, ASKERS, PAGES, menus):
        asked = BoardPageId(board, draw, scoring, games, asker, page, menu)
        assert parse_page(str(asked)) == asked
        assert len(str(asked)) <= CUSTOM_ID_LIMIT


def test_menus_lead_to_every_board_and_nowhere_else() -> None:
    """An entry of one menu leaves what the other chooses, from the first page on; others lead nowhere."""
    asked = BoardPageId("wins", 3, "V", ListClass.CLEAN, 5, 7)
    reached = {
        rules.turned(other.ruled)
        for listed in LISTS
        if (to := replace(asked, menu="list").turned(listed.listed))
        for rules in [replace(to, menu="rules")]
        for other in RULES
    }
    lists = [("wins", "clean"), ("wins", "assisted"), ("score", "clean"), ("score", "assisted")]
    wanted = {
        BoardPageId(board, draw, letter, ListClass(games), 5, 1)
        for (board, games), draw, letter in product([*lists, ("bankroll", "clean")], (1, 3), "NVCTB")
    }
    assert reached == wanted
    for menu, entry in (("list", "1N"), ("rules", "wins-clean"), ("list", "wins-practice"), ("rules", "2N")):
        assert replace(asked, menu=menu).turned(entry) is None


def test_the_menus_come_back() -> None:
    """Their ids are always the same: the chosen entry names the topic or the look."""
    for menu in (HelpPageId(), LookPageId(), LookPageId(backs=True)):
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
