"""The ids of films: everything a page needs goes out and comes back, and nothing else does."""

from __future__ import annotations

import re
from itertools import product
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.advice import Level
from cogs.clip_id import ClipId
from cogs.control_id import CUSTOM_ID_LIMIT, ControlId
from cogs.film_id import FILM_PATTERN, FILM_PREFIX, Edge, FilmId, Line, Playback, Watch
from cogs.page_id import parse_page
from klondike import Deal, DealCode
from tests.strategies import PRESETS

STEPS: Final[tuple[int | Edge, ...]] = (0, 17, 99_999, Edge.FIRST, Edge.LAST)
ASKERS = (0, 1, 2**64 - 1)
SCORED = [rules for rules in PRESETS if rules.scored]


def test_every_step_of_every_line_comes_back() -> None:
    """Game, place, step and asker are read back as they were written, within the limit."""
    for game, place, step, asker in product((1, 10**18 - 1), (0, 5_000), STEPS, ASKERS):
        asked = FilmId(Line(game, place), step, asker)
        assert FilmId.parse(str(asked)) == asked
        assert len(str(asked)) <= CUSTOM_ID_LIMIT


def test_every_step_of_every_playback_comes_back() -> None:
    """A game as it was played needs no more than its number."""
    for game, step, asker in product((1, 10**18 - 1), STEPS, ASKERS):
        asked = FilmId(Playback(game), step, asker)
        assert FilmId.parse(str(asked)) == asked
        assert len(str(asked)) <= CUSTOM_ID_LIMIT


def test_every_clip_comes_back_and_nothing_else_does() -> None:
    """Game, and whether all see it."""
    for game, share in product((1, 10**18 - 1), (False, True)):
        asked = ClipId(game, share=share)
        assert ClipId.parse(str(asked)) == asked
        assert not any(read(str(asked)) for read in (FilmId.parse, ControlId.parse, parse_page))
    for text in (
        "",
        "c:",
        "c:1",
        "c:1:some",
        "c:-1:own",
        "c:1:own:",
        "c:1:own\n",
        "c:١:own",
        "f:playback:1:0:0",
    ):
        assert ClipId.parse(text) is None


def test_every_step_of_every_watched_deal_comes_back() -> None:
    """Level, rules and deal likewise, for short and long numbers."""
    numbers = (0, 2**35 - 1, 2**35, 2**60 - 1)
    for level, rules, number, step, asker in product(Level, SCORED, numbers, STEPS, ASKERS):
        asked = FilmId(Watch(level, DealCode(Deal(number), rules)), step, asker)
        assert FilmId.parse(str(asked)) == asked
        assert len(str(asked)) <= CUSTOM_ID_LIMIT


@pytest.mark.parametrize(
    "text",
    [
        "",
        "f:",
        "f:line:1:0:0",
        "f:line:1:0:0:5\n",
        "f:line:1:0:0:5:tail",
        "f:line:-1:0:0:5",
        "f:line:١:0:0:5",
        "f:line:1:0:middle:5",
        "f:line:1:0:123456:5",
        "f:playback:1:0",
        "f:playback:1:0:0:5",
        "f:playback:-1:0:5",
        "f:watch:strong:KL1D1NAAAAAAG:0",
        "f:watch:weak:KL1D1NAAAAAAG:0:5",
        "f:watch:strong:KL1D2NAAAAAAG:0:5",
        "f:watch:strong:KL1D1XAAAAAAG:0:5",
        "f:watch:strong:KL1D1NAAAAAA1:0:5",
        "f:watch:strong:KL1D1NAAAAAAAAAAAG:0:5",
        "k:1:2:verdict",
        "p:help",
        "F:line:1:0:0:5",
    ],
)
def test_anything_else_is_no_film(text: str) -> None:
    """Tails, other scripts' digits, unknown rules and a code that has a shorter form are not films."""
    assert FilmId.parse(text) is None


@given(st.from_regex(re.compile(FILM_PATTERN, re.ASCII), fullmatch=True))
def test_what_the_pattern_takes_is_read(text: str) -> None:
    """Whatever is read can be carried out, and no game's control and no page takes it."""
    asked = FilmId.parse(text)
    assert asked is None or FilmId.parse(str(asked)) == asked
    assert text.startswith(FILM_PREFIX)
    assert ControlId.parse(text) is None
    assert parse_page(text) is None
