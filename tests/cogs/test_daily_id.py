"""The ids of the daily deal: everything a press needs goes out and comes back, and nothing else does."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.control_id import CUSTOM_ID_LIMIT, ControlId
from cogs.daily_id import (
    DAILY_PATTERN,
    DAILY_PREFIX,
    DayPageId,
    InsteadId,
    PlayId,
    PracticeId,
    ShareId,
    parse_daily,
)
from cogs.page_id import parse_page

GAMES = (1, 10**18 - 1)
DAYS = (0, 20788, 10**6 - 1)


def test_every_control_comes_back() -> None:
    """Day, page, game and revision are read back as they were written, within the limit."""
    pages = [DayPageId(day, page) for day, page in product(DAYS, (None, 0, 1, 10**9 - 1))]
    instead = [
        InsteadId(day, practice, game, revision)
        for day, practice, game, revision in product(DAYS, (True, False), GAMES, (0, 10**9 - 1))
    ]
    others = [PlayId(), *map(PracticeId, DAYS), *map(ShareId, GAMES)]
    for asked in [*pages, *instead, *others]:
        assert parse_daily(str(asked)) == asked
        assert len(str(asked)) <= CUSTOM_ID_LIMIT


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d:",
        "d:play ",
        "d:play\n",
        "d:play:1",
        "d:list:1",
        "d:list:1:",
        "d:list:-1:1",
        "d:list:١:1",
        "d:list:1:other",
        f"d:list:{10**6}:1",
        "d:practice",
        "d:practice:1:2",
        "d:instead:1:ranked:2:3",
        "d:instead:1:try:2",
        "d:share:",
        "k:1:2:draw",
        "D:play",
    ],
)
def test_anything_else_is_none(text: str) -> None:
    """Tails, other scripts' digits and the controls of games are no controls of the daily deal."""
    assert parse_daily(text) is None


@given(st.from_regex(re.compile(DAILY_PATTERN, re.ASCII), fullmatch=True))
def test_what_the_pattern_takes_is_read(text: str) -> None:
    """Whatever is written as such an id can be carried out, and no other family takes it."""
    asked = parse_daily(text)
    assert asked is not None
    assert parse_daily(str(asked)) == asked
    assert text.startswith(DAILY_PREFIX)
    assert ControlId.parse(text) is None
    assert parse_page(text) is None
