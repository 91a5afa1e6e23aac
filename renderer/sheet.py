"""Everything that a theme's boards are made of, drawn once and held as palette indices.

A card is made of two: a *frame*, which is the blank card with its edge, corners and shadow on whatever lies
beneath it, and a *face*, which is the inner part and the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image, ImageChops, ImageFilter

from klondike.cards import CARDS
from renderer.faces import draw_back, draw_face, draw_fan_edge
from renderer.layout import CARD_HEIGHT, CARD_RADIUS, CARD_WIDTH, DOWN_PITCHES, FAN_PITCH
from renderer.palette import Palette
from renderer.pen import rounded_mask
from renderer.slots import Slot, draw_slot
from renderer.theme import mix, through_glass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from renderer.theme import RGB, Theme

__all__ = ["FAN", "FAN_ON_PILE", "FELT", "INSET", "ON_FACE", "PILE", "Ground", "Sheet", "Sprite", "on_back"]

INSET: Final = 4
"""The width of a card's frame: within it lie the edge line and the round of the corners."""

_SHADOW_REACH: Final = 7
_SHADOW_DROP: Final = 2
_SHADOW_BLUR: Final = 3.2
_SHADOW_STRENGTH: Final = 0.55
_EDGE_LINE: Final = 1.1
_OVERLAP: Final = 1
"""Rows of the card beneath that a frame repaints, for the shadow's sake; no index may reach into them."""

_THICKNESS: Final = (6, 3)
"""How far the cards of a pile stand out below the top one."""

_SWATCH_STEPS: Final = 24


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

    beneath: tuple[tuple[int, int], ...] = ()
    backs: bool = False
    left: int = _SHADOW_REACH
    top: int = _SHADOW_REACH
    bottom: int = _SHADOW_REACH


_PILE_BELOW: Final = tuple((0, drop) for drop in _THICKNESS)
FELT: Final = Ground()
PILE: Final = Ground(_PILE_BELOW, bottom=_SHADOW_REACH + _THICKNESS[0])
ON_FACE: Final = Ground(((0, -40),), top=_OVERLAP)
FAN: Final = Ground(((-FAN_PITCH, 0),), left=INSET)
FAN_ON_PILE: Final = Ground(
    (*((-FAN_PITCH, drop) for drop in _THICKNESS), (-FAN_PITCH, 0)), left=INSET, bottom=PILE.bottom
)


def on_back(pitch: int) -> Ground:
    """Give the ground of a card that leaves so much of a face-down card uncovered."""
    return Ground(((0, -pitch),), backs=True, top=_OVERLAP)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sprites of a theme.

    :ivar faces: the inner part of each card's front, by card index; `edges` for covered waste cards.
    """

    palette: Palette
    faces: tuple[Sprite, ...]
    edges: tuple[Sprite, ...]
    back: Sprite
    frames: Mapping[Ground, Sprite]
    slots: Mapping[Slot, Sprite]

    @classmethod
    def of(cls, theme: Theme) -> Sheet:
        """Draw a theme's sprites: the slow part, about a second."""
        back = draw_back(theme)
        faces = [_inner(draw_face(card, theme)) for card in CARDS]
        edges = [_inner(draw_fan_edge(card, theme), FAN_PITCH) for card in CARDS]
        grounds = (FELT, PILE, ON_FACE, FAN, FAN_ON_PILE, *map(on_back, DOWN_PITCHES))
        frames = [_draw_frame(ground, theme, back) for ground in grounds]
        slots = [draw_slot(slot, theme) for slot in Slot]
        pictures = [*faces, *edges, _inner(back), *frames, *slots, _swatches(theme)]
        palette, indexed = _index(pictures, _flat_colours(theme))
        take = iter(indexed)
        return cls(
            palette,
            tuple(Sprite(next(take), INSET, INSET) for _ in faces),
            tuple(Sprite(next(take), INSET, INSET) for _ in edges),
            Sprite(next(take), INSET, INSET),
            {ground: Sprite(next(take), -ground.left, -ground.top) for ground in grounds},
            {slot: Sprite(next(take)) for slot in Slot},
        )


def _inner(card: Image.Image, right: int = CARD_WIDTH - INSET) -> Image.Image:
    return card.crop((INSET, INSET, right, CARD_HEIGHT - INSET))


