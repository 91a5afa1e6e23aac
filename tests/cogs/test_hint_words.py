"""Hints in words, and the lines that do what they say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.advice import Advice, Level
from cogs.control_id import CUSTOM_ID_LIMIT, ControlAction, ControlId
from cogs.hint_words import advice_text, plan_line
from cogs.i18n import languages, speaker
from cogs.wording import move_text
from klondike import Card, Deal, Game, Move, Pile, Rules
from klondike.hint import Hint, HintKind, HintReason, Imagined, simple_hint
from klondike.line import play_line
from tests.strategies import PRESETS

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


def test_a_card_taken_back_for_a_stock_card_is_named_as_such() -> None:
    """The card that is drawn is not the one that is taken back."""
    moves = tuple(map(Move.parse, ("r", "d", "fc3", "w3")))
    reason = HintReason(
        HintKind.TAKE_BACK, onto=Pile("3"), onto_card=Card.parse("8d"), helps=Card.parse("6d")
    )
    hint = Hint(moves[0], moves, Card.parse("7c"), reason.after(moves))
    assert text(hint) == (
        "💡 Turn the waste over, draw once to the 6♦, take the 7♣ back and put it on the 8♦ in column 3. "
        "Then the 6♦ can go on it."
    )


def test_a_shift_before_a_card_goes_home_is_told_as_it_lies() -> None:
    """Deal 1: the 4♣ is shifted with the 3♦ on it, and the 5♥ beneath goes home."""
    game = reached(HintKind.UNCOVER_HOME)
    hint = simple_hint(game.view)
    assert hint is not None
    assert hint.reason.helps is not None
    told = advice_text(SAY, game.view, Advice(hint, Level.SIMPLE, Level.SIMPLE))
    assert move_text(SAY, game.view, Move.parse(str(hint.action))) in told
    assert told.endswith(f"Then the {hint.reason.helps.symbol} can go home.")


def test_a_recycle_on_the_way_tells_what_it_costs() -> None:
    """As the button does."""
    view = replace(START, stock=(), waste=START.stock, score=60)
    told = advice_text(SAY, view, Advice(to_stock_card("r", "d", "w2"), Level.SIMPLE, Level.SIMPLE))
    assert told.endswith("-# Turning the waste over costs 60 points.")


def test_figures_that_speak_against_the_hint_are_left_out() -> None:
    """Close to a tie the move tried most may have won a little less."""
    hint = to_stock_card("d", "w2")
    told = Hint(hint.action, hint.plan, hint.card, hint.reason, Imagined(0, 1000, 1, 50))
    assert "%" not in text(told, level=Level.STRONG, asked=Level.STRONG)


@pytest.mark.parametrize("draw", [1, 3])
def test_the_first_move_of_a_strong_hint_is_named_from_the_board(draw: int) -> None:
    """Take-backs and shifts too: what is told first is what can be done first."""
    search = pytest.importorskip("klondike.search.imagining", reason="the extra `search` is not installed")
    for deal in range(4):
        game = Game(Deal(deal), Rules.preset(draw=draw))
        while (hint := search.strong_hint(game.view, iterations=50)) is not None:
            told = advice_text(SAY, game.view, Advice(hint, Level.STRONG, Level.STRONG))
            if isinstance(hint.action, Move) and str(hint.action) not in {"d", "r"}:
                assert move_text(SAY, game.view, hint.action) in told
            game.play(hint.action)


def reached(kind: HintKind) -> Game:
    """Give the first game in which following simple hints comes to a hint of a kind."""
    for deal in range(1000):
        game = Game(Deal(deal), PRESETS[0])
        while (hint := simple_hint(game.view)) is not None:
            if hint.reason.kind is kind:
                return game
            game.play(hint.action)
    raise LookupError(kind)


def test_the_strong_hint_tells_what_it_imagined() -> None:
    """Shares of the imagined deals that were won, with the hint and with the next best move."""
    hint = to_stock_card("d", "w2")
    told = Hint(hint.action, hint.plan, hint.card, hint.reason, Imagined(610, 1000, 12, 25))
    said = text(told, level=Level.STRONG, asked=Level.STRONG)
    assert said.endswith("wins in 61 % of them, the next best move in 48 %.")


def test_a_certain_hint_says_so() -> None:
    """A step of a way that is sure to win tells that, and a hint that only counts does not."""
    step = Move.parse("d")
    sure = Hint(step, (step,), None, HintReason(HintKind.SURE, draws=1), certain=True)
    told = text(sure, level=Level.STRONG, asked=Level.STRONG)
    assert "a way that wins" in told
    assert told.endswith("whatever lies face down.")
    assert "Proved" not in text(to_stock_card("d", "w2"))


def test_where_the_simple_level_had_to_answer_it_says_so() -> None:
    """The player had asked for more."""
    assert "This is a simple hint" in text(None, asked=Level.STRONG)
    assert "This is a simple hint" not in text(None)
    assert "no useful move" in text(None)


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
