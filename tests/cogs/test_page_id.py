"""The ids of pages: everything a page needs goes out and comes back, and nothing else does."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.control_id import CUSTOM_ID_LIMIT, ControlId
from cogs.page_id import PAGE_PATTERN, PAGE_PREFIX, BoardPageId, HelpPageId, LookPageId, parse_page
from data import ListClass

ASKERS = (0, 1, 2**64 - 1)
PAGES = (None, 0, 1, 10**9 - 1)
CLASSES = (ListClass.CLEAN, ListClass.ASSISTED)


@pytest.mark.parametrize("board", ["bankroll", "wins", "score"])
def test_every_page_of_every_board_comes_back(board: str) -> None:
    """Board, draw, scoring, class, page and asker are read back as they were written, within the limit."""
    for draw, scoring, games, asker, page in product((1, 3), "NVCTB", CLASSES, ASKERS, PAGES):
        asked = BoardPageId(board, draw, scoring, games, asker, page)
        assert parse_page(str(asked)) == asked
        assert len(str(asked)) <= CUSTOM_ID_LIMIT


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
