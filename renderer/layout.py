"""Where everything lies: geometry only, in pixels of the full size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from klondike.view import ColumnView, PlayerView

__all__ = [
    "BANNER_HEIGHT",
    "CARD_HEIGHT",
    "CARD_RADIUS",
    "CARD_WIDTH",
    "COLUMN_X",
    "DOWN_PITCHES",
    "FAN_PITCH",
    "FOUNDATION_X",
    "LABELS_Y",
    "LABEL_HEIGHT",
    "MARGIN",
    "NUMBERS_Y",
    "STOCK_X",
    "STRIP_HEIGHT",
    "TABLEAU_Y",
    "TOP_Y",
    "WASTE_X",
    "WIDTH",
    "Layout",
    "Place",
    "Spread",
]

WIDTH: Final = 1000
MIN_HEIGHT: Final = 760
MARGIN: Final = 16
"""Nothing that matters lies nearer to the edge: phones crop and round the corners."""

CARD_WIDTH, CARD_HEIGHT, CARD_RADIUS = 124, 174, 11
LABEL_HEIGHT: Final = 30
_LABEL_GAP: Final = 7
"""As far as a card's shadow reaches, which would cut the label off."""

STRIP_HEIGHT: Final = 44
BANNER_HEIGHT: Final = 112

COLUMN_X: Final = tuple(MARGIN + round(index * (WIDTH - 2 * MARGIN - CARD_WIDTH) / 6) for index in range(7))
STOCK_X, WASTE_X = COLUMN_X[:2]
FOUNDATION_X: Final = COLUMN_X[3:]
TOP_Y: Final = MARGIN + LABEL_HEIGHT + _LABEL_GAP
TABLEAU_Y: Final = TOP_Y + CARD_HEIGHT + 10 + LABEL_HEIGHT + _LABEL_GAP
LABELS_Y: Final = MARGIN
NUMBERS_Y: Final = TABLEAU_Y - LABEL_HEIGHT - _LABEL_GAP
_FOOT: Final = 10 + STRIP_HEIGHT + MARGIN

FAN_PITCH: Final = 48
"""What shows of a covered waste card: its rank with the suit below."""
_UP_PITCH, _TIGHT_UP_PITCH = 42, 39
"""What shows of a covered face-up card: its index, with room where the column is short."""
DOWN_PITCHES: Final = range(9, 14)


class Place(NamedTuple):
    """A rectangle on the board."""

    x: int
    y: int
    width: int = CARD_WIDTH
    height: int = CARD_HEIGHT


@dataclass(frozen=True, slots=True)
class Spread:
    """Where the cards of one column lie.

    :ivar down: the upper edges of the face-down cards; `up` of the face-up ones.
    :ivar pitch: how far each face-down card is uncovered.
    """

    x: int
    down: tuple[int, ...]
    up: tuple[int, ...]
    pitch: int

    def run(self, count: int) -> Place:
        """Give the rectangle around the last cards of the column, or around its empty slot."""
        edges = (self.down + self.up) or (TABLEAU_Y,)
        top = edges[-count] if count <= len(edges) else edges[0]
        return Place(self.x, top, height=edges[-1] + CARD_HEIGHT - top)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the cards of one view lie; the board is as high as its longest column needs."""

    height: int
    columns: tuple[Spread, ...]

    @classmethod
    def of(cls, view: PlayerView) -> Layout:
        """Lay a view out: long columns close up first, then the board grows."""
        tight = max(_extent(column, DOWN_PITCHES[0], _TIGHT_UP_PITCH) for column in view.columns)
        height = max(MIN_HEIGHT, TABLEAU_Y + tight + CARD_HEIGHT + _FOOT)
        room = height - TABLEAU_Y - CARD_HEIGHT - _FOOT
        spreads = (_spread(column, x, room) for column, x in zip(view.columns, COLUMN_X, strict=True))
        return cls(height, tuple(spreads))

    @property
    def strip(self) -> Place:
        """The status strip."""
        return Place(MARGIN, self.height - MARGIN - STRIP_HEIGHT, WIDTH - 2 * MARGIN, STRIP_HEIGHT)


def _extent(column: ColumnView, down_pitch: int, up_pitch: int) -> int:
    """Give how far below the column's first card its last one lies."""
    if not column.up:
        return max(column.down - 1, 0) * down_pitch
    return column.down * down_pitch + (len(column.up) - 1) * up_pitch


def _spread(column: ColumnView, x: int, room: int) -> Spread:
    down_pitch, up_pitch = DOWN_PITCHES[-1], _UP_PITCH
    while up_pitch > _TIGHT_UP_PITCH and _extent(column, down_pitch, up_pitch) > room:
        up_pitch -= 1
    while down_pitch > DOWN_PITCHES[0] and _extent(column, down_pitch, up_pitch) > room:
        down_pitch -= 1
    first_up = TABLEAU_Y + column.down * down_pitch
    return Spread(
        x,
        tuple(TABLEAU_Y + index * down_pitch for index in range(column.down)),
        tuple(first_up + index * up_pitch for index in range(len(column.up))),
        down_pitch,
    )
