"""Laying colours over a picture of palette indices, with smooth edges."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image

from renderer.palette import TINT_LEVELS
from renderer.pen import rounded_mask

if TYPE_CHECKING:
    from renderer.layout import Place
    from renderer.palette import Table, Tint

__all__ = ["Levels", "lay", "levels_of", "panel", "recoloured", "ring", "wash"]

Levels = tuple[Image.Image, ...]
"""A smoothed mask as hard masks, one for each strength of a tint."""

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


def ring(canvas: Image.Image, ink: Tint, place: Place, line: int) -> None:
    """Draw an outline just within a rectangle."""
    top, bottom = _ring_caps(place.width, line)
    lay(canvas, ink, top, place.x, place.y)
    lay(canvas, ink, bottom, place.x, place.y + place.height - _CAP)
    for x in (place.x, place.x + place.width - line):
        wash(canvas, ink, place._replace(x=x, y=place.y + _CAP, width=line, height=place.height - 2 * _CAP))


@lru_cache(maxsize=32)
def _panel_levels(width: int, height: int, radius: float) -> Levels:
    return levels_of(rounded_mask(width, height, radius))


@lru_cache(maxsize=32)
def _ring_caps(width: int, line: int) -> tuple[Levels, Levels]:
    mask = rounded_mask(width, 2 * _CAP, _RING_RADIUS, line)
    ends = (mask.crop((0, y, width, y + _CAP)) for y in (0, _CAP))
    top, bottom = map(levels_of, ends)
    return top, bottom
