"""A second rule book, written from RULES.md alone: card texts in lists, every text of a move tried in turn.

Nothing of the engine is used here, so that the two can only agree by both being right.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
from typing import Final, Literal

__all__ = ["ALL_TEXTS", "NaiveTable", "Variant", "naive_deck"]

RANKS: Final = ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k"]
SUITS: Final = "shdc"

ALL_TEXTS: Final = (
    "d",
    "r",
    "wf",
    *(f"w{to}" for to in range(1, 8)),
    *(f"{frm}f" for frm in range(1, 8)),
    *(f"{frm}{to}x{count}" for frm, to, count in product(range(1, 8), range(1, 8), range(1, 20))),
    *(f"f{suit}{to}" for suit in SUITS for to in range(1, 8)),
    *(f"f{suit}f" for suit in SUITS),
)
"""Every canonical text that names a move, sensible or not."""


def naive_deck(number: int) -> list[str]:
    """Shuffle by RULES.md section 1, with one long digest and a plain list of words."""
    deck = [rank + suit for suit in SUITS for rank in RANKS]
    digest = hashlib.shake_256(b"KL1:" + str(number).encode()).digest(4096)
    words = [int.from_bytes(digest[at : at + 2], "big") for at in range(0, len(digest), 2)]
    for i in range(51, 0, -1):
        while words[0] >= 65536 - (65536 % (i + 1)):
            words.pop(0)
        j = words.pop(0) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def rank_of(card: str) -> int:
    return RANKS.index(card[:-1]) + 1


def is_red(card: str) -> bool:
    return card[-1] in "hd"


@dataclass(frozen=True)
class Variant:
    """RULES.md section 4 as a table of plain facts."""

    draw: int
    letter: Literal["N", "V", "C", "T", "B"]

    @property
    def passes(self) -> float:
        """How often the stock may be gone through."""
        return {"N": float("inf"), "C": float("inf"), "V": 1, "T": self.draw, "B": self.draw}[self.letter]


@dataclass(frozen=True)
class Slot:
    card: str
    face_up: bool


@dataclass
class NaiveTable:
    """Piles as lists, top last; the stock's first drawn card is its first."""

    variant: Variant
    columns: list[list[Slot]]
    stock: list[str]
    waste: list[str] = field(default_factory=list)
    homes: dict[str, list[str]] = field(default_factory=lambda: {suit: [] for suit in SUITS})
    passed: int = 1
    score: int = 0
    paid: set[str] = field(default_factory=set)

    @classmethod
    def deal(cls, deck: list[str], variant: Variant) -> NaiveTable:
        """Deal a deck."""
        columns: list[list[Slot]] = [[] for _ in range(7)]
        at = 0
        for row in range(7):
            for column in range(row, 7):
                columns[column].append(Slot(deck[at], face_up=row == column))
                at += 1
        return cls(variant, columns, deck[28:], score=-52 if variant.letter == "V" else 0)

    def cards(self) -> list[str]:
        """List every card on the table."""
        lying = [slot.card for column in self.columns for slot in column]
        return lying + self.stock + self.waste + [card for home in self.homes.values() for card in home]

    def legal(self) -> set[str]:
        """Try every text there is."""
        return {text for text in ALL_TEXTS if self.allows(text)}

    def allows(self, text: str) -> bool:
        """Tell whether a canonical text is a legal move now."""
        if text == "d":
            return bool(self.stock)
        if text == "r":
            return not self.stock and bool(self.waste) and self.passed < self.variant.passes
        lifted = self._lifted(text)
        if lifted is None:
            return False
        if text.endswith("f"):
            return (
                text[0] != "f"
                and len(lifted) == 1
                and len(self.homes[lifted[0][-1]]) == rank_of(lifted[0]) - 1
            )
        if text[0] == "f" and self.variant.letter == "T":
            return False
        return self._lands(lifted[0], self.columns[self._target(text)])

    @staticmethod
    def _target(text: str) -> int:
        return int(text[1]) - 1 if text[0] != "f" else int(text[2]) - 1

    def _lifted(self, text: str) -> list[str] | None:
        if text[0] in "wf":
            return (self.waste if text[0] == "w" else self.homes[text[1]])[-1:] or None
        column = self.columns[int(text[0]) - 1]
        count = int(text[3:]) if "x" in text else 1
        lifted = column[max(0, len(column) - count) :]
        if len(lifted) < count or not all(slot.face_up for slot in lifted):
            return None
        for above, below in pairwise(lifted):
            if not self._stacks(below.card, above.card):
                return None
        if "x" in text and self._target(text) == int(text[0]) - 1:
            return None
        return [slot.card for slot in lifted]

    @staticmethod
    def _stacks(card: str, onto: str) -> bool:
        return rank_of(onto) - rank_of(card) == 1 and is_red(card) != is_red(onto)

    def _lands(self, card: str, column: list[Slot]) -> bool:
        if not column:
            return card.startswith("k")
        return self._stacks(card, column[-1].card)

    def play(self, text: str) -> None:
        """Make a move that is allowed and pay for it."""
        letter = self.variant.letter
        if text == "d":
            for _ in range(min(self.variant.draw, len(self.stock))):
                self.waste.append(self.stock.pop(0))
            return
        if text == "r":
            self.stock, self.waste = self.waste, []
            self.passed += 1
            if letter == "N":
                self.score = max(0, self.score - 100)
            return
        lifted = self._lifted(text)
        assert lifted is not None
        if text[0] == "w":
            self.waste.pop()
            if not text.endswith("f") and letter == "N":
                self.score += 5
        elif text[0] == "f":
            self.homes[text[1]].pop()
            self.score -= {"N": 0, "V": 0, "C": 15, "T": 1, "B": 1}[letter]
        else:
            self._lift_from(self.columns[int(text[0]) - 1], len(lifted))
        if text.endswith("f"):
            self._send_home(lifted[0])
        else:
            self.columns[self._target(text)] += [Slot(card, face_up=True) for card in lifted]

    def _lift_from(self, column: list[Slot], count: int) -> None:
        del column[len(column) - count :]
        if column and not column[-1].face_up:
            column[-1] = Slot(column[-1].card, face_up=True)
            if self.variant.letter in "NC":
                self.score += 5

    def _send_home(self, card: str) -> None:
        self.homes[card[-1]].append(card)
        again = card in self.paid
        self.paid.add(card)
        if self.variant.letter in "NV" and again:
            return
        self.score += {"N": 10, "V": 5, "C": 10, "T": 1, "B": 1}[self.variant.letter]

    def finishable(self) -> bool:
        """Tell whether finish is offered."""
        open_ = all(slot.face_up for column in self.columns for slot in column)
        return open_ and not self.stock and not self.waste and any(self.columns)

    def finish(self) -> None:
        """Send all home, one after the other, whatever goes next."""
        while any(self.columns):
            for column in self.columns:
                while column and len(self.homes[column[-1].card[-1]]) == rank_of(column[-1].card) - 1:
                    self._send_home(column.pop().card)

    def copy(self) -> NaiveTable:
        """Give a table of its own."""
        return replace(
            self,
            columns=[list(column) for column in self.columns],
            stock=list(self.stock),
            waste=list(self.waste),
            homes={suit: list(home) for suit, home in self.homes.items()},
            paid=set(self.paid),
        )
