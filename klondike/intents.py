"""What a player asked for, before any rule or view is asked: the readings of a typed line.

Every intent prints itself in its normalised typed form, which `klondike.notation.parse` reads back.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from klondike.cards import Card
from klondike.moves import Pile

if TYPE_CHECKING:
    from typing import TypeAlias

__all__ = [
    "DoubleTap",
    "DrawIntent",
    "DrawTo",
    "EmptyColumn",
    "FinishIntent",
    "Intent",
    "MoveIntent",
    "Place",
    "RecycleIntent",
    "RedoIntent",
    "Tap",
    "Target",
    "UndoIntent",
    "times",
]


class EmptyColumn(Enum):
    """A column that is named by being empty."""

    FIRST = "e"
    """The leftmost one."""

    def __str__(self) -> str:
        return str(self.value)


Place: TypeAlias = Pile | Card
Target: TypeAlias = Pile | Card | EmptyColumn


@dataclass(frozen=True, slots=True)
class DrawIntent:
    """Draw (`d`), or draw a number of times (`d3`).

    :ivar may_recycle: whether drawing from an empty stock turns the waste over; a count stops before that.
    """

    times: int = 1
    may_recycle: bool = True

    def __str__(self) -> str:
        return "d" if self.may_recycle else f"d{self.times}"


@dataclass(frozen=True, slots=True)
class DrawTo:
    """Draw until a card that has been seen lies face up in the waste (`d 7h`)."""

    card: Card

    def __str__(self) -> str:
        return f"d {self.card}"


@dataclass(frozen=True, slots=True)
class RecycleIntent:
    """Turn the waste over into the empty stock (`r`)."""

    def __str__(self) -> str:
        return "r"


@dataclass(frozen=True, slots=True)
class UndoIntent:
    """Take actions back (`u`, `u3`)."""

    times: int = 1

    def __str__(self) -> str:
        return "u" if self.times == 1 else f"u{self.times}"


@dataclass(frozen=True, slots=True)
class RedoIntent:
    """Play undone actions again (`redo`, `redo3`)."""

    times: int = 1

    def __str__(self) -> str:
        return "redo" if self.times == 1 else f"redo{self.times}"


@dataclass(frozen=True, slots=True)
class FinishIntent:
    """Send every card home (`finish`)."""

    def __str__(self) -> str:
        return "finish"


@dataclass(frozen=True, slots=True)
class MoveIntent:
    """Carry cards from a place to another (`35`, `35x2`, `7h 8s`, `kd e`).

    :ivar count: exactly how many cards; None for as many as fit, or for those that a named card carries.
    """

    source: Place
    target: Target
    count: int | None = None

    def __str__(self) -> str:
        if isinstance(self.source, Card) or isinstance(self.target, Card) or self.target is Pile.STOCK:
            count = "" if self.count is None else f":{self.count}"
            return f"{self.source}{count} {self.target}"
        count = "" if self.count is None else f"x{self.count}"
        return f"{self.source}{self.target}{count}"


@dataclass(frozen=True, slots=True)
class Tap:
    """Send a pile's top card, or a card, to its foundation (`w`, `3`, `ah`)."""

    place: Place

    def __str__(self) -> str:
        return str(self.place)


@dataclass(frozen=True, slots=True)
class DoubleTap:
    """Send a card home, else to the longest column that takes it, else a king to an empty one (`33`)."""

    place: Place

    def __str__(self) -> str:
        gap = " " if isinstance(self.place, Card) else ""
        return f"{self.place}{gap}{self.place}"


Intent: TypeAlias = (
    DrawIntent
    | DrawTo
    | RecycleIntent
    | UndoIntent
    | RedoIntent
    | FinishIntent
    | MoveIntent
    | Tap
    | DoubleTap
)


def times(intent: Intent) -> int:
    """Give how many actions an intent asks for by its text; drawing to a card asks for at least one."""
    match intent:
        case DrawIntent() | UndoIntent() | RedoIntent():
            return intent.times
        case _:
            return 1
