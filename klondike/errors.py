"""The ways to be wrong. Each error carries its data; words for people are made at the edge."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from klondike.cards import Card

__all__ = [
    "AmbiguousMove",
    "CodeError",
    "CodePart",
    "GameOver",
    "IllegalMove",
    "KlondikeError",
    "NotationError",
    "NotationFault",
    "NothingToRedo",
    "NothingToUndo",
    "Reason",
]


class Reason(Enum):
    """The rule that a move breaks (RULES.md section 2)."""

    NOT_VISIBLE = "not-visible"
    """The card is not one that the player can see, wherever it lies."""
    EMPTY_COLUMN = "empty-column"
    EMPTY_WASTE = "empty-waste"
    EMPTY_FOUNDATION = "empty-foundation"
    SAME_PILE = "same-pile"
    ONLY_KING = "only-king"
    """Only a king, alone or with the cards on it, may go to an empty column."""
    SAME_COLOUR = "same-colour"
    WRONG_RANK = "wrong-rank"
    TOO_FEW_FACE_UP = "too-few-face-up"
    NOT_A_RUN = "not-a-run"
    """The cards do not run down in alternating colours."""
    NO_COUNT_FITS = "no-count-fits"
    """No part of the column's face-up cards fits on the target."""
    ONE_AT_A_TIME = "one-at-a-time"
    """Only a single top card goes up to a foundation."""
    BURIED = "buried"
    """Only the top card of the waste, a foundation, or (to go up) a column is playable."""
    FOUNDATION_ORDER = "foundation-order"
    """A foundation takes its suit's ace first, then up one at a time."""
    NO_TAKE_BACK = "no-take-back"
    FOUNDATION_TO_FOUNDATION = "foundation-to-foundation"
    NOTHING_TO_DRAW = "nothing-to-draw"
    STOCK_NOT_EMPTY = "stock-not-empty"
    STOCK_EMPTY = "stock-empty"
    """A count of draws stops before a recycle."""
    NO_PASS_LEFT = "no-pass-left"  # noqa: S105 - a pass through the stock
    STOCK_CARD = "stock-card"
    """A stock card is drawn onto the waste, never moved."""
    NO_SUCH_TARGET = "no-such-target"
    """Nothing is ever put on the stock or the waste."""
    NOT_FINISHABLE = "not-finishable"
    NO_PLACE = "no-place"
    """A double tap found neither a foundation nor a column that takes the card."""
    NO_EMPTY_COLUMN = "no-empty-column"
    NOT_IN_STOCK = "not-in-stock"
    """Drawing to a card works only for a card already seen that lies in the stock."""
    GAME_OVER = "game-over"


class NotationFault(Enum):
    """What is wrong with a typed line before any rule is asked."""

    EMPTY = "empty"
    UNKNOWN_WORD = "unknown-word"
    HALF_A_MOVE = "half-a-move"
    """A place to go to is missing or no move begins here."""
    BAD_COUNT = "bad-count"
    TOO_MANY = "too-many"
    """More actions than one line may hold."""
    TOO_LONG = "too-long"


class CodePart(Enum):
    """The part of a deal code that is wrong."""

    LENGTH = "length"
    FORMAT = "format"
    DRAW = "draw"
    SCORING = "scoring"
    NUMBER = "number"
    NOT_SHORTEST = "not-shortest"
    """The number has a shorter canonical text; twelve letters are for larger ones."""


class KlondikeError(ValueError):
    """Base of every error that a player or caller can cause."""


class NotationError(KlondikeError):
    """A text that is no move.

    :ivar text: the offending part of what was typed.
    """

    def __init__(self, text: str, fault: NotationFault = NotationFault.UNKNOWN_WORD) -> None:
        super().__init__(f"{fault.value}: {text!r}")
        self.text = text
        self.fault = fault


class CodeError(KlondikeError):
    """A text that is no deal code.

    :ivar part: which part of the code is wrong.
    :ivar found: that part as it was typed.
    :ivar shortest: for `NOT_SHORTEST`, the canonical text of the same deal.
    """

    def __init__(self, part: CodePart, found: str, shortest: str = "") -> None:
        super().__init__(f"{part.value}: {found!r}")
        self.part = part
        self.found = found
        self.shortest = shortest


class IllegalMove(KlondikeError):
    """A move that a rule forbids; nothing has changed.

    :ivar move: the canonical or typed text of the move.
    :ivar reason: the rule that it breaks.
    :ivar card: the card that would have moved, where the player knows where it lies.
    :ivar onto: the card that it would have gone on, where there is one.
    """

    def __init__(
        self, move: object, reason: Reason, *, card: Card | None = None, onto: Card | None = None
    ) -> None:
        super().__init__(f"{reason.value}: {move}")
        self.move = str(move)
        self.reason = reason
        self.card = card
        self.onto = onto


class AmbiguousMove(KlondikeError):
    """A text that fits several legal moves.

    :ivar candidates: the canonical texts of those moves.
    """

    def __init__(self, text: str, candidates: Sequence[object]) -> None:
        super().__init__(f"ambiguous: {text!r} may be {', '.join(map(str, candidates))}")
        self.text = text
        self.candidates = tuple(map(str, candidates))


class NothingToUndo(KlondikeError):
    """The undo list is empty."""


class NothingToRedo(KlondikeError):
    """The redo list is empty."""


class GameOver(IllegalMove):
    """A won or given-up game is final."""

    def __init__(self, move: object) -> None:
        super().__init__(move, Reason.GAME_OVER)
