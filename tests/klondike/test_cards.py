"""Cards and their texts."""

from __future__ import annotations

import copy
import pickle

import pytest

from klondike import CARDS, Card, NotationError, Suit


def test_the_ordered_deck_has_52_cards_by_suit_and_rank() -> None:
    """The deck runs from the ace of spades to the king of clubs, each card at its index."""
    assert len(set(CARDS)) == 52
    assert [card.index for card in CARDS] == list(range(52))
    assert [str(CARDS[index]) for index in (0, 12, 13, 26, 39, 51)] == ["as", "ks", "ah", "ad", "ac", "kc"]


def test_hearts_and_diamonds_are_red() -> None:
    """Two suits are red, two black."""
    assert [suit for suit in Suit if CARDS[suit * 13].red] == [Suit.HEARTS, Suit.DIAMONDS]


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_reads_its_own_texts_back_to_the_shared_instance(card: Card) -> None:
    """The text, the symbol and the repr of a card all lead back to that very card."""
    assert Card.parse(str(card)) is card
    assert Card.parse(card.symbol) is card
    assert Card.parse(str(card).upper()) is card
    assert eval(repr(card), {"Card": Card}) is card  # noqa: S307 - a repr can be typed back


@pytest.mark.parametrize(
    ("text", "index"),
    [("th", 22), ("10h", 22), ("T♥", 22), ("10♥\ufe0f", 22), ("A♠", 0), ("q♢", 37), ("2♧", 40), ("K♡", 25)],
)
def test_cards_are_read_in_every_usual_spelling(text: str, index: int) -> None:
    """Ten is `10` or `t`; filled, hollow and emoji suit symbols all count; case does not."""
    assert Card.parse(text) is CARDS[index]


@pytest.mark.parametrize(
    "text", ["", "\u212ah", "7", "h", "1h", "11h", "0s", "7x", "h7", "7hh", " 7h", "7 h", "ks ", "-7h"]
)
def test_no_other_text_is_a_card(text: str) -> None:
    """A text that is no card is refused with the text in the error."""
    with pytest.raises(NotationError) as caught:
        Card.parse(text)
    assert caught.value.text == text


def test_copies_and_pickles_of_a_card_are_the_card_itself() -> None:
    """Cards are compared by identity, so copying and pickling lead back to the shared instance."""
    seven = Card.parse("7h")
    assert copy.copy(seven) is seven
    assert copy.deepcopy([seven])[0] is seven
    assert pickle.loads(pickle.dumps(seven)) is seven  # noqa: S301 - our own bytes


def test_a_card_has_a_bit_of_its_own() -> None:
    """The bits of all cards make a set of 52."""
    assert sum(card.bit for card in CARDS) == 2**52 - 1
