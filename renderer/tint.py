"""Laying colours over a picture of palette indices, with smooth edges."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image

from renderer.palette import TINT_LEVELS
from renderer.pen import rounded_mask

if TYPE_CHECKING:
    from renderer.layout import Place
    from renderer.palette import Table, Tint

__all__ = ["Levels", "Outline", "lay", "levels_of", "panel", "recoloured", "wash"]

Levels = tuple[Image.Image, ...]
"""A smoothed mask as hard masks, one for each strength of a tint."""

Ends = tuple[Image.Image, Image.Image]
"""The upper and the lower end of an outline."""

_HALF: Final = 128
_CAP: Final = 18
"""Height of the two ends of a ring, which hold its round corners; the rest of it is straight."""

_RING_RADIUS: Final = 15
_SELECT: Final = tuple(
    bytes(255 if round(grey / 255 * TINT_LEVELS) == level else 0 for grey in range(256))
    for level in range(1, TINT_LEVELS + 1)
)


def recoloured(image: Image.Image, table: Table) -> Image.Image:
    """Look every pixel up in a table; on small pictures ten times as fast as `Image.point`."""
    return Image.frombytes("L", image.size, image.tobytes().translate(table))


def levels_of(mask: Image.Image) -> Levels:
    """Split a smoothed mask."""
    return tuple(recoloured(mask, table) for table in _SELECT)


def lay(canvas: Image.Image, ink: Tint, levels: Levels, x: int, y: int) -> None:
    """Lay a colour over a part of the canvas, as strongly as a mask says."""
    ground = canvas.crop((x, y, x + levels[0].width, y + levels[0].height))
    for table, level in zip(ink, levels, strict=True):
        canvas.paste(recoloured(ground, table), (x, y), level)


def wash(canvas: Image.Image, ink: Tint, place: Place) -> None:
    """Lay a colour over a rectangle at its full strength."""
    box = (place.x, place.y, place.x + place.width, place.y + place.height)
    canvas.paste(recoloured(canvas.crop(box), ink[-1]), box)


def panel(canvas: Image.Image, ink: Tint, place: Place, radius: float) -> None:
    """Lay a colour over a rectangle with rounded corners."""
    lay(canvas, ink, _panel_levels(place.width, place.height, radius), place.x, place.y)


@lru_cache(maxsize=32)
def _panel_levels(width: int, height: int, radius: float) -> Levels:
    return levels_of(rounded_mask(width, height, radius))


@dataclass(frozen=True, slots=True)
class Outline:
    """A line with a dark edge on both sides, which keeps it visible on felt and on cards alike.

    It covers what is beneath and is smooth only within, towards its own edge: so it costs a few pastes.

    :ivar ramp: the table from the edge to the line; its ends are the two colours.
    """

    ramp: Table
    line: int
    edge: int = 1

    def draw(self, canvas: Image.Image, place: Place) -> None:
        """Draw it just within a rectangle."""
        for cap, shape, y in zip(*_caps(self, place.width), (0, place.height - _CAP), strict=True):
            canvas.paste(cap, (place.x, place.y + y), shape)
        top, bottom = place.y + _CAP, place.y + place.height - _CAP
        for x in (place.x, place.x + place.width - self._breadth):
            canvas.paste(self.ramp[0], (x, top, x + self._breadth, bottom))
            canvas.paste(self.ramp[-1], (x + self.edge, top, x + self.edge + self.line, bottom))

    @property
    def _breadth(self) -> int:
        return self.line + 2 * self.edge


@lru_cache(maxsize=64)
def _caps(outline: Outline, width: int) -> tuple[Ends, Ends]:
    """Give both ends of an outline, and the shapes in which they cover what is beneath."""
    height, edge, line = 2 * _CAP, outline.edge, outline.line
    inner = Image.new("L", (width, height))
    inner.paste(rounded_mask(width - 2 * edge, height - 2 * edge, _RING_RADIUS - edge, line), (edge, edge))
    shape = rounded_mask(width, height, _RING_RADIUS, line + 2 * edge)
    hard = recoloured(shape, bytes(255 if grey >= _HALF else 0 for grey in range(256)))
    return _ends(recoloured(inner, outline.ramp)), _ends(hard)


def _ends(picture: Image.Image) -> Ends:
    upper = picture.crop((0, 0, picture.width, _CAP))
    return upper, picture.crop((0, _CAP, picture.width, 2 * _CAP))
