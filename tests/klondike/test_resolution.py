"""What typed moves mean on a table, and the precise reason where they mean nothing legal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from klondike import Card, Deal, Game, GameOver, IllegalMove, NothingToRedo, NothingToUndo, Reason, Rules
from klondike.errors import AmbiguousMove
from klondike.notation import parse, resolve
from tests.klondike.tables import game_at

Refusal = tuple[tuple[str, ...], dict[str, Any], str, Reason, str, str]

NORMAL = Rules.preset()
NORMAL_3 = Rules.preset(draw=3)
VEGAS = Rules.preset(scoring="vegas")
TRADITIONAL = Rules.preset(scoring="traditional")
TRADITIONAL_3 = Rules.preset(scoring="traditional", draw=3)


def answer(game: Game, text: str) -> str:
    """Give the canonical text of the action that a text stands for."""
    [intent] = parse(text)
    action = resolve(intent, game.view)
    assert getattr(action, "source", None) is None or action in game.legal_moves
    return str(action)


def refusal(game: Game, text: str) -> IllegalMove:
    """Give the error with which a text is refused."""
    [intent] = parse(text)
    with pytest.raises(IllegalMove) as caught:
        resolve(intent, game.view)
    assert caught.value.move == str(intent)
    return caught.value


# columns, the rest of the table, typed, canonical
MEANINGS: list[tuple[tuple[str, ...], dict[str, Any], str, str]] = [
    # drawing
    ((), {"stock": "5h"}, "d", "d"),
    ((), {"stock": "5h"}, "s", "d"),
    ((), {"stock": "5h"}, "sw", "d"),
    ((), {"stock": "5h"}, "d3", "d"),
    ((), {"waste": "5h"}, "d", "r"),
    ((), {"waste": "5h"}, "r", "r"),
    ((), {"waste": "5h"}, "ws", "r"),
    ((), {"stock": "2c 5h 9d", "seen": "5h"}, "d 5h", "d"),
    # column to column: the count that fits, or exactly so many
    (("2c | 8s 7h 6s", "9d"), {}, "12", "12x3"),
    (("2c | 8s 7h 6s", "8c"), {}, "1>2", "12x2"),
    (("2c | 8s 7h 6s", "7d"), {}, "12", "12x1"),
    (("2c | 8s 7h 6s", "8c"), {}, "1:2 2", "12x2"),
    (("2c | ks qh", ""), {}, "12", "12x2"),
    # by cards
    (("2c | 8s 7h 6s", "8c"), {}, "7h 8c", "12x2"),
    (("2c | 8s 7h 6s", "8c"), {}, "7h 2", "12x2"),
    (("2c | 8s 7h 6s", "8c"), {}, "1 8c", "12x2"),
    (("8c",), {"waste": "7h"}, "7h 8c", "w1"),
    (("8c",), {"waste": "7h"}, "w8c", "w1"),
    (("8c",), {"home": (0, 7, 0, 0)}, "7h 8c", "fh1"),
    (("8c",), {"home": (0, 7, 0, 0)}, "fh 8c", "fh1"),
    # to the first empty column
    (("2c", "", "2d | kd qs"), {}, "kd e", "32x2"),
    (("2c", "", "2d | kd qs"), {}, "3e", "32x2"),
    (("2c", "", "2d"), {"waste": "kd"}, "we", "w2"),
    (("2c", "", "2d"), {"home": (0, 0, 13, 0)}, "fde", "fd2"),
    (("kd",), {}, "kd e", "12x1"),
    # home
    (("5s | ah",), {}, "1", "1f"),
    (("5s | ah",), {}, "ah", "1f"),
    (("5s | ah",), {}, "1f", "1f"),
    (("5s | ah",), {}, "1fs", "1f"),
    ((), {"waste": "ah"}, "w", "wf"),
    ((), {"waste": "ah"}, "wfc", "wf"),
    ((), {"waste": "ah"}, "ah f", "wf"),
    (("5s | 4h",), {"home": (0, 3, 0, 0)}, "4h 3h", "1f"),
    (("5s | 4h",), {"home": (0, 3, 0, 0)}, "1 3h", "1f"),
    # take-back
    (("5s",), {"home": (0, 4, 0, 0)}, "fh1", "fh1"),
    (("5s",), {"home": (4, 4, 3, 4)}, "f1", "fh1"),
    (("",), {"home": (4, 13, 3, 4)}, "fe", "fh1"),
    # double taps: home; else the longest column, face-down cards counted, ties leftmost; else a king
    (("5s | ah", "2c"), {}, "11", "1f"),
    (("9c | 7h", "8c", "2c 3c | 8s"), {}, "11", "13x1"),
    (("9c | 7h", "8c", "8s"), {}, "7h 7h", "12x1"),
    (("8s 7h", "8c"), {}, "11", "12x1"),
    (("2c | 8s 7h 6s", "8c", "2d 3d 4d | 9h"), {}, "7h7h", "12x2"),
    (("2c | 8s 7h", "9h"), {"home": (0, 6, 0, 0)}, "8s 8s", "12x2"),
    (("8s",), {"waste": "7d"}, "ww", "w1"),
    (("2c | kd qs", "", ""), {}, "kd kd", "12x2"),
    (("2c", "", ""), {"waste": "kd"}, "ww", "w2"),
]

# columns, the rest of the table, typed, reason, card, onto
REFUSALS: list[Refusal] = [
    # a card that cannot be seen is refused in the same words wherever it lies, and named if it was seen
    (("7h | 2c", "8s"), {}, "7h 8s", Reason.NOT_VISIBLE, "", ""),
    (("7h | 2c", "8s"), {"seen": "7h"}, "7h", Reason.NOT_VISIBLE, "7h", ""),
    (("8s",), {"stock": "7h"}, "7h 7h", Reason.NOT_VISIBLE, "", ""),
    (("8s",), {"stock": "7h", "seen": "7h"}, "7h 1", Reason.NOT_VISIBLE, "7h", ""),
    (("8s",), {"waste": "7h 2c", "seen": "7h"}, "7h 8s", Reason.NOT_VISIBLE, "7h", ""),
    (("7c",), {"waste": "7h 2c", "seen": "7h"}, "7c 7h", Reason.NOT_VISIBLE, "", "7h"),
    (("8s", "7h | 2c"), {"waste": "6s", "seen": "7h"}, "w 7h", Reason.NOT_VISIBLE, "", "7h"),
    (("8s",), {"home": (1, 1, 1, 1)}, "2h", Reason.NOT_VISIBLE, "", ""),
    (("8s", "7h | 2c"), {"waste": "6s"}, "w 7h", Reason.NOT_VISIBLE, "", ""),
    (("8s",), {"stock": "7h 2c"}, "d 7h", Reason.NOT_VISIBLE, "", ""),
    (("8s", "7h | 2c"), {"stock": "3c"}, "d 7h", Reason.NOT_VISIBLE, "", ""),
    # drawing to a card
    (("8s",), {"stock": "2c"}, "d 8s", Reason.NOT_IN_STOCK, "8s", ""),
    ((), {"stock": "2c", "waste": "3c 4c", "seen": "3c"}, "d 3c", Reason.NOT_IN_STOCK, "3c", ""),
    ((), {"stock": "2c", "waste": "3c 4c"}, "d 4c", Reason.NOT_IN_STOCK, "4c", ""),
    (("7h | 2c",), {"stock": "2d", "seen": "7h"}, "d 7h", Reason.NOT_IN_STOCK, "7h", ""),
    # stock and waste
    ((), {}, "d", Reason.NOTHING_TO_DRAW, "", ""),
    ((), {}, "d2", Reason.NOTHING_TO_DRAW, "", ""),
    ((), {"waste": "2c"}, "d2", Reason.STOCK_EMPTY, "", ""),
    ((), {"waste": "2c"}, "sw", Reason.STOCK_EMPTY, "", ""),
    ((), {"stock": "3c", "waste": "2c"}, "r", Reason.STOCK_NOT_EMPTY, "", ""),
    ((), {"stock": "3c", "waste": "2c"}, "ws", Reason.STOCK_NOT_EMPTY, "", ""),
    (("8s",), {"stock": "3c"}, "s1", Reason.STOCK_CARD, "", ""),
    (("8s",), {"stock": "3c"}, "s8s", Reason.STOCK_CARD, "", ""),
    (("8s",), {"stock": "3c"}, "1 s", Reason.NO_SUCH_TARGET, "", ""),
    (("8s",), {"waste": "3c"}, "1w", Reason.NO_SUCH_TARGET, "8s", ""),
    (("2s",), {"waste": "3h"}, "2s 3h", Reason.NO_SUCH_TARGET, "2s", "3h"),
    # empty piles
    (("", "8s"), {}, "12", Reason.EMPTY_COLUMN, "", ""),
    (("", "8s"), {}, "1e", Reason.EMPTY_COLUMN, "", ""),
    (("",), {}, "1", Reason.EMPTY_COLUMN, "", ""),
    (("",), {}, "11", Reason.EMPTY_COLUMN, "", ""),
    (("8s",), {}, "w", Reason.EMPTY_WASTE, "", ""),
    (("8s",), {}, "ww", Reason.EMPTY_WASTE, "", ""),
    (("8s",), {}, "w1", Reason.EMPTY_WASTE, "", ""),
    (("8s",), {}, "fh1", Reason.EMPTY_FOUNDATION, "", ""),
    (("8s",), {}, "f1", Reason.EMPTY_FOUNDATION, "", ""),
    (("8s",), {}, "f", Reason.EMPTY_FOUNDATION, "", ""),
    (("8s",), {"home": (1, 0, 0, 0)}, "fh fh", Reason.EMPTY_FOUNDATION, "", ""),
    # column to column
    (("8s 7h",), {}, "7h 1", Reason.SAME_PILE, "7h", "7h"),
    (("8s 7h",), {}, "7h 8s", Reason.SAME_PILE, "7h", "7h"),
    (("2c | 8s 7h", ""), {}, "12", Reason.ONLY_KING, "8s", ""),
    (("2c | 8s 7h", ""), {}, "12x1", Reason.ONLY_KING, "7h", ""),
    (("2c | 8s", ""), {}, "1e", Reason.ONLY_KING, "8s", ""),
    (("7h", "8d"), {}, "12", Reason.SAME_COLOUR, "7h", "8d"),
    (("6h", "8s"), {}, "12", Reason.WRONG_RANK, "6h", "8s"),
    (("8s 7h", "5d"), {}, "12", Reason.NO_COUNT_FITS, "8s", "5d"),
    (("8s 7h", "6d 5s"), {}, "12", Reason.NO_COUNT_FITS, "8s", "5s"),
    (("8s 7h 6s", "9d"), {}, "12x2", Reason.WRONG_RANK, "7h", "9d"),
    (("2c | 8s 7h", "9d"), {}, "12x3", Reason.TOO_FEW_FACE_UP, "", ""),
    (("8s 7h 6s", "8c", "9c"), {}, "7h 9c", Reason.WRONG_RANK, "7h", "9c"),
    (("8s 7h", "8c"), {"waste": "7d"}, "w 8s", Reason.BURIED, "", "8s"),
    (("8s 7h", "8c"), {"waste": "7d"}, "7d 8s", Reason.BURIED, "7d", "8s"),
    (("2c", "3c", "4c", "5c", "6c", "7c", "kd"), {}, "kd e", Reason.NO_EMPTY_COLUMN, "", ""),
    # home
    (("2s ah",), {}, "1fx2", Reason.ONE_AT_A_TIME, "2s", ""),
    (("8s 7h",), {"home": (7, 0, 0, 0)}, "8s f", Reason.BURIED, "8s", ""),
    (("8s 7h",), {"home": (7, 0, 0, 0)}, "8s", Reason.BURIED, "8s", ""),
    (("2c", "8s 7h"), {"home": (7, 0, 0, 0)}, "8s", Reason.BURIED, "8s", ""),
    (("8s",), {"waste": "7h"}, "w1x2", Reason.BURIED, "", ""),
    (("8s",), {"home": (0, 7, 0, 0)}, "6h", Reason.BURIED, "6h", ""),
    (("8s",), {"home": (0, 7, 0, 0), "waste": "7s"}, "7s 6h", Reason.BURIED, "7s", "6h"),
    (("8s",), {}, "1", Reason.FOUNDATION_ORDER, "8s", ""),
    (("8s",), {"waste": "2h"}, "wfh", Reason.FOUNDATION_ORDER, "2h", ""),
    (("4d",), {"home": (0, 3, 3, 0)}, "4d 3h", Reason.FOUNDATION_ORDER, "4d", "3h"),
    (("4d 3s",), {"home": (0, 3, 3, 0)}, "4d 3h", Reason.FOUNDATION_ORDER, "4d", "3h"),
    (("5h",), {"home": (0, 3, 0, 0)}, "5h 3h", Reason.FOUNDATION_ORDER, "5h", ""),
    (("8s",), {"home": (1, 0, 0, 0)}, "fsf", Reason.FOUNDATION_TO_FOUNDATION, "as", ""),
    (("8s",), {"home": (1, 0, 0, 0)}, "fs fh", Reason.FOUNDATION_TO_FOUNDATION, "as", ""),
    (("8s",), {"home": (1, 0, 0, 0)}, "fs", Reason.FOUNDATION_TO_FOUNDATION, "", ""),
    (("8s",), {"home": (1, 0, 0, 0)}, "f", Reason.FOUNDATION_TO_FOUNDATION, "", ""),
    (("8s",), {"home": (1, 0, 0, 0)}, "as", Reason.FOUNDATION_TO_FOUNDATION, "as", ""),
    (("8s",), {"home": (1, 0, 0, 0)}, "as as", Reason.FOUNDATION_TO_FOUNDATION, "as", ""),
    # take-back that fits nowhere: the top that comes nearest
    (("8s",), {"home": (7, 6, 0, 2)}, "f1", Reason.SAME_COLOUR, "7s", "8s"),
    (("8s",), {"home": (0, 6, 0, 2)}, "f1", Reason.WRONG_RANK, "6h", "8s"),
    (("9c",), {"home": (7, 7, 0, 0)}, "f1", Reason.WRONG_RANK, "7h", "9c"),
    (("8s",), {"home": (0, 6, 9, 0)}, "f1", Reason.WRONG_RANK, "6h", "8s"),
    (("",), {"home": (0, 6, 0, 2)}, "f1", Reason.ONLY_KING, "6h", ""),
    # double taps without a place
    (("2c | 8s", "9c"), {}, "11", Reason.NO_PLACE, "8s", ""),
    (("kd qs", ""), {}, "kd kd", Reason.NO_PLACE, "kd", ""),
    (("2s ah", "8c"), {"home": (1, 0, 0, 0)}, "2s 2s", Reason.NO_PLACE, "2s", ""),
    # finish
    (("2c | 8s",), {}, "finish", Reason.NOT_FINISHABLE, "", ""),
    (("8s",), {"stock": "2c"}, "finish", Reason.NOT_FINISHABLE, "", ""),
]


@pytest.mark.parametrize(("columns", "rest", "text", "canonical"), MEANINGS)
def test_a_text_stands_for_one_legal_action(
    columns: tuple[str, ...], rest: dict[str, Any], text: str, canonical: str
) -> None:
    """On a given table a text means exactly this action, which is legal."""
    assert answer(game_at(NORMAL, *columns, **rest), text) == canonical


@pytest.mark.parametrize("row", REFUSALS, ids=lambda row: f"{row[2]}-{row[3].value}")
def test_a_refusal_names_the_rule_and_the_cards(row: Refusal) -> None:
    """On a given table a text breaks exactly this rule, with these cards."""
    columns, rest, text, *expected = row
    error = refusal(game_at(NORMAL, *columns, **rest), text)
    assert [error.reason, str(error.card or ""), str(error.onto or "")] == expected


def test_every_reason_is_reached() -> None:
    """No reason exists that no typed move has; four need other rules and have tests of their own."""
    elsewhere = {Reason.NO_TAKE_BACK, Reason.NO_PASS_LEFT, Reason.GAME_OVER, Reason.NOT_A_RUN}
    assert {row[3] for row in REFUSALS} | elsewhere == set(Reason)


@pytest.mark.parametrize("text", ["fh1", "4h 5s", "f1", "fh 5s"])
def test_a_take_back_is_refused_where_the_rules_forbid_it(text: str) -> None:
    """Traditional rules leave cards at home, however the move is written."""
    game = game_at(TRADITIONAL, "5s", home=(0, 4, 0, 0))
    assert refusal(game, text).reason is Reason.NO_TAKE_BACK


@pytest.mark.parametrize("text", ["d", "d2", "r", "ws", "sw"])
def test_without_another_pass_the_end_of_the_stock_is_the_end(text: str) -> None:
    """Vegas has one pass: neither a draw nor a recycle turns the waste over."""
    assert refusal(game_at(VEGAS, waste="2c 3c"), text).reason is Reason.NO_PASS_LEFT


def test_cards_that_are_no_run_do_not_move_together() -> None:
    """A table that no real game reaches is still checked."""
    game = game_at(NORMAL, "9s 7h", "10h")
    error = refusal(game, "12x2")
    assert (error.reason, error.card) == (Reason.NOT_A_RUN, Card.parse("9s"))


def test_several_take_backs_that_fit_are_not_chosen_between() -> None:
    """`f1` with two fours that fit on the five asks which one."""
    game = game_at(NORMAL, "5s", home=(0, 4, 4, 0))
    with pytest.raises(AmbiguousMove) as caught:
        resolve(parse("f1")[0], game.view)
    assert (caught.value.text, caught.value.candidates) == ("f1", ("fh1", "fd1"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [("3c", Reason.BURIED), ("4c 5h", Reason.BURIED), ("2c", Reason.NOT_VISIBLE), ("6d 4c", None)],
)
def test_a_covered_card_of_the_fan_is_seen_and_one_beyond_it_is_not(text: str, reason: Reason | None) -> None:
    """Of the waste the fan is seen: its covered cards are called covered, those beyond it are not known."""
    game = game_at(NORMAL_3, "5h", "6d", waste="2c 3c 4c 5c")
    assert refusal(game, text).reason is (reason or Reason.NO_SUCH_TARGET)


def test_only_the_top_of_a_waste_without_a_fan_is_seen() -> None:
    """Traditional rules show one waste card, so that the one beneath it is refused like any hidden card."""
    game = game_at(TRADITIONAL_3, "5h", waste="2c 4c 9c")
    assert refusal(game, "4c 5h").reason is Reason.NOT_VISIBLE
    assert refusal(game, "d 4c").reason is Reason.NOT_VISIBLE


@pytest.mark.parametrize(("card", "shows"), [("2c", False), ("3c", False), ("4c", True), ("5c", True)])
def test_drawing_to_a_card_that_would_come_out_covered_is_refused(card: str, *, shows: bool) -> None:
    """Without a fan only each third card, and the last, is ever shown by a draw."""
    game = game_at(TRADITIONAL_3, stock="2c 3c 4c 5c", seen="2c 3c 4c 5c")
    if shows:
        assert answer(game, f"d {card}") == "d"
    else:
        assert refusal(game, f"d {card}").reason is Reason.BURIED


def test_undo_and_redo_need_something_to_act_on() -> None:
    """They stand for one action while their list holds one, and are refused else."""
    game = Game(Deal(6), NORMAL)
    view = game.view
    with pytest.raises(NothingToUndo):
        resolve(parse("u3")[0], view)
    with pytest.raises(NothingToRedo):
        resolve(parse("redo")[0], view)
    view = replace(view, undoable=1, redoable=1)
    assert str(resolve(parse("u3")[0], view)) == "u"
    assert str(resolve(parse("redo")[0], view)) == "redo"


def test_finish_is_one_action_where_it_is_offered() -> None:
    """All cards face up, stock and waste empty: `finish` stands for itself."""
    game = game_at(NORMAL, "kc", home=(13, 13, 13, 12))
    assert answer(game, "finish") == "finish"


@pytest.mark.parametrize("text", ["d", "35", "7h", "u", "redo", "finish", "d 7h", "ww", "r"])
def test_nothing_can_be_done_in_a_game_that_is_over(text: str) -> None:
    """Every kind of move is refused for the same reason once the game has ended."""
    game = Game(Deal(6), NORMAL)
    game.resign()
    with pytest.raises(GameOver) as caught:
        resolve(parse(text)[0], game.view)
    assert caught.value.reason is Reason.GAME_OVER


@pytest.mark.parametrize("text", ["7h", "7h 8s", "7h 7h", "d 7h", "2c 7h", "7h e"])
def test_the_refusal_of_a_hidden_card_is_the_same_wherever_it_lies(text: str) -> None:
    """Not one word of the error tells a card in the stock from one face down or deep in the waste."""
    rules = TRADITIONAL_3
    games = [
        game_at(rules, "7h | 2c", "8s", stock="3c", waste="4c 5c"),
        game_at(rules, "3c | 2c", "8s", stock="7h", waste="4c 5c"),
        game_at(rules, "3c | 2c", "8s", stock="4c", waste="7h 5c"),
    ]
    errors = [refusal(game, text) for game in games]
    assert len({(str(error), error.reason, error.card, error.onto) for error in errors}) == 1
