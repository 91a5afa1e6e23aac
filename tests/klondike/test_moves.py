"""Moves and their canonical texts."""

from __future__ import annotations

import pytest

from klondike import Finish, Move, NotationError, Pile, Redo, Suit, Undo
from tests.klondike.tables import EVERY_MOVE


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("d", Move(Pile.STOCK, Pile.WASTE)),
        ("r", Move(Pile.WASTE, Pile.STOCK)),
        ("wf", Move(Pile.WASTE, Pile.FOUNDATION)),
        ("w5", Move(Pile.WASTE, Pile.COLUMN_5)),
        ("3f", Move(Pile.COLUMN_3, Pile.FOUNDATION)),
        ("35x2", Move(Pile.COLUMN_3, Pile.COLUMN_5, 2)),
        ("71x12", Move(Pile.COLUMN_7, Pile.COLUMN_1, 12)),
        ("fh4", Move(Pile.HEARTS, Pile.COLUMN_4)),
        ("fsf", Move(Pile.SPADES, Pile.FOUNDATION)),
    ],
)
def test_canonical_texts(text: str, move: Move) -> None:
    """Each kind of move has one text, which leads back to it."""
    assert Move.parse(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    "text",
    ["", "D", "dd", "s", "sw", "ws", "w", "5", "35", "35x", "35x0", "35x02", "35x100", "3fx1", "w5x1",
     "fh4x1",      "f4", "ff", "fx4", "08", "81x1", "18x1", "wF", " d", "d ", "r1", "rx2", "dx2",
     "٣٥x2", "35×2", "u", "redo"],
)  # fmt: skip
def test_no_other_text_is_a_canonical_move(text: str) -> None:
    """Typed lines are read elsewhere; the log's texts are exact."""
    with pytest.raises(NotationError) as caught:
        Move.parse(text)
    assert caught.value.text == text


def test_naming_another_suits_foundation_sends_the_card_to_its_own() -> None:
    """A target of a suit's foundation is the foundation of whichever suit the card has."""
    assert Move(Pile.COLUMN_2, Pile.CLUBS) == Move(Pile.COLUMN_2, Pile.FOUNDATION)
    assert str(Move(Pile.WASTE, Pile.HEARTS)) == "wf"
    assert Move(Pile.SPADES, Pile.HEARTS) == Move(Pile.SPADES, Pile.FOUNDATION)


@pytest.mark.parametrize("count", [0, -1])
def test_a_move_moves_at_least_one_card(count: int) -> None:
    """A count below one is no move."""
    with pytest.raises(NotationError):
        Move(Pile.COLUMN_1, Pile.COLUMN_2, count)


def test_the_foundation_without_a_suit_is_no_source() -> None:
    """A take-back names its suit."""
    with pytest.raises(NotationError):
        Move(Pile.FOUNDATION, Pile.COLUMN_1)


@pytest.mark.parametrize(("source", "target"), [(Pile.STOCK, Pile.WASTE), (Pile.WASTE, Pile.STOCK)])
def test_a_draw_and_a_recycle_have_no_count(source: Pile, target: Pile) -> None:
    """A draw is one move whatever it turns, so no other count of it can be written."""
    with pytest.raises(NotationError):
        Move(source, target, 2)


def test_only_a_draw_and_a_recycle_print_as_one() -> None:
    """A stock card that is named to a column is not called a draw, nor a column to the stock a recycle."""
    assert [str(move) for move in EVERY_MOVE if str(move) == "d"] == ["d"]
    assert [str(move) for move in EVERY_MOVE if str(move) == "r"] == ["r"]
    assert str(Move(Pile.STOCK, Pile.COLUMN_5)) == "s5"
    assert str(Move(Pile.COLUMN_5, Pile.STOCK)) == "5s"


def test_piles_know_their_column_and_suit() -> None:
    """A column has an index, a suit's foundation a suit, nothing has both."""
    assert [pile.column for pile in Pile][-7:] == list(range(7))
    assert [Pile.column_at(index) for index in range(7)] == list(Pile)[-7:]
    assert [Pile.of_suit(suit).suit for suit in Suit] == list(Suit)
    assert [pile for pile in Pile if pile.column is None and pile.suit is None] == [
        Pile.STOCK, Pile.WASTE, Pile.FOUNDATION,
    ]  # fmt: skip
    assert [str(pile) for pile in Pile] == ["s", "w", "f", "fs", "fh", "fd", "fc", *"1234567"]
    assert eval(repr(Pile.HEARTS), {"Pile": Pile}) is Pile.HEARTS  # noqa: S307 - a repr can be typed back


def test_the_other_actions_print_as_the_log_keeps_them() -> None:
    """Undo, redo and finish have their own words."""
    assert [str(action) for action in (Undo(), Redo(), Finish())] == ["u", "redo", "finish"]
