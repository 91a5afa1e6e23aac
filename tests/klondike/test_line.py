"""Carrying out a typed line: in order, as far as it is legal."""

from __future__ import annotations

import json
from typing import Final

import pytest

from klondike import (
    Deal,
    Finish,
    Game,
    IllegalMove,
    Move,
    NothingToRedo,
    NothingToUndo,
    Outcome,
    Reason,
    Redo,
    Rules,
    Undo,
)
from klondike.errors import NotationError, NotationFault
from klondike.intents import DrawTo, UndoIntent
from klondike.line import LineResult, play_line
from klondike.notation import MAX_ACTIONS, parse
from tests.klondike.tables import cards, game_at
from tests.shared_data import SHARED, needs_shared

NORMAL = Rules.preset()
NORMAL_3 = Rules.preset(draw=3)
VEGAS = Rules.preset(scoring="vegas")
WINS: Final = SHARED / "solver" / "wins.jsonl"


def texts(result: LineResult) -> list[str]:
    """Give the canonical texts of what was done."""
    return [str(done.action) for done in result.done]


def reason(result: LineResult) -> Reason:
    """Give the reason at which a line stopped."""
    assert isinstance(result.refusal, IllegalMove)
    return result.refusal.reason


def test_a_line_is_carried_out_in_order() -> None:
    """Each move is done in turn, and the result holds what it did and for which part of the line."""
    game = game_at(NORMAL, "9c | 8s 7h", "3c | 9d", stock="ah 2c")
    result = play_line(game, "8s 9d d wf")
    assert (texts(result), game.log) == (["12x2", "d", "wf"], "12x2 d wf")
    assert (result.refused, result.refusal, result.asked) == (None, None, 3)
    assert [str(done.intent) for done in result.done] == ["8s 9d", "d", "wf"]
    first = result.done[0].step
    assert first is not None
    assert (first.cards, first.turned, first.points) == (cards("8s 7h"), cards("9c")[0], 5)


def test_later_moves_see_the_cards_that_earlier_ones_turned_up() -> None:
    """Each intent is resolved against the view of its moment."""
    game = game_at(NORMAL, "ah | 7h", "8s")
    assert texts(play_line(game, "12 ah")) == ["12x1", "1f"]


def test_a_syntax_error_anywhere_does_nothing_at_all() -> None:
    """The whole line is read before its first move is made."""
    game = Game(Deal(6), NORMAL)
    for text in ("d d hello", "d; 357", "d d 3>", "d41", "u0 d"):
        with pytest.raises(NotationError):
            play_line(game, text)
    assert game.log == ""


def test_a_line_stops_at_the_first_refusal() -> None:
    """What was done before stands, what comes after is not tried, and the refused part is named."""
    game = game_at(NORMAL, "7h", "8d", stock="2c 3c")
    result = play_line(game, "d 12 d")
    assert (texts(result), game.log) == (["d"], "d")
    assert (str(result.refused), reason(result), result.asked) == ("12", Reason.SAME_COLOUR, 3)
    assert result.partly_done == 0


def test_undoing_more_than_there_is_undoes_what_there_is() -> None:
    """`u5` with three left undoes three and says that nothing more is there."""
    game = Game(Deal(6), NORMAL)
    drawn = play_line(game, "d3").done
    result = play_line(game, "u5")
    assert texts(result) == ["u", "u", "u"]
    assert (result.refused, result.partly_done, result.asked) == (UndoIntent(5), 3, 5)
    assert isinstance(result.refusal, NothingToUndo)
    assert [(done.action, done.step) for done in result.done] == [(Undo(), d.step) for d in reversed(drawn)]


def test_redone_actions_tell_what_they_did() -> None:
    """A redo carries the step of the action that is played again; one too many is refused."""
    game = Game(Deal(6), NORMAL)
    drawn = [done.step for done in play_line(game, "d2").done]
    play_line(game, "u2")
    result = play_line(game, "redo 3")
    assert [(done.action, done.step) for done in result.done] == [(Redo(), step) for step in drawn]
    assert isinstance(result.refusal, NothingToRedo)


