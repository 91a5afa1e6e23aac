"""Custom ids: a button's whole meaning goes out and comes back, and nothing else does."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.control_id import CUSTOM_ID_LIMIT, PATTERN, ControlAction, ControlId
from klondike import Deal, DealCode
from tests.strategies import PRESETS

BIGGEST = ControlId(10**18 - 1, 10**9 - 1, ControlAction.NEW_YES)
DETAILS = [
    None,
    *(str(rules) for rules in PRESETS),
    *(f"{rules}/{DealCode(Deal(number), rules)}" for rules in PRESETS for number in (0, 2**35, 2**60 - 1)),
]


@pytest.mark.parametrize("action", ControlAction)
def test_every_action_and_detail_comes_back(action: ControlAction) -> None:
    """An id reads back as it was written, for small and large numbers and every detail."""
    for (game, revision), detail in product([(0, 0), (1, 2), (BIGGEST.game, BIGGEST.revision)], DETAILS):
        control = ControlId(game, revision, action, detail)
        assert ControlId.parse(str(control)) == control


@pytest.mark.parametrize("action", ControlAction)
def test_the_largest_id_fits(action: ControlAction) -> None:
    """No id is longer than Discord allows, whatever it carries."""
    for detail in DETAILS:
        assert len(str(ControlId(BIGGEST.game, BIGGEST.revision, action, detail))) <= CUSTOM_ID_LIMIT
    longest = ControlId(BIGGEST.game, BIGGEST.revision, action, "x" * 48)
    assert len(str(longest)) <= CUSTOM_ID_LIMIT
    assert ControlId.parse(str(longest)) == longest


@pytest.mark.parametrize(
    "text",
    [
        "",
        "k",
        "k:1:2",
        "k:1:2:",
        "k:1:2:draw:",
        "k:1:2:draw ",
        " k:1:2:draw",
        "k:1:2:draw\n",
        "k:1:2:draw:D1N\n",
        "k:1:2:drawx",
        "k:1:2:nothing",
        "k:1:2:DRAW",
        "k:-1:2:draw",
        "k:1:-2:draw",
        "k:1.0:2:draw",
        "k:1:2:draw:D1N:tail",
        "k:1:2:draw:a b",
        "k:1:2:draw:ä",
        "k:١:2:draw",
        "k:1:２:draw",
        "k:1²:2:draw",
        f"k:{10**18}:2:draw",
        f"k:1:{10**9}:draw",
        "k:1:2:draw:" + "x" * 49,
        "x:1:2:draw",
        "K:1:2:draw",
        "k:1:2:draw:x" * 20,
    ],
)
def test_anything_else_is_no_id(text: str) -> None:
    """Tails, garbage, other scripts' digits and overlong ids are not ours."""
    assert ControlId.parse(text) is None


@given(st.text(max_size=120))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever comes as an id, reading it does not fail, and what is read prints the same again."""
    control = ControlId.parse(text)
    if control is not None:
        assert ControlId.parse(str(control)) == control


@given(st.from_regex(re.compile(PATTERN, re.ASCII), fullmatch=True))
def test_what_the_pattern_takes_is_within_the_limit(text: str) -> None:
    """The pattern admits no id that Discord would not have sent."""
    assert len(text.rstrip("\n")) <= CUSTOM_ID_LIMIT


@pytest.mark.parametrize("text", ["k:1:2:draw!", "k:1:2:draw\n", " k:1:2:draw", "k:١:2:draw"])
def test_an_id_with_anything_more_is_not_ours(text: str) -> None:
    """Tails and other scripts' digits are refused whole."""
    assert ControlId.parse(text) is None
