"""Hints in words, and the lines that do what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.advice import Advice, Level
from cogs.control_id import CUSTOM_ID_LIMIT, ControlAction, ControlId
from cogs.hint_words import advice_text, plan_line
from cogs.i18n import languages, speaker
from klondike import Card, Deal, Game, Move, Pile
from klondike.hint import Hint, HintKind, HintReason, Imagined, simple_hint
from klondike.line import play_line
from tests.strategies import PRESETS

if TYPE_CHECKING:
    from klondike import Rules

SAY = speaker("en")
START = Game(Deal(6), PRESETS[0]).view


def text(hint: Hint | None, *, level: Level = Level.SIMPLE, asked: Level = Level.SIMPLE) -> str:
    """Tell a hint in English."""
    return advice_text(SAY, START, Advice(hint, level, asked))


def to_stock_card(*plan: str, onto: str | None = "2", onto_card: str | None = "8s") -> Hint:
    """Make a hint that leads to the 7♥ of the stock."""
    moves = tuple(map(Move.parse, plan))
    reason = HintReason(
        HintKind.MAKE_ROOM,
        column=Pile("4"),
        onto=Pile(onto) if onto else None,
        onto_card=Card.parse(onto_card) if onto_card else None,
        helps=Card.parse("6s"),
    )
    return Hint(moves[0], moves, Card.parse("7h"), reason.after(moves))


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (to_stock_card("d", "w2"), "Draw once to the 7♥ and put it on the 8♠ in column 2."),
        (to_stock_card("d", "d", "d", "d", "w2"), "Draw 4 times to the 7♥ and put it on the 8♠ in column 2."),
        (
            to_stock_card("d", "r", "d", "w2"),
            "Turn the waste over on the way, draw 2 times to the 7♥ and put it on the 8♠ in column 2.",
        ),
        (to_stock_card("d", "w2", onto_card=None), "Draw once to the 7♥ and put it into the empty column 2."),
        (to_stock_card("d", "wf", onto=None), "Draw once to the 7♥ and put it on its foundation."),
    ],
)
def test_a_plan_to_a_stock_card_is_one_sentence(hint: Hint, words: str) -> None:
    """It counts the draws, names the card and where it goes, and says what that is good for."""
    assert text(hint) == f"💡 {words} Then the 6♠ can follow and turn up a card in column 4."


def test_the_strong_hint_tells_what_it_imagined() -> None:
    """Shares of the imagined deals that were won, with the hint and with the next best move."""
    hint = to_stock_card("d", "w2")
    told = Hint(hint.action, hint.plan, hint.card, hint.reason, Imagined(610, 1000, 12, 25))
    assert text(told, level=Level.STRONG, asked=Level.STRONG).endswith("wins 61 %, the next best move 48 %.")


def test_where_the_simple_level_had_to_answer_it_says_so() -> None:
    """The player had asked for more."""
    assert "This is the simple hint" in text(None, asked=Level.STRONG)
    assert "This is the simple hint" not in text(None)
    assert "nothing useful" in text(None)


@pytest.mark.parametrize("rules", PRESETS, ids=str)
@settings(max_examples=6, deadline=None)
@given(deal=st.integers(0, 10**6))
def test_the_line_of_a_hint_does_what_it_tells(rules: Rules, deal: int) -> None:
    """Through whole games: its line plays exactly its plan, fits on a button and is told in words."""
    game = Game(Deal(deal), rules)
    for _ in range(200):
        hint = simple_hint(game.view)
        if hint is None:
            break
        line = plan_line(hint)
        control = ControlId(10**17, 10**8, ControlAction.DO, line.replace(" ", "_"))
        assert ControlId.parse(str(control)) == control
        assert len(str(control)) <= CUSTOM_ID_LIMIT
        for language in languages():
            assert advice_text(speaker(language), game.view, Advice(hint, Level.SIMPLE, Level.SIMPLE))
        result = play_line(game, line)
        assert result.refusal is None
        assert tuple(done.action for done in result.done) == hint.plan