def test_a_count_of_draws_stops_before_a_recycle() -> None:
    """`d5` with two cards left draws two; a plain `d` after that would have recycled."""
    game = game_at(NORMAL, "8s", stock="2c 3c")
    result = play_line(game, "d5")
    assert (texts(result), reason(result), result.partly_done) == (["d", "d"], Reason.STOCK_EMPTY, 2)
    assert texts(play_line(game, "d d")) == ["r", "d"]


def test_a_count_of_draws_in_the_last_pass_says_that_it_was_the_last() -> None:
    """Vegas has no second pass: after the last card the reason is that no pass is left."""
    game = game_at(VEGAS, "8s", stock="2c 3c")
    assert reason(play_line(game, "d3")) is Reason.NO_PASS_LEFT
    assert reason(play_line(game, "d")) is Reason.NO_PASS_LEFT


def test_drawing_to_a_card_stops_when_it_shows() -> None:
    """A card known from an earlier pass is drawn to, and not further."""
    game = game_at(NORMAL, "8s", stock="2c 3c 7h 4c", seen="2c 3c 7h 4c")
    result = play_line(game, "d 7h w1")
    assert texts(result) == ["d", "d", "d", "w1"]
    assert result.refusal is None
    assert result.asked == 2


def test_a_card_shows_as_soon_as_it_is_in_the_fan() -> None:
    """With three cards a draw, a card that comes out covered but fanned is shown."""
    game = game_at(NORMAL_3, "8s", stock="2c 7h 3c 4c", seen="7h")
    assert texts(play_line(game, "d 7h")) == ["d"]


def test_drawing_to_a_card_that_shows_already_is_refused() -> None:
    """It is not in the stock any more, and not one card is drawn."""
    game = game_at(NORMAL, "8s", stock="2c", waste="7h")
    result = play_line(game, "d 7h")
    assert (texts(result), result.refused, reason(result)) == (
        [],
        DrawTo(cards("7h")[0]),
        Reason.NOT_IN_STOCK,
    )


def test_drawing_to_a_card_counts_every_draw_toward_the_limit() -> None:
    """A line never does more than forty actions, even where its text cannot tell how many it asks for."""
    stock = "2c 3c 4c 5c 6c 7c 8c 9c 10c jc qc kc"
    game = game_at(NORMAL, "8s", stock=stock, seen=stock)
    result = play_line(game, "d u " * 17 + "d kc")
    assert (len(result.done), game.ply) == (MAX_ACTIONS, MAX_ACTIONS)
    assert isinstance(result.refusal, NotationError)
    assert (result.refusal.fault, result.partly_done) == (NotationFault.TOO_MANY, 6)


def test_a_finish_wins_and_ends_the_line() -> None:
    """The game is over after it, so that the next move is refused for that."""
    game = game_at(NORMAL, "kc", home=(13, 13, 13, 12))
    result = play_line(game, "finish u")
    assert texts(result) == ["finish"]
    assert result.done[0].action == Finish()
    assert result.done[0].step is not None
    assert (game.outcome(), reason(result)) == (Outcome.WON, Reason.GAME_OVER)


def test_the_same_repeated_text_is_counted_apart() -> None:
    """`u2 u2` with three left did two of the first and one of the second."""
    game = Game(Deal(6), NORMAL)
    play_line(game, "d3")
    result = play_line(game, "u2 u2")
    assert (len(result.done), result.partly_done) == (3, 1)


@needs_shared
def test_a_known_win_can_be_typed_from_its_log() -> None:
    """Winning lines, typed forty moves at a time, win."""
    if not WINS.exists():
        pytest.skip(f"no winning lines at {WINS}")
    for row in map(json.loads, WINS.read_text().splitlines()):
        game = Game.from_code(row["code"])
        words = row["line"].split()
        for at in range(0, len(words), MAX_ACTIONS):
            assert play_line(game, " ".join(words[at : at + MAX_ACTIONS])).refusal is None
        assert (game.outcome(), game.log) == (Outcome.WON, row["line"])


def test_moves_are_also_carried_out_by_their_parsed_texts() -> None:
    """A line's intents stand in the result as they were understood."""
    game = Game(Deal(6), NORMAL)
    result = play_line(game, "D ; d")
    assert list(result.intents) == parse("d d")
    assert all(isinstance(done.action, Move) for done in result.done)
