"""Rules as data (RULES.md section 4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from klondike import CodeError, Rules, Scoring
from klondike.errors import CodePart
from klondike.rules import Points
from tests.strategies import PRESETS, rule_sets


def test_the_default_is_draw_1_normal() -> None:
    """Without a choice a game is draw 1 in normal scoring."""
    assert Rules.preset() == Rules.preset(draw=1, scoring="normal")
    assert str(Rules.preset()) == "D1N"


@pytest.mark.parametrize(
    ("text", "passes", "take_back", "undo_limit", "fanned"),
    [
        ("D1N", None, True, 100, True),
        ("D3N", None, True, 100, True),
        ("D1V", 1, True, 100, True),
        ("D3V", 1, True, 100, True),
        ("D1C", None, True, None, True),
        ("D3C", None, True, None, True),
        ("D1T", 1, False, None, False),
        ("D3T", 3, False, None, False),
        ("D1B", 1, True, None, False),
        ("D3B", 3, True, None, False),
    ],
)
def test_the_table_of_scoring_systems(
    text: str, *, passes: int | None, take_back: bool, undo_limit: int | None, fanned: bool
) -> None:
    """Each letter has its passes, its take-back, its undo list and its way of showing drawn cards."""
    rules = Rules.parse(text)
    assert (rules.passes, rules.take_back, rules.undo_limit, rules.fanned) == (
        passes,
        take_back,
        undo_limit,
        fanned,
    )
    assert rules.draw == int(text[1])
    assert rules.letter == text[2]


@pytest.mark.parametrize(
    ("scoring", "points"),
    [
        ("normal", Points(0, home=10, waste_to_column=5, turned=5, recycle=-100, pays_once=True, floor=0)),
        ("vegas", Points(-52, home=5, pays_once=True)),
        ("casual", Points(0, home=10, turned=5, take_back=-15)),
        ("traditional", Points(0, home=1, take_back=-1)),
    ],
)
def test_what_each_event_pays(scoring: str, points: Points) -> None:
    """The points of every scoring, nothing for anything else."""
    assert Rules.preset(scoring=scoring).points == points


@given(rule_sets())
def test_rules_round_trip(rules: Rules) -> None:
    """What rules print they read."""
    assert Rules.parse(str(rules)) == rules


def test_the_presets_have_texts_of_their_own() -> None:
    """Ten codes, and the unscored form of casual for either draw."""
    assert sorted(map(str, PRESETS)) == [
        "D1B", "D1C", "D1C-unscored", "D1N", "D1T", "D1V",
        "D3B", "D3C", "D3C-unscored", "D3N", "D3T", "D3V",
    ]  # fmt: skip


def test_only_vegas_touches_the_bankroll() -> None:
    """Money is booked in Vegas alone."""
    assert [str(rules) for rules in PRESETS if rules.books_money] == ["D1V", "D3V"]
    assert [rules.scoring for rules in PRESETS if rules.books_money] == [Scoring.VEGAS] * 2


@pytest.mark.parametrize(
    "options",
    [
        {"draw": 2},
        {"draw": 0},
        {"scoring": "dollars"},
        {"scoring": "N"},
        {"scoring": "normal", "takeback": False},
        {"scoring": "vegas", "takeback": False},
        {"scoring": "casual", "takeback": False},
        {"scoring": "normal", "score": False},
        {"scoring": "vegas", "score": False},
        {"scoring": "traditional", "score": False},
    ],
)
def test_options_that_a_scoring_does_not_have_are_refused(options: dict[str, Any]) -> None:
    """Only traditional can be without take-back, only casual without a score."""
    with pytest.raises(ValueError, match=r".+"):
        Rules.preset(**options)


def test_options_that_say_what_is_so_anyway_are_accepted() -> None:
    """Naming a scoring's own way changes nothing."""
    assert Rules.preset(scoring="vegas", takeback=True) == Rules.preset(scoring="vegas")
    assert Rules.preset(scoring="traditional", takeback=False) == Rules.preset(scoring="traditional")


@pytest.mark.parametrize("text", ["D2N", "1N", "", "D", "N", "d1n"])
def test_a_wrong_draw_is_named(text: str) -> None:
    """A draw part that is neither D1 nor D3 is a code error of that part."""
    with pytest.raises(CodeError) as caught:
        Rules.parse(text)
    assert caught.value.part is CodePart.DRAW


@pytest.mark.parametrize("text", ["D1", "D1X", "D1n", "D1NN", "D1N ", "D1N-", "D1C-unscored-unscored"])
def test_a_wrong_scoring_is_named(text: str) -> None:
    """A scoring part that is no letter of the table is a code error of that part."""
    with pytest.raises(CodeError) as caught:
        Rules.parse(text)
    assert caught.value.part is CodePart.SCORING


@pytest.mark.parametrize("text", ["D1N-unscored", "D3V-unscored", "D1T-unscored", "D3B-unscored"])
def test_only_casual_is_read_without_a_score(text: str) -> None:
    """The switch is refused for every other letter."""
    with pytest.raises(ValueError, match="score"):
        Rules.parse(text)
