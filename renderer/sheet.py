"""Everything that a theme's boards are made of, drawn once and held as palette indices.

A card is made of two: a *frame*, which is the blank card with its edge, corners and shadow on whatever lies
beneath it, and a *face*, which is the inner part and the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image, ImageChops, ImageFilter

from klondike.cards import CARDS
from renderer.backs import draw_back
from renderer.faces import draw_face, draw_fan_edge
from renderer.geometry import RADIUS, THICKNESS
from renderer.palette import Palette
from renderer.pen import rounded_mask
from renderer.slots import Slot, draw_slot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from renderer.geometry import Geometry
    from renderer.theme import Theme

__all__ = ["Ground", "Grounds", "Sheet", "Sprite"]

INSET: Final = 4
"""The width of a card's frame: within it lie the edge line and the round of the corners."""

_SHADOW_DROP: Final = 2
_SHADOW_BLUR: Final = 3.2
_SHADOW_STRENGTH: Final = 0.65
"""So strong that the nearest of few colours still is a shadow."""
_EDGE_LINE: Final = 1.1
_OVERLAP: Final = 1
"""Rows of the card beneath that a frame repaints, for the shadow's sake; no index may reach into them."""

_COVERED: Final = 40
"""Where a card beneath another lies: any distance that leaves its index uncovered gives the same frame."""


class Sprite(NamedTuple):
    """A picture of palette indices, and where it goes relative to its card's corner."""

    image: Image.Image
    dx: int = 0
    dy: int = 0


@dataclass(frozen=True, slots=True)
class Ground:
    """What a card lies on.

    :ivar beneath: where other cards lie under it, the lowest first; `backs` if they are face down.
    :ivar left: how far the frame reaches beyond the card; `top` and `bottom` likewise.
    """

    left: int
    top: int
    bottom: int
    beneath: tuple[tuple[int, int], ...] = ()
    backs: bool = False


@dataclass(frozen=True, slots=True)
class Grounds:
    """All that a card can lie on.

    :ivar on_back: the ground of a card that leaves so much of a face-down card uncovered.
    """

    felt: Ground
    pile: Ground
    on_face: Ground
    fan: Ground
    fan_on_pile: Ground
    on_back: Mapping[int, Ground]

    @classmethod
    def of(cls, size: Geometry) -> Grounds:
        """Give the grounds of a geometry."""
        reach, across = size.reach, -size.fan_pitch
        thick = reach + THICKNESS[0]
        piled = tuple((across, drop) for drop in (*THICKNESS, 0))
        return cls(
            felt=Ground(reach, reach, reach),
            pile=Ground(reach, reach, thick, tuple((0, drop) for drop in THICKNESS)),
            on_face=Ground(reach, _OVERLAP, reach, ((0, -_COVERED),)),
            fan=Ground(INSET, reach, reach, ((across, 0),)),
            fan_on_pile=Ground(INSET, reach, thick, piled),
            on_back={
                pitch: Ground(reach, _OVERLAP, reach, ((0, -pitch),), backs=True)
                for pitch in size.down_pitches
            },
        )

    def __iter__(self) -> Iterator[Ground]:
        yield from (self.felt, self.pile, self.on_face, self.fan, self.fan_on_pile)
        yield from self.on_back.values()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sprites of a theme, with one of the backs.

    :ivar faces: the inner part of each card's front, by card index; `edges` for covered waste cards.
    """

    palette: Palette
    grounds: Grounds
    faces: tuple[Sprite, ...]
    edges: tuple[Sprite, ...]
    back: Sprite
    frames: Mapping[Ground, Sprite]
    slots: Mapping[Slot, Sprite]

    @classmethod
    def of(cls, theme: Theme, back: str) -> Sheet:
        """Draw a theme's sprites: the slow part, about a second."""
        palette, grounds = Palette(theme.inks), Grounds.of(theme.geometry)
        reverse = draw_back(theme, back)

        def inner(card: Image.Image, right: int = _right(theme)) -> Sprite:
            part = card.crop((INSET, INSET, right, card.height - INSET))
            return Sprite(palette.indices(part), INSET, INSET)

        return cls(
            palette,
            grounds,
            tuple(inner(draw_face(card, theme)) for card in CARDS),
            tuple(inner(draw_fan_edge(card, theme), theme.geometry.fan_pitch) for card in CARDS),
            inner(reverse),
            {ground: _frame(ground, theme, reverse, palette) for ground in grounds},
            {slot: Sprite(palette.indices(draw_slot(slot, theme))) for slot in Slot},
        )


def _right(theme: Theme) -> int:
    """Give where the inner part of a card ends."""
    return theme.geometry.card_width - INSET


def _frame(ground: Ground, theme: Theme, back: Image.Image, palette: Palette) -> Sprite:
    size = theme.geometry
    width, height, reach = size.card_width, size.card_height, size.reach
    blank = Image.new("RGB", (width, height), theme.face)
    x, y = size.fan_pitch + 2 * reach, _COVERED + 2 * reach
    table = Image.new("RGB", (x + width + 2 * reach, y + height + _COVERED), theme.felt)
    for across, down in ground.beneath:
        _lay(table, back if ground.backs else blank, x + across, y + down, theme)
    _lay(table, blank, x, y, theme)
    box = (x - ground.left, y - ground.top, x + width + reach, y + height + ground.bottom)
    return Sprite(palette.indices(table.crop(box)), -ground.left, -ground.top)


def _lay(table: Image.Image, card: Image.Image, x: int, y: int, theme: Theme) -> None:
    """Put a card on the table with its shadow and its edge line."""
    reach, radius = 2 * theme.geometry.reach, RADIUS * theme.geometry.unit
    table.paste((0, 0, 0), (x - reach, y - reach), _shadow(*card.size, radius, theme.geometry.reach))
    table.paste(card, (x, y), rounded_mask(*card.size, radius))
    table.paste(theme.grey, (x, y), rounded_mask(*card.size, radius, _EDGE_LINE))


@lru_cache(maxsize=4)
def _shadow(width: int, height: int, radius: float, near: int) -> Image.Image:
    reach = 2 * near
    shape = Image.new("L", (width + 2 * reach, height + 2 * reach))
    shape.paste(rounded_mask(width, height, radius), (reach, reach + _SHADOW_DROP))
    blurred = shape.filter(ImageFilter.GaussianBlur(_SHADOW_BLUR))
    # What would lie beyond the sprite's border is left off, so that it has no visible end.
    border = ImageChops.offset(shape, 0, -_SHADOW_DROP).filter(ImageFilter.MaxFilter(2 * near - 1))
    return ImageChops.multiply(blurred, border).point(lambda grey: round(grey * _SHADOW_STRENGTH))