def _draw_frame(ground: Ground, theme: Theme, back: Image.Image) -> Image.Image:
    blank = Image.new("RGB", (CARD_WIDTH, CARD_HEIGHT), theme.face)
    x, y = FAN_PITCH + 2 * _SHADOW_REACH, 40 + 2 * _SHADOW_REACH
    table = Image.new("RGB", (x + CARD_WIDTH + 2 * _SHADOW_REACH, y + CARD_HEIGHT + 40), theme.felt)
    for across, down in ground.beneath:
        _lay(table, back if ground.backs else blank, x + across, y + down, theme.edge)
    _lay(table, blank, x, y, theme.edge)
    right, bottom = x + CARD_WIDTH + _SHADOW_REACH, y + CARD_HEIGHT + ground.bottom
    return table.crop((x - ground.left, y - ground.top, right, bottom))


def _lay(table: Image.Image, card: Image.Image, x: int, y: int, edge: RGB) -> None:
    """Put a card on the table with its shadow and its edge line."""
    shadow = _shadow()
    table.paste((0, 0, 0), (x - 2 * _SHADOW_REACH, y - 2 * _SHADOW_REACH), shadow)
    table.paste(card, (x, y), rounded_mask(CARD_WIDTH, CARD_HEIGHT, CARD_RADIUS))
    table.paste(edge, (x, y), rounded_mask(CARD_WIDTH, CARD_HEIGHT, CARD_RADIUS, _EDGE_LINE))


def _shadow() -> Image.Image:
    reach = 2 * _SHADOW_REACH
    shape = Image.new("L", (CARD_WIDTH + 2 * reach, CARD_HEIGHT + 2 * reach))
    shape.paste(rounded_mask(CARD_WIDTH, CARD_HEIGHT, CARD_RADIUS), (reach, reach + _SHADOW_DROP))
    blurred = shape.filter(ImageFilter.GaussianBlur(_SHADOW_BLUR))
    # What would lie beyond the sprite's border is left off, so that it has no visible end.
    border = ImageChops.offset(shape, 0, -_SHADOW_DROP).filter(ImageFilter.MaxFilter(2 * _SHADOW_REACH - 1))
    return ImageChops.multiply(blurred, border).point(lambda grey: round(grey * _SHADOW_STRENGTH))


def _flat_colours(theme: Theme) -> tuple[RGB, ...]:
    flat = (theme.felt, theme.face, theme.badge, theme.strip, theme.gold, theme.caption, theme.value)
    glazed = _glazed(theme.face, theme)
    return tuple(dict.fromkeys((*flat, theme.last, theme.hint, *theme.suits, *theme.back, glazed)))


def _glazed(colour: RGB, theme: Theme) -> RGB:
    red, green, blue = (part // 4 * 4 for part in through_glass(colour, theme.glass))
    return red, green, blue


def _swatches(theme: Theme) -> Image.Image:
    """Draw the mixtures that texts and outlines will need."""
    pairs = [(theme.felt, theme.badge), (theme.badge, theme.gold), (theme.badge, theme.value)]
    pairs += [(theme.strip, theme.caption), (theme.strip, theme.value), (theme.felt, theme.strip)]
    pairs += [(theme.strip, ink) for ink in (theme.last, theme.hint, theme.gold)]
    pairs += [(_glazed(theme.face, theme), _glazed(ink, theme)) for ink in theme.suits]
    colours = [mix(a, b, step / _SWATCH_STEPS) for a, b in pairs for step in range(_SWATCH_STEPS + 1)]
    row = Image.new("RGB", (len(colours), 1))
    row.putdata(colours)
    return row.resize((row.width, 8), Image.Resampling.NEAREST)


def _index(pictures: list[Image.Image], exact: Iterable[RGB]) -> tuple[Palette, list[Image.Image]]:
    """Choose one palette for all pictures and turn each into indices, over one sheet for speed."""
    sheet = Image.new("RGB", (max(p.width for p in pictures), sum(p.height for p in pictures)))
    boxes, y = [], 0
    for picture in pictures:
        sheet.paste(picture, (0, y))
        boxes.append((0, y, picture.width, y + picture.height))
        y += picture.height
    palette = Palette.of(sheet, exact)
    indexed = palette.indices(sheet)
    return palette, [indexed.crop(box) for box in boxes]
