"""Deals and deal codes: the KL1 format and its fully specified shuffle (RULES.md section 1)."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self

from klondike.cards import CARDS, Card
from klondike.errors import CodeError, CodePart, NotationError
from klondike.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["DEAL_BITS", "Deal", "DealCode"]

DEAL_BITS: Final = 60
"""Random bits of a new game: 35 could be searched from the seven face-up cards in core-hours."""

_FORMAT: Final = "KL1"
_DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_SHORT, _LONG = 7, 12
_BITS_PER_DIGIT: Final = 5
_SHORT_LIMIT: Final = 1 << (_SHORT * _BITS_PER_DIGIT)
_HEAD: Final = len("KL1D1N")
_WORD: Final = 1 << 16
# 51 words are needed, and now and then one is drawn again; a longer digest begins with the shorter one.
_FIRST_DIGEST: Final = 2 * 64


def _words(number: int) -> Iterator[int]:
    """Give the endless stream of big-endian 16-bit words that belongs to a deal number."""
    stream = hashlib.shake_256(f"{_FORMAT}:{number}".encode("ascii"))
    size, at = _FIRST_DIGEST, 0
    while True:
        digest = stream.digest(size)
        while at < size:
            yield digest[at] << 8 | digest[at + 1]
            at += 2
        size *= 2


def shuffled(number: int) -> tuple[Card, ...]:
    """Shuffle the ordered deck by a deal number (Fisher-Yates, words at or above the limit drawn again)."""
    deck = list(CARDS)
    words = _words(number)
    for i in range(len(deck) - 1, 0, -1):
        limit = _WORD - _WORD % (i + 1)
        word = next(word for word in words if word < limit)
        j = word % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


@dataclass(frozen=True, slots=True)
class Deal:
    """A layout of 52 cards.

    :ivar number: the deal number, or None for a layout that was given card by card.
    :ivar cards: in deal order: 28 row by row over the columns, then the stock, first drawn first.
    :raises ValueError: the number is not below 2^60.
    """

    number: int | None
    cards: tuple[Card, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.number is not None:
            if not 0 <= self.number < 1 << DEAL_BITS:
                raise ValueError(f"deal number: {self.number!r}")
            object.__setattr__(self, "cards", shuffled(self.number))

    @classmethod
    def random(cls, randbits: Callable[[int], int]) -> Self:
        """Choose a deal by a source of random bits such as `secrets.randbits`."""
        return cls(randbits(DEAL_BITS))

    @classmethod
    def from_cards(cls, text: str) -> Self:
        """Build a layout from 52 card texts in deal order, for tests and analysis.

        :raises NotationError: they are not 52 different cards.
        """
        cards = tuple(Card.parse(word) for word in text.split())
        if len(set(cards)) != len(CARDS) or len(cards) != len(CARDS):
            raise NotationError(text)
        deal = cls(None)
        object.__setattr__(deal, "cards", cards)
        return deal


@dataclass(frozen=True, slots=True)
class DealCode:
    """A deal with the rules to play it under, as people pass it on.

    >>> str(DealCode.parse("kl1 d1n aaaaaag"))
    'KL1-D1N-AAAAAAG'
    """

    deal: Deal
    rules: Rules

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a code; ASCII case, spaces and dashes do not matter.

        :raises CodeError: with the part that is wrong.
        """
        plain = "".join(_ascii_upper(c) for c in text if not _is_filler(c))
        if plain and not plain.startswith(_FORMAT):
            raise CodeError(CodePart.FORMAT, plain[:3])
        if len(plain) not in {_HEAD + _SHORT, _HEAD + _LONG}:
            raise CodeError(CodePart.LENGTH, plain)
        rules = Rules.from_letters(plain[3:5], plain[5])
        code = cls(Deal(_number(plain[_HEAD:])), rules)
        if len(plain) == _HEAD + _LONG and _is_short(code.deal.number):
            raise CodeError(CodePart.NOT_SHORTEST, plain[_HEAD:], shortest=str(code))
        return code

    def __str__(self) -> str:
        number = self.deal.number
        if number is None:
            raise ValueError("a deal given card by card has no code")
        short = _is_short(number)
        digits = _text(number, _SHORT if short else _LONG)
        tail = digits if short else f"{digits[:6]}-{digits[6:]}"
        return f"{_FORMAT}-D{self.rules.draw}{self.rules.letter}-{tail}"


def _is_filler(character: str) -> bool:
    # Phones turn two hyphens into a dash and put their own kinds of space between words.
    return character.isspace() or unicodedata.category(character) in {"Pd", "Cf"} or character == "−"


def _ascii_upper(character: str) -> str:
    return character.upper() if character.isascii() else character


def _is_short(number: int | None) -> bool:
    return number is not None and number < _SHORT_LIMIT


def _number(digits: str) -> int:
    number = 0
    for digit in digits:
        value = _DIGITS.find(digit)
        if value < 0:
            raise CodeError(CodePart.NUMBER, digit)
        number = number << _BITS_PER_DIGIT | value
    return number


def _text(number: int, length: int) -> str:
    shifts = range((length - 1) * _BITS_PER_DIGIT, -1, -_BITS_PER_DIGIT)
    return "".join(_DIGITS[number >> shift & (1 << _BITS_PER_DIGIT) - 1] for shift in shifts)
