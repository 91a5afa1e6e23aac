"""Suits, cards and the ordered deck."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from itertools import product
from typing import Final

from klondike.errors import NotationError

__all__ = ["ACE", "CARDS", "KING", "Card", "Suit"]

ACE: Final = 1
KING: Final = 13
RANK_TEXTS: Final = ("a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k")
_RANKS: Final = {text: rank for rank, text in enumerate(RANK_TEXTS, ACE)} | {"t": 10}
_SUIT_TEXTS: Final = ("s♠♤", "h♥♡", "d♦♢", "c♣♧")
# Phones send suit symbols with a variation selector behind them.
_IGNORED: Final = str.maketrans("", "", "\ufe0e\ufe0f")


class Suit(IntEnum):
    """The four suits in their fixed order, which is that of the foundations."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """The suit's letter in typed moves: s, h, d or c."""
        return "shdc"[self]

    @property
    def symbol(self) -> str:
        """The suit's symbol: ♠, ♥, ♦ or ♣."""
        return "♠♥♦♣"[self]


_SUITS: Final = {symbol: suit for suit in Suit for symbol in _SUIT_TEXTS[suit]}


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of 52 shared instances: compare them by identity, take them from `CARDS` or `parse`.

    :ivar rank: 1 (ace, low) to 13 (king).
    :ivar index: suit × 13 + rank − 1, its place in the ordered deck.
    :ivar red: whether it is a heart or a diamond.
    :ivar bit: the card as a set of one, for sets of cards kept in an int.
    """

    suit: Suit
    rank: int
    index: int
    red: bool
    bit: int

    @staticmethod
    def parse(text: str) -> Card:
        """Read a card such as `7h`, `10♠`, `ts` or `KD`.

        >>> Card.parse("Th") is Card.parse("10♥")
        True

        :raises NotationError: the text is no card.
        """
        plain = text.translate(_IGNORED)
        # Only ASCII is folded: the Kelvin sign would otherwise make a king.
        folded = plain.lower() if plain[:-1].isascii() else plain
        rank, suit = _RANKS.get(folded[:-1]), _SUITS.get(folded[-1:])
        if rank is None or suit is None:
            raise NotationError(text)
        return CARDS[suit * KING + rank - ACE]

    @property
    def symbol(self) -> str:
        """The card as people write it, such as `10♥`."""
        return _SYMBOLS[self.index]

    def __str__(self) -> str:
        return _TEXTS[self.index]

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    def __hash__(self) -> int:
        # The same in every process, unlike the address that identity would give.
        return self.index

    def __reduce__(self) -> tuple[object, tuple[str]]:
        # Copies and pickles lead back to the shared instance.
        return Card.parse, (str(self),)


CARDS: Final = tuple(
    Card(suit, rank, index, red=suit in {Suit.HEARTS, Suit.DIAMONDS}, bit=1 << index)
    for index, (suit, rank) in enumerate(product(Suit, range(ACE, KING + 1)))
)

_SYMBOLS: Final = tuple(f"{RANK_TEXTS[card.rank - ACE].upper()}{card.suit.symbol}" for card in CARDS)
_TEXTS: Final = tuple(f"{RANK_TEXTS[card.rank - ACE]}{card.suit.letter}" for card in CARDS)
