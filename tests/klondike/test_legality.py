"""Which moves are refused and why (RULES.md section 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from klondike import Card, Finish, IllegalMove, Move, Pile, Reason, Rules
from klondike.legality import can_finish, fitting_count, is_run, is_void
from tests.klondike.tables import EVERY_MOVE, cards, game_at, move, position, refused
from tests.strategies import PRESETS

if TYPE_CHECKING:
    from klondike.position import Position

NORMAL = Rules.preset()
TRADITIONAL_3 = Rules.preset(draw=3, scoring="traditional")


@pytest.mark.parametrize(
    ("column", "target", "count"),
    [
        ("8s 7h 6s", "9h", 3),
        ("8s 7h 6s", "8c", 2),
        ("8s 7h 6s", "7d", 1),
        ("6s", "7h", 1),
        ("ks qh", "", 2),
    ],
)
def test_a_run_or_any_part_of_it_moves_onto_a_fitting_card(column: str, target: str, count: int) -> None:
    """The first card moved must fit: opposite colour, one rank lower; the others come with it."""
    game = game_at(NORMAL, f"2c | {column}", target)
    step = game.push(Move(Pile.COLUMN_1, Pile.COLUMN_2, count))
    assert step.cards == cards(column)[-count:]
    assert game.view.columns[1].up == cards(target) + cards(column)[-count:]
    assert fitting_count(cards(column), cards(target)) == count


REFUSALS = [
    # columns, the rest, move, reason
    (("", "5h"), {}, "12x1", Reason.EMPTY_COLUMN),
    (("", "5h"), {}, "1f", Reason.EMPTY_COLUMN),
    (("", "5h"), {}, "w2", Reason.EMPTY_WASTE),
    (("", "5h"), {}, "wf", Reason.EMPTY_WASTE),
    (("", "5h"), {}, "fs2", Reason.EMPTY_FOUNDATION),
    (("", "5h"), {}, "fsf", Reason.EMPTY_FOUNDATION),
    (("5h",), {}, "11x1", Reason.SAME_PILE),
    (("",), {}, "11x1", Reason.SAME_PILE),
    (("qh", ""), {}, "12x1", Reason.ONLY_KING),
    (("kh qs", ""), {}, "12x1", Reason.ONLY_KING),
    (("",), {"waste": "as"}, "w1", Reason.ONLY_KING),
    (("",), {"home": (5, 0, 0, 0)}, "fs1", Reason.ONLY_KING),
    (("4h", "5h"), {}, "12x1", Reason.SAME_COLOUR),
    (("4h", "5d"), {}, "12x1", Reason.SAME_COLOUR),
    (("5h",), {"waste": "4d"}, "w1", Reason.SAME_COLOUR),
    (("5s", "5h"), {}, "12x1", Reason.WRONG_RANK),
    (("6s", "5h"), {}, "12x1", Reason.WRONG_RANK),
    (("3s", "5h"), {}, "12x1", Reason.WRONG_RANK),
    (("3h", "5h"), {}, "12x1", Reason.WRONG_RANK),
    (("ks", "ah"), {}, "12x1", Reason.WRONG_RANK),
    (("as", "kh"), {}, "12x1", Reason.WRONG_RANK),
    (("6s 5h 4s", "5d"), {}, "12x2", Reason.WRONG_RANK),
    (("6d | 5h 4s", "7c"), {}, "12x3", Reason.TOO_FEW_FACE_UP),
    (("5s", "6h"), {}, "12x2", Reason.TOO_FEW_FACE_UP),
    (("9s 7h", "10h"), {}, "12x2", Reason.NOT_A_RUN),
    (("8s 7c", "9h"), {}, "12x2", Reason.NOT_A_RUN),
    (("2s ah",), {}, Move(Pile.COLUMN_1, Pile.FOUNDATION, 2), Reason.ONE_AT_A_TIME),
    (("5h",), {"waste": "3s 4s"}, Move(Pile.WASTE, Pile.COLUMN_1, 2), Reason.BURIED),
    (("5h",), {"waste": "as 2s"}, Move(Pile.WASTE, Pile.FOUNDATION, 2), Reason.BURIED),
    (("5h",), {"home": (4, 0, 0, 0)}, Move(Pile.SPADES, Pile.COLUMN_1, 2), Reason.BURIED),
    (("2h",), {}, "1f", Reason.FOUNDATION_ORDER),
    (("ah",), {"home": (0, 1, 0, 0)}, "1f", Reason.FOUNDATION_ORDER),
    (("3h",), {"home": (2, 1, 2, 2)}, "1f", Reason.FOUNDATION_ORDER),
    ((), {"waste": "2d"}, "wf", Reason.FOUNDATION_ORDER),
    ((), {"home": (1, 0, 0, 0)}, "fsf", Reason.FOUNDATION_TO_FOUNDATION),
    ((), {}, "d", Reason.NOTHING_TO_DRAW),
    ((), {}, "r", Reason.NOTHING_TO_DRAW),
    ((), {"stock": "5h", "waste": "6h"}, "r", Reason.STOCK_NOT_EMPTY),
    ((), {"stock": "5h"}, "r", Reason.STOCK_NOT_EMPTY),
    ((), {"waste": "6h"}, "d", Reason.STOCK_EMPTY),
    (("5h",), {"stock": "4s"}, Move(Pile.STOCK, Pile.COLUMN_1), Reason.STOCK_CARD),
    ((), {"stock": "as"}, Move(Pile.STOCK, Pile.FOUNDATION), Reason.STOCK_CARD),
    (("5h",), {"stock": "4s"}, Move(Pile.COLUMN_1, Pile.WASTE), Reason.NO_SUCH_TARGET),
    (("5h",), {"stock": "4s"}, Move(Pile.COLUMN_1, Pile.STOCK), Reason.NO_SUCH_TARGET),
    ((), {"home": (1, 0, 0, 0)}, Move(Pile.SPADES, Pile.WASTE), Reason.NO_SUCH_TARGET),
    ((), {"stock": "4s"}, Move(Pile.STOCK, Pile.STOCK), Reason.NO_SUCH_TARGET),
    ((), {"waste": "4s"}, Move(Pile.WASTE, Pile.WASTE), Reason.NO_SUCH_TARGET),
]


@pytest.mark.parametrize(
    ("columns", "rest", "what", "reason"), REFUSALS, ids=[f"{row[3].value}-{row[2]}" for row in REFUSALS]
)
def test_a_refused_move_names_its_rule_and_changes_nothing(
    columns: tuple[str, ...], rest: dict[str, Any], what: Move | str, reason: Reason
) -> None:
    """Each rule has its own reason, in the exact situation that breaks it."""
    game = game_at(NORMAL, *columns, **rest)
    assert refused(game, what) is reason
    assert (move(what) if isinstance(what, str) else what) not in game.legal_moves


def test_a_take_back_needs_rules_that_allow_it() -> None:
    """Traditional forbids it before it looks at the cards, its alternative rule allows it."""
    for traditional in (Rules.preset(scoring="traditional"), TRADITIONAL_3):
        game = game_at(traditional, "5h", "9c", home=(4, 0, 0, 0))
        assert refused(game, "fs1") is Reason.NO_TAKE_BACK
        assert refused(game, "fs2") is Reason.NO_TAKE_BACK
        assert refused(game, "fh1") is Reason.EMPTY_FOUNDATION
    for rules in PRESETS:
        game = game_at(rules, "5h", "9c", home=(4, 0, 0, 0))
        assert (move("fs1") in game.legal_moves) is (rules.letter != "T")


def test_a_take_back_goes_only_where_the_card_fits() -> None:
    """The top foundation card follows the rules of the tableau."""
    game = game_at(NORMAL, "5h", "5s", "6h", "", home=(4, 0, 0, 0))
    assert refused(game, "fs2") is Reason.SAME_COLOUR
    assert refused(game, "fs3") is Reason.WRONG_RANK
    assert refused(game, "fs4") is Reason.ONLY_KING
    assert game.push(move("fs1")).cards == cards("4s")
    assert game.view.foundations == (3, 0, 0, 0)
    assert game.view.columns[0].up == cards("5h 4s")


def test_a_king_taken_back_may_go_to_an_empty_column() -> None:
    """An empty column takes a king from its foundation too."""
    game = game_at(NORMAL, "5h", home=(13, 0, 0, 0))
    assert game.push(move("fs2")).cards == cards("ks")
    assert game.view.columns[1].up == cards("ks")


def test_a_king_goes_to_an_empty_column_from_everywhere() -> None:
    """From the waste, alone, or with the cards on it."""
    assert game_at(NORMAL, "", waste="kh").push(move("w1")).cards == cards("kh")
    game = game_at(NORMAL, "2s | kh qs jh", "")
    step = game.push(move("12x3"))
    assert step.cards == cards("kh qs jh")
    assert step.turned is Card.parse("2s")


def test_moving_a_whole_king_column_to_an_empty_one_is_legal_and_void() -> None:
    """It is accepted, listed, and recognised as changing nothing; with cards beneath it is not void."""
    table = position("kh qs", "", "5s | kc")
    assert is_void(table, move("12x2"))
    assert not is_void(table, move("32x1"))
    game = game_at(NORMAL, "kh qs", "", "5s | kc")
    assert move("12x2") in game.legal_moves
    game.push(move("12x2"))
    assert game.view.columns[1].up == cards("kh qs")


def test_only_one_card_goes_up_and_it_is_the_top() -> None:
    """A buried ace does not go up; it does once it is the top card."""
    game = game_at(NORMAL, "ah 9s", "10h")
    assert refused(game, "1f") is Reason.FOUNDATION_ORDER
    game.push(move("12x1"))
    assert game.push(move("1f")).cards == cards("ah")


def test_only_the_top_of_the_waste_is_playable() -> None:
    """The next card becomes playable when the one above it has gone."""
    game = game_at(NORMAL, "10h", waste="as 9s")
    assert refused(game, "wf") is Reason.FOUNDATION_ORDER
    game.push(move("w1"))
    assert game.push(move("wf")).cards == cards("as")


@pytest.mark.parametrize(
    ("code", "turns", "recycles"),
    [
        ("D1N", 40, True), ("D3N", 40, True), ("D1C", 40, True), ("D3C", 40, True),
        ("D1V", 0, False), ("D3V", 0, False), ("D1T", 0, False), ("D1B", 0, False),
        ("D3T", 0, True), ("D3T", 1, True), ("D3T", 2, False), ("D3B", 1, True), ("D3B", 2, False),
    ],
)  # fmt: skip
def test_k29_a_recycle_needs_a_pass_that_is_left(code: str, turns: int, *, recycles: bool) -> None:
    """Passes by scoring; when none is left, drawing and recycling both say so and nothing offers them."""
    game = game_at(Rules.parse(code), waste="5h 6h", turns=turns, seen="5h 6h")
    assert (move("r") in game.legal_moves) is recycles
    assert game.view.can_recycle is game.view.can_draw is recycles
    if recycles:
        assert refused(game, "d") is Reason.STOCK_EMPTY
        game.push(move("r"))
        assert game.view.pass_number == turns + 2
        assert game.view.stock == cards("5h 6h")
    else:
        assert refused(game, "d") is Reason.NO_PASS_LEFT
        assert refused(game, "r") is Reason.NO_PASS_LEFT


def test_a_recycle_turns_the_waste_over_without_shuffling() -> None:
    """The first card drawn is drawn first again, in every pass."""
    game = game_at(NORMAL, stock="2h 9c 4d")
    for _ in range(2):
        assert [game.push(move("d")).cards for _ in range(3)] == [cards("2h"), cards("9c"), cards("4d")]
        game.push(move("r"))
    assert game.view.stock == cards("2h 9c 4d")


@pytest.mark.parametrize(
    ("stock", "waste"),
    [("2h 3h 4h 5h", "2h 3h 4h"), ("2h 3h 4h", "2h 3h 4h"), ("2h 3h", "2h 3h"), ("2h", "2h")],
)
def test_a_draw_of_three_turns_three_or_as_many_as_are_left(stock: str, waste: str) -> None:
    """They lie in drawing order, the last drawn on top."""
    game = game_at(Rules.preset(draw=3), stock=stock)
    assert game.push(move("d")).cards == cards(waste)
    assert game.view.waste == cards(waste)
    assert len(game.view.stock) == len(cards(stock)) - len(cards(waste))


def test_a_refusal_shows_the_card_and_what_it_should_have_gone_on() -> None:
    """The error carries both where the player can see them."""
    game = game_at(NORMAL, "9s | 4h", "5d", waste="7c")
    with pytest.raises(IllegalMove) as caught:
        game.push(move("12x1"))
    assert (caught.value.card, caught.value.onto) == cards("4h 5d")
    assert (caught.value.move, str(caught.value)) == ("12x1", "same-colour: 12x1")
    with pytest.raises(IllegalMove) as caught:
        game.push(move("w1"))
    assert (caught.value.card, caught.value.onto) == cards("7c 4h")
    with pytest.raises(IllegalMove) as caught:
        game.push(move("12x2"))
    assert (caught.value.card, caught.value.onto) == (None, Card.parse("5d"))


def test_k26_face_down_cards_never_move() -> None:
    """No move lifts a face-down, buried or stock card, and no refusal names one."""
    game = game_at(Rules.preset(draw=3), "9s as | 4h", "10d", stock="5s 2c", waste="ac 8s")
    for what in EVERY_MOVE:
        if what in game.legal_moves:
            continue
        with pytest.raises(IllegalMove) as caught:
            game.push(what)
        assert caught.value.card not in cards("9s as 5s 2c ac")


def test_k1_foundation_to_foundation_is_no_move() -> None:
    """An ace cannot be carried from one foundation pile to another, with or without take-back."""
    for rules in PRESETS:
        game = game_at(rules, home=(1, 0, 1, 0))
        for suit in (Pile.SPADES, Pile.DIAMONDS):
            for target in (Pile.SPADES, Pile.HEARTS, Pile.DIAMONDS, Pile.CLUBS):
                assert refused(game, Move(suit, target)) is Reason.FOUNDATION_TO_FOUNDATION


@pytest.mark.parametrize(
    ("table", "offered"),
    [
        (position("kh", home=(13, 12, 13, 13)), True),
        (position("kh qs", "kd", home=(11, 12, 12, 13)), True),
        (position("qs | kh", home=(11, 12, 13, 13)), False),
        (position("kh", stock="ks", home=(12, 12, 13, 13)), False),
        (position("kh", waste="ks", home=(12, 12, 13, 13)), False),
        (position(home=(13, 13, 13, 13)), False),
    ],
)
def test_finish_is_offered_when_all_is_face_up_and_stock_and_waste_are_empty(
    table: Position, *, offered: bool
) -> None:
    """A face-down card, a stock or a waste card, or nothing left to send home: no finish."""
    assert can_finish(table) is offered


def test_finish_is_refused_with_its_reason_otherwise() -> None:
    """It is the player's command only, and says when it is not on."""
    game = game_at(NORMAL, "2c | kh", home=(13, 12, 13, 1))
    with pytest.raises(IllegalMove) as caught:
        game.play(Finish())
    assert (caught.value.reason, caught.value.move) == (Reason.NOT_FINISHABLE, "finish")
    assert game.log == ""


@pytest.mark.parametrize(
    ("text", "run"),
    [
        ("", True),
        ("5h", True),
        ("5h 4s", True),
        ("kh qs jd 10c", True),
        ("5h 4d", False),
        ("5h 3s", False),
        ("4s 5h", False),
    ],
)
def test_a_run_goes_down_by_one_in_alternating_colours(text: str, *, run: bool) -> None:
    """One card or none is a run too."""
    assert is_run(cards(text)) is run


def test_at_most_one_count_fits_on_a_column() -> None:
    """Naming two columns is enough; None where nothing fits."""
    assert fitting_count((), cards("9h")) is None
    assert fitting_count(cards("8s 7h"), cards("9s")) is None
    assert fitting_count(cards("8s 7h"), cards("6s")) is None
    assert fitting_count(cards("8s 7h"), cards("10h")) is None
    assert fitting_count(cards("qs jh"), ()) is None
