"""`/klondike new`: what was given, what is remembered, and what comes of it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from cogs.choices import Choice, settle
from cogs.faults import OptionConflict
from data import PlayerRecord
from klondike import CodeError, DealCode, Rules
from tests.strategies import PRESETS


def player(draw: int | None, scoring: str | None, take_back: bool | None = None) -> PlayerRecord:  # noqa: FBT001
    """Give a player with the choices of the last game."""
    return PlayerRecord(1, 2, None, None, None, draw, scoring, take_back, 0)


NEWCOMER = player(None, None)
NORMAL = player(1, "normal", take_back=True)
VEGAS3 = player(3, "vegas", take_back=True)
CASUAL = player(1, "casual", take_back=True)
STRICT3 = player(3, "traditional", take_back=False)
MILD = player(1, "traditional", take_back=True)


@pytest.mark.parametrize(
    ("given", "remembered", "expected"),
    [
        ({}, None, "D1N"),
        ({}, NEWCOMER, "D1N"),
        ({}, NORMAL, "D1N"),
        ({}, VEGAS3, "D3V"),
        ({}, CASUAL, "D1C"),
        ({}, STRICT3, "D3T"),
        ({}, MILD, "D1B"),
        ({"draw": 3}, None, "D3N"),
        ({"draw": 1}, VEGAS3, "D1V"),
        ({"draw": 3}, MILD, "D3B"),
        ({"scoring": "normal"}, VEGAS3, "D3N"),
        ({"scoring": "vegas"}, None, "D1V"),
        ({"scoring": "vegas"}, STRICT3, "D3V"),
        # Taking back is asked for anew when the scoring is.
        ({"scoring": "traditional"}, MILD, "D1T"),
        ({"scoring": "traditional"}, None, "D1T"),
        ({"scoring": "traditional", "takeback": True}, None, "D1B"),
        ({"scoring": "traditional", "takeback": False}, MILD, "D1T"),
        ({"takeback": False}, MILD, "D1T"),
        ({"takeback": True}, STRICT3, "D3B"),
        # These rules let cards come back anyway: what was asked for is so.
        ({"takeback": True}, None, "D1N"),
        ({"takeback": True}, VEGAS3, "D3V"),
        ({"scoring": "vegas", "takeback": True}, None, "D1V"),
        ({"takeback": False}, None, "takeback"),
        ({"takeback": False}, VEGAS3, "takeback"),
        ({"scoring": "casual", "takeback": False}, None, "takeback"),
        ({"scoring": "casual", "score": False}, None, "D1C-unscored"),
        ({"score": False}, CASUAL, "D1C-unscored"),
        ({"score": True}, CASUAL, "D1C"),
        ({"score": True}, NORMAL, "D1N"),
        ({"score": False}, None, "score"),
        ({"score": False}, NORMAL, "score"),
        ({"scoring": "traditional", "score": False}, CASUAL, "score"),
        # A code says everything but whether a score is kept, and nothing is remembered beside it.
        ({"code": "KL1-D3V-AAAAAAG"}, NORMAL, "D3V"),
        ({"code": "kl1 d3v aaaaaag"}, MILD, "D3V"),
        ({"code": "KL1-D1T-AAAAAAG"}, MILD, "D1T"),
        ({"code": "KL1-D3V-AAAAAAG", "draw": 3, "scoring": "vegas"}, None, "D3V"),
        ({"code": "KL1-D1B-AAAAAAG", "takeback": True}, None, "D1B"),
        ({"code": "KL1-D1C-AAAAAAG", "score": False}, None, "D1C-unscored"),
        ({"code": "KL1-D3V-AAAAAAG", "draw": 1}, None, "code-draw"),
        ({"code": "KL1-D3V-AAAAAAG", "scoring": "normal"}, None, "code-scoring"),
        ({"code": "KL1-D1T-AAAAAAG", "takeback": True}, None, "code-takeback"),
        ({"code": "KL1-D1B-AAAAAAG", "takeback": False}, None, "code-takeback"),
        ({"code": "KL1-D1N-AAAAAAG", "takeback": False}, None, "code-takeback"),
        ({"code": "KL1-D1N-AAAAAAG", "score": False}, None, "score"),
    ],
)
def test_a_choice_is_made_whole(
    given: dict[str, Any], remembered: PlayerRecord | None, expected: str
) -> None:
    """Options come before what is remembered, that before the defaults; conflicts are named."""
    choice = Choice(**given)
    if expected.startswith("D"):
        settled = settle(choice, remembered)
        assert str(settled.rules) == expected
        assert (settled.deal is not None) == ("code" in given)
    else:
        with pytest.raises(OptionConflict) as caught:
            settle(choice, remembered)
        assert caught.value.which == expected


def test_a_wrong_code_is_told_before_anything_else() -> None:
    """A code that is none raises its own error, whatever stands beside it."""
    with pytest.raises(CodeError):
        settle(Choice(code="KL1-D9N-AAAAAAG", draw=3, takeback=False), None)


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_confirmed_rules_are_taken_as_they_are(rules: Rules) -> None:
    """A confirmation carries whole rules, with a code or without: nothing that is remembered changes them."""
    assert settle(Choice(rules=rules), STRICT3) == (rules, None)
    code = DealCode.parse(f"KL1-D{rules.draw}{rules.letter}-AAAAAAG")
    assert settle(Choice(rules=rules, code=str(code)), STRICT3) == (rules, code.deal)


def test_every_combination_is_rules_or_a_conflict() -> None:
    """No mixture of options and memories ends in any other error, and rules are what was asked for."""
    scorings = (None, "normal", "vegas", "casual", "traditional")
    switches = (None, True, False)
    codes = (None, "KL1-D1T-AAAAAAG", "KL1-D3C-AAAAAAG")
    people = (None, NEWCOMER, NORMAL, VEGAS3, CASUAL, STRICT3, MILD)
    settled = 0
    for draw, scoring, takeback, score, code, who in product(
        (None, 1, 3), scorings, switches, switches, codes, people
    ):
        try:
            rules, deal = settle(Choice(draw, scoring, takeback, score, code), who)
        except OptionConflict:
            continue
        settled += 1
        assert draw in {None, rules.draw}
        assert scoring in {None, rules.scoring.value}
        assert takeback in {None, rules.take_back}
        assert rules.scored == (score is not False)
        assert (deal is None) == (code is None)
    assert settled > 500
