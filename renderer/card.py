"""A panel of words and curves in the colours of a look: what result and statistics cards are drawn on."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from klondike.cards import Suit
from renderer.pen import SCALE, Face, rounded_mask, suit_mask
from renderer.text import fit_line
from renderer.theme import THEMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from renderer.text import Line
    from renderer.theme import RGB

__all__ = [
    "CAPTION_SIZES",
    "GAP",
    "INNER",
    "SMALL_SIZES",
    "VALUE_SIZES",
    "WIDTH",
    "Card",
    "curve_masks",
]

WIDTH: Final = 1000
_EDGE: Final = 24
_PAD: Final = 24
INNER: Final = _EDGE + _PAD
"""Where words begin, and how far from the right edge they end."""
GAP: Final = 16
_RADIUS: Final = 22
_COLOURS: Final = 64

_TITLE_SIZES: Final = (92, 80, 68, 56, 44)
CAPTION_SIZES: Final = (31, 28, 25)
VALUE_SIZES: Final = (52, 46, 40, 34, 29)
SMALL_SIZES: Final = (30, 27)
_TITLE_BASE: Final = 128
_SUIT_WIDTH, _SUIT_PITCH = 40, 54
_LINE: Final = 5
_END: Final = 8
"""Radius of the disc at the curve's end."""


class Card:
    """One card while it is drawn.

    :param theme: a key of `THEMES`.
    :raises ValueError: an unknown theme.
    """

    def __init__(self, height: int, theme: str) -> None:
        if theme not in THEMES:
            raise ValueError(f"theme: {theme!r}")
        self.theme = THEMES[theme]
        self.image = Image.new("RGB", (WIDTH, height), self.theme.felt)
        mask = rounded_mask(WIDTH - 2 * _EDGE, height - 2 * _EDGE, _RADIUS)
        self.image.paste(self.theme.shade, (_EDGE, _EDGE), mask)

    def title(self, text: str) -> None:
        """Write the title, with the four suits at its right."""
        suits = WIDTH - INNER - 3 * _SUIT_PITCH - _SUIT_WIDTH
        self.write(
            fit_line(text, Face.BLACK, _TITLE_SIZES, suits - INNER - GAP), INNER, _TITLE_BASE, self.theme.gold
        )
        for suit in Suit:
            mask = suit_mask(suit, _SUIT_WIDTH)
            self.image.paste(self.theme.gold, (suits + suit * _SUIT_PITCH, 74), mask)

    def write(self, line: Line, x: float, base: int, ink: RGB) -> None:
        """Write a line of text; `base` is where its letters stand."""
        if line.text:
            self.image.paste(ink, (round(x), base - line.ascent), line.mask)

    def png(self) -> bytes:
        """Give it as PNG."""
        file = BytesIO()
        self.image.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, "PNG")
        return file.getvalue()


def curve_masks(course: Sequence[int], width: int, height: int) -> tuple[Image.Image, Image.Image]:
    """Give the smoothed masks of a course's line and of the area below it, its last point a disc."""
    low, high = min(course), max(course)
    line = Image.new("L", (width * SCALE, height * SCALE))
    area = line.copy()
    inset = _END * SCALE
    across = (line.width - 1 - 2 * inset) / (len(course) - 1)
    rise = (line.height - 1 - 2 * inset) / max(high - low, 1)
    points = [
        (inset + index * across, line.height - 1 - inset - (score - low) * rise)
        for index, score in enumerate(course)
    ]
    bottom = line.height - 1
    ImageDraw.Draw(area).polygon([(points[0][0], bottom), *points, (points[-1][0], bottom)], fill=255)
    pen = ImageDraw.Draw(line)
    pen.line(points, fill=255, width=_LINE * SCALE, joint="curve")
    x, y = points[-1]
    pen.ellipse((x - inset, y - inset, x + inset, y + inset), fill=255)
    return line.reduce(SCALE), area.reduce(SCALE)
