"""The sizes of a board: what is measured in points of a card, and what that is in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

__all__ = ["BOLD", "CARD", "COMPACT", "FULL", "RADIUS", "THICKNESS", "Geometry"]

CARD: Final = (124, 174)
"""A card's width and height in points. Its art is drawn in points; a geometry says how large a point is."""

RADIUS: Final = 11
"""Of a card's corners, in points."""

THICKNESS: Final = (6, 3)
"""How far the cards of a pile stand out below the top one, in pixels."""

_MARGIN: Final = 16
"""Pixels. Nothing that matters lies nearer to the edge: phones crop and round the corners."""

_SHADOW: Final = 7
"""How far a card's shadow reaches, in pixels, where its neighbours leave room."""


@dataclass(frozen=True)
class Geometry:
    """How large everything is.

    :ivar width: of the picture, in pixels; `unit` is the size of a point in pixels.
    :ivar rank: the size of the letters in the corner of a card, in points.
    :ivar fan: how far a covered waste card is uncovered, in points; `up` for covered cards of a column where
        there is little room and where there is much.
    :ivar pips: whether cards show their pips; without them there is one large suit.
    """

    width: int
    unit: float
    rank: float
    fan: int
    up: tuple[int, int]
    pips: bool = True

    def px(self, points: float) -> int:
        """Turn points into pixels."""
        return round(points * self.unit)

    @cached_property
    def margin(self) -> int:
        """The empty edge of the board."""
        return _MARGIN

    @cached_property
    def card_width(self) -> int:
        """A card's width."""
        return self.px(CARD[0])

    @cached_property
    def card_height(self) -> int:
        """A card's height."""
        return self.px(CARD[1])

    @cached_property
    def column_x(self) -> tuple[int, ...]:
        """The left edges of the seven columns."""
        pitch = (self.width - 2 * _MARGIN - self.card_width) / 6
        return tuple(_MARGIN + round(index * pitch) for index in range(7))

    @cached_property
    def reach(self) -> int:
        """How far a card's shadow reaches: never onto the next column."""
        return min(_SHADOW, self.column_x[1] - self.column_x[0] - self.card_width)

    @property
    def stock_x(self) -> int:
        """The left edge of the stock; `waste_x` and `foundation_x` likewise."""
        return self.column_x[0]

    @property
    def waste_x(self) -> int:
        """The left edge of the waste."""
        return self.column_x[1]

    @property
    def foundation_x(self) -> tuple[int, ...]:
        """The left edges of the foundations."""
        return self.column_x[3:]

    @cached_property
    def label_height(self) -> int:
        """The height of a pile's label."""
        return self.px(30)

    @cached_property
    def top_y(self) -> int:
        """The upper edge of stock, waste and foundations."""
        return _MARGIN + self.label_height + self.reach

    @cached_property
    def numbers_y(self) -> int:
        """The upper edge of the columns' numbers: below the thickest pile and its shadow."""
        return self.top_y + self.card_height + THICKNESS[0] + self.reach

    @cached_property
    def tableau_y(self) -> int:
        """The upper edge of the columns."""
        return self.numbers_y + self.label_height + self.reach

    @cached_property
    def strip_height(self) -> int:
        """The height of the status strip."""
        return self.px(44)

    @cached_property
    def foot(self) -> int:
        """What lies below the columns: a gap, the strip and the margin."""
        return self.px(10) + self.strip_height + _MARGIN

    @cached_property
    def min_height(self) -> int:
        """The height of a board whose columns are short."""
        return round(self.width * 0.76)

    @cached_property
    def fan_pitch(self) -> int:
        """How far a covered waste card is uncovered: its rank with the suit below."""
        return self.px(self.fan)

    @cached_property
    def up_pitches(self) -> range:
        """How far a covered face-up card is uncovered: its index, and some room in short columns."""
        tight, loose = self.up
        return range(self.px(tight), self.px(loose) + 1)

    @cached_property
    def down_pitches(self) -> range:
        """How far a face-down card is uncovered."""
        return range(self.px(9), self.px(13) + 1)


FULL: Final = Geometry(width=1000, unit=1, rank=41, fan=48, up=(39, 42))
BOLD: Final = Geometry(width=1000, unit=1.06, rank=48, fan=56, up=(43, 46), pips=False)
"""Larger cards and indices on a picture of the same width."""
COMPACT: Final = Geometry(width=700, unit=0.728, rank=50, fan=58, up=(44, 46), pips=False)
"""Half the pixels, and still larger indices beside the width of the picture."""
