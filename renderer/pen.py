"""Drawing at four times the size, and the fonts."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import font_roboto
from PIL import Image, ImageDraw, ImageFont

from renderer.shapes import suit_outline

if TYPE_CHECKING:
    from collections.abc import Iterable

    from klondike.cards import Suit
    from renderer.shapes import Point
    from renderer.theme import RGB, Theme

__all__ = ["SCALE", "Box", "Face", "Pen", "font", "rounded_mask", "suit_mask"]

SCALE: Final = 4
"""Everything is drawn this much larger and then reduced, which smooths the edges."""

Box = tuple[float, float, float, float]
_FONTS: Final = Path(font_roboto.__file__).parent / "files"
_SUIT_HEIGHT: Final = 1.06
"""Suits are a little taller than wide."""


class Face(Enum):
    """The cuts of Roboto in use."""

    MEDIUM = "Roboto-Medium.ttf"
    BOLD = "Roboto-Bold.ttf"
    BLACK = "Roboto-Black.ttf"


@lru_cache(maxsize=64)
def font(face: Face, size: float) -> ImageFont.FreeTypeFont:
    """Open a cut of Roboto at a size in pixels."""
    return ImageFont.truetype(_FONTS / face.value, size)


@lru_cache(maxsize=16)
def rounded_mask(width: int, height: int, radius: float, line: float = 0) -> Image.Image:
    """Give the smoothed mask of a rounded rectangle; with a line width, of its outline alone."""
    image = Image.new("L", (width * SCALE, height * SCALE))
    ImageDraw.Draw(image).rounded_rectangle(
        (0, 0, image.width - 1, image.height - 1),
        radius * SCALE,
        fill=0 if line else 255,
        outline=255,
        width=round(line * SCALE) or 1,
    )
    return image.reduce(SCALE)


@lru_cache(maxsize=16)
def suit_mask(suit: Suit, width: int) -> Image.Image:
    """Give the smoothed mask of a suit."""
    half = width * SCALE / 2
    image = Image.new("L", (width * SCALE, (width + 2) * SCALE))
    draw = ImageDraw.Draw(image)
    for outline in suit_outline(suit):
        points = [(half + x * half, image.height / 2 + y * half * _SUIT_HEIGHT) for x, y in outline]
        draw.polygon(points, fill=255)
    return image.reduce(SCALE)


class Pen:
    """A picture drawn in points, held at four times the size that it will have.

    :param width: in pixels, as `height`; a point is `unit` pixels.
    """

    def __init__(self, width: int, height: int, ground: RGB, unit: float = 1) -> None:
        self.image = Image.new("RGB", (width * SCALE, height * SCALE), ground)
        self._draw = ImageDraw.Draw(self.image)
        self._scale = SCALE * unit

    @classmethod
    def card(cls, theme: Theme, ground: RGB | None = None) -> Pen:
        """Begin a picture of a card's size, its front as ground if no other is given."""
        size = theme.geometry
        return cls(size.card_width, size.card_height, ground or theme.face, size.unit)

    def reduced(self) -> Image.Image:
        """Give the picture at its final size."""
        return self.image.reduce(SCALE)

    def polygon(self, points: Iterable[Point], fill: RGB) -> None:
        """Fill a polygon."""
        self._draw.polygon([(x * self._scale, y * self._scale) for x, y in points], fill=fill)

    def ellipse(self, box: Box, fill: RGB, *, outline: RGB | None = None, width: float = 0) -> None:
        """Fill an ellipse that touches a box from within."""
        self._draw.ellipse(self._scaled(box), fill=fill, outline=outline, width=round(width * self._scale))

    def disc(self, x: float, y: float, radius: float, fill: RGB) -> None:
        """Fill a circle."""
        self.ellipse((x - radius, y - radius, x + radius, y + radius), fill)

    def arc(self, box: Box, angles: tuple[float, float], fill: RGB, width: float) -> None:
        """Draw part of an ellipse, clockwise between two angles in degrees from three o'clock."""
        self._draw.arc(self._scaled(box), *angles, fill=fill, width=round(width * self._scale))

    def line(self, points: Iterable[Point], fill: RGB, width: float) -> None:
        """Draw a line through points."""
        scaled = [(x * self._scale, y * self._scale) for x, y in points]
        self._draw.line(scaled, fill=fill, width=int(width * self._scale), joint="curve")

    def rounded(
        self,
        box: Box,
        radius: float,
        *,
        fill: RGB | None = None,
        outline: RGB | None = None,
        width: float = 1,
    ) -> None:
        """Draw a rectangle with rounded corners."""
        self._draw.rounded_rectangle(
            self._scaled(box),
            radius * self._scale,
            fill=fill,
            outline=outline,
            width=int(width * self._scale),
        )

    def suit(self, suit: Suit, middle: Point, width: float, fill: RGB, *, flipped: bool = False) -> None:
        """Draw a suit around a point."""
        x, y = middle
        across, down = width / 2, width / 2 * _SUIT_HEIGHT * (-1 if flipped else 1)
        for outline in suit_outline(suit):
            self.polygon(((x + px * across, y + py * down) for px, py in outline), fill)

    def rank(self, text: str, start: Point, size: float, fill: RGB, *, track: float = 0) -> float:
        """Write a rank from a point on its base line, signs `track` px apart, and give where it ends."""
        x, y = start
        glyphs = font(Face.BLACK, size * self._scale)
        for sign in text:
            self._draw.text((x * self._scale, y * self._scale), sign, font=glyphs, fill=fill, anchor="ls")
            x += glyphs.getlength(sign) / self._scale + track
        return x - track

    def centred_rank(self, text: str, middle: Point, size: float, fill: RGB, *, track: float = 0) -> None:
        """Write a rank to both sides of a point on its base line."""
        x, y = middle
        width = font(Face.BLACK, size * self._scale).getlength(text) / self._scale + track * (len(text) - 1)
        self.rank(text, (x - width / 2, y), size, fill, track=track)

    def inlay(self, other: Pen, box: Box, radius: float) -> None:
        """Take over what another pen of the same size drew within a rounded rectangle."""
        mask = Image.new("L", self.image.size)
        ImageDraw.Draw(mask).rounded_rectangle(self._scaled(box), radius * self._scale, fill=255)
        self.image.paste(other.image, (0, 0), mask)

    def _scaled(self, box: Box) -> Box:
        left, top, right, bottom = (edge * self._scale for edge in box)
        return left, top, right, bottom
