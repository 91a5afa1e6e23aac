"""Piles, moves and the other actions, with the canonical texts that the log keeps."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from klondike.cards import Suit
from klondike.errors import NotationError

if TYPE_CHECKING:
    from klondike.cards import Card

__all__ = ["COLUMNS", "DRAW", "RECYCLE", "Action", "Finish", "Help", "Move", "Pile", "Redo", "Step", "Undo"]

COLUMNS: Final = 7


class Pile(Enum):
    """A place on the table; the value is its canonical text."""

    STOCK = "s"
    WASTE = "w"
    FOUNDATION = "f"
    """The foundation of whichever suit the card has: the only way to name one as a target."""
    SPADES = "fs"
    HEARTS = "fh"
    DIAMONDS = "fd"
    CLUBS = "fc"
    COLUMN_1 = "1"
    COLUMN_2 = "2"
    COLUMN_3 = "3"
    COLUMN_4 = "4"
    COLUMN_5 = "5"
    COLUMN_6 = "6"
    COLUMN_7 = "7"

    def __init__(self, text: str) -> None:
        self.column: int | None = int(text) - 1 if text.isdigit() else None
        """The column's index from 0 to 6, or None for another pile."""
        self.suit: Suit | None = Suit("shdc".index(text[1])) if len(text) > 1 else None
        """The suit of a suit's foundation, or None for another pile."""

    @staticmethod
    def column_at(index: int) -> Pile:
        """Give the column with an index from 0 to 6."""
        return _COLUMN_PILES[index]

    @staticmethod
    def of_suit(suit: Suit) -> Pile:
        """Give a suit's foundation."""
        return _SUIT_PILES[suit]

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"Pile({self.value!r})"


_COLUMN_PILES: Final = tuple(Pile(str(number)) for number in range(1, COLUMNS + 1))
_SUIT_PILES: Final = (Pile.SPADES, Pile.HEARTS, Pile.DIAMONDS, Pile.CLUBS)


@dataclass(frozen=True, slots=True)
class Move:
    """A move of cards from a pile to another.

    :ivar source: any pile but the foundation without a suit.
    :ivar count: cards that move from a column to a column; 1 for every other move (a draw is one move).
    :raises NotationError: no such move can be written.
    """

    source: Pile
    target: Pile
    count: int = 1
    _text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        source, target, count = self.source, self.target, self.count
        draws = source is Pile.STOCK and target is Pile.WASTE
        recycles = source is Pile.WASTE and target is Pile.STOCK
        if source is Pile.FOUNDATION or count < 1 or (count > 1 and (draws or recycles)):
            raise NotationError(f"{source}{target}x{count}")
        if target.suit is not None:
            # A card named to another suit's foundation goes to its own.
            target = Pile.FOUNDATION
            object.__setattr__(self, "target", target)
        counted = source.column is not None and target.column is not None
        text = "d" if draws else "r" if recycles else f"{source}{target}{f'x{count}' if counted else ''}"
        object.__setattr__(self, "_text", text)

    @staticmethod
    @lru_cache(maxsize=1024)
    def parse(text: str) -> Move:
        """Read a canonical text: `d`, `r`, `wf`, `w5`, `3f`, `35x2` or `fh4`.

        >>> Move.parse("35x2").count
        2

        :raises NotationError: the text is no canonical move. Typed lines are read by `klondike.notation`.
        """
        if text == "d":
            return DRAW
        if text == "r":
            return RECYCLE
        match = _CANONICAL.fullmatch(text)
        if match is None or (match["count"] is None) != (
            match["target"] == "f" or match["source"][0] in "wf"
        ):
            raise NotationError(text)
        return Move(Pile(match["source"]), Pile(match["target"]), int(match["count"] or 1))

    def __str__(self) -> str:
        return self._text


_CANONICAL: Final = re.compile(
    r"(?P<source>[1-7]|w|f[shdc])(?P<target>[1-7]|f)(?:x(?P<count>[1-9]\d?))?", re.ASCII
)

DRAW: Final = Move(Pile.STOCK, Pile.WASTE)
RECYCLE: Final = Move(Pile.WASTE, Pile.STOCK)


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last action back."""

    def __str__(self) -> str:
        return "u"


@dataclass(frozen=True, slots=True)
class Redo:
    """Play the action that was undone last again."""

    def __str__(self) -> str:
        return "redo"


@dataclass(frozen=True, slots=True)
class Finish:
    """Send every card home, where all are face up and stock and waste are empty."""

    def __str__(self) -> str:
        return "finish"


class Help(Enum):
    """What makes a game assisted when it is asked for."""

    HINT = "hint"
    CODE = "code"


Action = Move | Undo | Redo | Finish


class Step(NamedTuple):
    """What an action did.

    :ivar cards: the cards that moved, the lowest first.
    :ivar turned: the face-down card that it turned up.
    :ivar points: what it added to the score.
    """

    action: Move | Finish
    cards: tuple[Card, ...]
    turned: Card | None
    points: int
