"""Where everything lies: positions only, in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from klondike.view import Outcome

if TYPE_CHECKING:
    from klondike.view import ColumnView, PlayerView
    from renderer.geometry import Geometry

__all__ = ["Layout", "Place", "Spread"]

_WON_BANNER, _BANNER = 92, 60
"""Points: the height of the band below the table of a game that was won, and of one that ended otherwise."""


class Place(NamedTuple):
    """A rectangle on the board."""

    x: int
    y: int
    width: int
    height: int

    def grown(self, reach: int) -> Place:
        """Give the rectangle that is larger on every side."""
        return Place(self.x - reach, self.y - reach, self.width + 2 * reach, self.height + 2 * reach)


@dataclass(frozen=True, slots=True)
class Spread:
    """Where the cards of one column lie.

    :ivar down: the upper edges of the face-down cards; `up` of the face-up ones.
    :ivar pitch: how far each face-down card is uncovered.
    """

    geometry: Geometry
    x: int
    down: tuple[int, ...]
    up: tuple[int, ...]
    pitch: int

    def run(self, count: int) -> Place:
        """Give the rectangle around the last cards of the column, or around its empty slot."""
        size = self.geometry
        edges = (self.down + self.up) or (size.tableau_y,)
        top = edges[-count] if count <= len(edges) else edges[0]
        return Place(self.x, top, size.card_width, edges[-1] + size.card_height - top)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the cards of one view lie; the board is as high as its longest column needs.

    :ivar banner: where the text across a finished board goes, None while the game goes on.
    """

    geometry: Geometry
    height: int
    columns: tuple[Spread, ...]
    banner: Place | None

    @classmethod
    def of(cls, view: PlayerView, geometry: Geometry) -> Layout:
        """Lay a view out: long columns close up first, then the board grows."""
        below = geometry.card_height + geometry.foot
        if view.outcome not in {None, Outcome.WON}:
            below += geometry.px(_BANNER) + geometry.px(10)
        closed = geometry.down_pitches[0], geometry.up_pitches[0]
        tight = max(_extent(column, *closed) for column in view.columns)
        height = max(geometry.min_height, geometry.tableau_y + tight + below)
        height += height % 2  # halves exactly
        room = height - geometry.tableau_y - below
        spreads = tuple(
            _spread(column, x, room, geometry)
            for column, x in zip(view.columns, geometry.column_x, strict=True)
        )
        return cls(geometry, height, spreads, _banner(view, geometry, height))

    @property
    def strip(self) -> Place:
        """The status strip."""
        return _strip(self.geometry, self.height)

    @property
    def stock(self) -> Place:
        """The stock, also where it is empty."""
        return self._top(self.geometry.stock_x)

    def waste(self, fanned: int) -> Place:
        """Give the top card of a waste of which so many cards show."""
        return self._top(self.geometry.waste_x + max(fanned - 1, 0) * self.geometry.fan_pitch)

    def foundation(self, suit: int) -> Place:
        """Give a suit's foundation."""
        return self._top(self.geometry.foundation_x[suit])

    def _top(self, x: int) -> Place:
        return Place(x, self.geometry.top_y, self.geometry.card_width, self.geometry.card_height)


def _strip(geometry: Geometry, height: int) -> Place:
    margin, strip = geometry.margin, geometry.strip_height
    return Place(margin, height - margin - strip, geometry.width - 2 * margin, strip)


def _banner(view: PlayerView, geometry: Geometry, height: int) -> Place | None:
    if view.outcome is None:
        return None
    size = geometry.px(_WON_BANNER if view.outcome is Outcome.WON else _BANNER)
    strip = _strip(geometry, height)
    return strip._replace(y=strip.y - geometry.px(10) - size, height=size)


def _extent(column: ColumnView, down_pitch: int, up_pitch: int) -> int:
    """Give how far below the column's first card its last one lies."""
    if not column.up:
        return max(column.down - 1, 0) * down_pitch
    return column.down * down_pitch + (len(column.up) - 1) * up_pitch


def _spread(column: ColumnView, x: int, room: int, geometry: Geometry) -> Spread:
    downs, ups = geometry.down_pitches, geometry.up_pitches
    down_pitch, up_pitch = downs[-1], ups[-1]
    while up_pitch > ups[0] and _extent(column, down_pitch, up_pitch) > room:
        up_pitch -= 1
    while down_pitch > downs[0] and _extent(column, down_pitch, up_pitch) > room:
        down_pitch -= 1
    top = geometry.tableau_y
    first_up = top + column.down * down_pitch
    return Spread(
        geometry,
        x,
        tuple(top + index * down_pitch for index in range(column.down)),
        tuple(first_up + index * up_pitch for index in range(len(column.up))),
        down_pitch,
    )
