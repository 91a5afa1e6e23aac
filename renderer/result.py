"""The card that tells how a game ended, made to be shared."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from klondike.cards import Suit
from renderer.glyphs import drawable
from renderer.pen import SCALE, Face, rounded_mask, suit_mask
from renderer.text import fit_line
from renderer.theme import THEMES, mix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from renderer.text import Line
    from renderer.theme import RGB, Theme

__all__ = ["ResultCard", "render_result"]

_WIDTH, _HEIGHT, _LOW_HEIGHT = 1000, 600, 412
"""A card without a curve is lower."""
_EDGE: Final = 24
_PAD: Final = 24
_RADIUS: Final = 22
_INNER: Final = _EDGE + _PAD
_COLOURS: Final = 64

_TITLE_SIZES: Final = (92, 80, 68, 56, 44)
_NAME_SIZES: Final = (54, 48, 42, 36)
_MODE_SIZES: Final = (38, 34, 30)
_CAPTION_SIZES: Final = (31, 28, 25)
_VALUE_SIZES: Final = (52, 46, 40, 34, 29)
_SMALL_SIZES: Final = (30, 27)
_TITLE_BASE, _NAME_BASE, _MODE_BASE = 128, 196, 244
_CAPTION_BASE, _VALUE_BASE = 306, 360
_CURVE_TOP, _CURVE_BOTTOM = 404, 540
_SUIT_WIDTH, _SUIT_PITCH = 40, 54
_GAP: Final = 16
_WIDER: Final = 0.4
"""By how much the last figure, which is in words, has more room than the others."""
_LINE: Final = 5
_END: Final = 8
"""Radius of the disc at the curve's end."""
_AREA: Final = 0.22
"""How strongly what lies below the curve is coloured."""


@dataclass(frozen=True, slots=True)
class ResultCard:
    """What a result card says, all words in the player's language.

    :ivar player: a name as its owner wrote it; what the font cannot draw is left out.
    :ivar somebody: stands in place of a name of which nothing can be drawn.
    :ivar figures: captions and values, such as `("Score", "625")`; four at most look well, words last.
    :ivar course: the score at the start and after each action that stands; empty without a score.
    :ivar bounds: the lowest and the highest score of the course, as they are written.
    :ivar code: the deal code; empty where it is not to be told.
    """

    title: str
    player: str
    somebody: str
    mode: str
    figures: Sequence[tuple[str, str]]
    course: Sequence[int] = ()
    bounds: tuple[str, str] = ("", "")
    code: str = ""


def render_result(card: ResultCard, *, theme: str = "classic") -> bytes:
    """Draw a result card as PNG, 1000 pixels wide and readable at 400. Any thread may call it.

    :param theme: a key of `THEMES`.
    :raises ValueError: an unknown theme.
    """
    if theme not in THEMES:
        raise ValueError(f"theme: {theme!r}")
    return _Drawing(card, THEMES[theme]).png()


class _Drawing:
    """One card while it is drawn."""

    def __init__(self, card: ResultCard, theme: Theme) -> None:
        self._card, self._theme = card, theme
        self._has_curve = len(card.course) > 1
        self._image = Image.new("RGB", (_WIDTH, _HEIGHT if self._has_curve else _LOW_HEIGHT), theme.felt)

    def png(self) -> bytes:
        """Draw it."""
        self._panel()
        self._head()
        self._figures()
        if self._has_curve:
            self._curve()
        file = BytesIO()
        self._image.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, "PNG")
        return file.getvalue()

    def _panel(self) -> None:
        mask = rounded_mask(_WIDTH - 2 * _EDGE, self._image.height - 2 * _EDGE, _RADIUS)
        self._image.paste(self._theme.shade, (_EDGE, _EDGE), mask)

    def _head(self) -> None:
        card, theme = self._card, self._theme
        suits = _WIDTH - _INNER - 3 * _SUIT_PITCH - _SUIT_WIDTH
        room = suits - _INNER - _GAP
        self._write(fit_line(card.title, Face.BLACK, _TITLE_SIZES, room), _INNER, _TITLE_BASE, theme.gold)
        for suit in Suit:
            mask = suit_mask(suit, _SUIT_WIDTH)
            self._image.paste(theme.gold, (suits + suit * _SUIT_PITCH, 74), mask)
        width = _WIDTH - 2 * _INNER
        name = fit_line(drawable(card.player) or card.somebody, Face.BOLD, _NAME_SIZES, width)
        self._write(name, _INNER, _NAME_BASE, theme.face)
        code = fit_line(card.code, Face.MEDIUM, _SMALL_SIZES, width / 2)
        mode = fit_line(card.mode, Face.MEDIUM, _MODE_SIZES, width - code.width - _GAP)
        self._write(mode, _INNER, _MODE_BASE, theme.pale)
        self._write(code, _WIDTH - _INNER - round(code.width), _MODE_BASE, theme.pale)

    def _figures(self) -> None:
        figures = self._card.figures
        width = (_WIDTH - 2 * _INNER) / (len(figures) + _WIDER)
        for index, (caption, value) in enumerate(figures):
            x = _INNER + round(index * width)
            room = width * (1 if index < len(figures) - 1 else 1 + _WIDER) - _GAP
            self._write(
                fit_line(caption, Face.MEDIUM, _CAPTION_SIZES, room), x, _CAPTION_BASE, self._theme.pale
            )
            self._write(fit_line(value, Face.BOLD, _VALUE_SIZES, room), x, _VALUE_BASE, self._theme.face)

    def _curve(self) -> None:
        """Draw the score's course between its bounds, which stand at its left."""
        theme, course = self._theme, self._card.course
        low, high = (fit_line(text, Face.BOLD, _SMALL_SIZES, 160) for text in self._card.bounds)
        margin = round(max(low.width, high.width)) + _GAP
        left, width = _INNER + margin, _WIDTH - 2 * _INNER - margin
        height = _CURVE_BOTTOM - _CURVE_TOP
        if min(course) < max(course):
            self._write(high, left - _GAP - round(high.width), _CURVE_TOP + 22, theme.pale)
        self._write(low, left - _GAP - round(low.width), _CURVE_BOTTOM, theme.pale)
        line, area = _course_masks(course, width, height)
        self._image.paste(mix(theme.shade, theme.gold, _AREA), (left, _CURVE_TOP), area)
        self._image.paste(theme.gold, (left, _CURVE_TOP), line)

    def _write(self, line: Line, x: int, base: int, ink: RGB) -> None:
        if line.text:
            self._image.paste(ink, (x, base - line.ascent), line.mask)


def _course_masks(course: Sequence[int], width: int, height: int) -> tuple[Image.Image, Image.Image]:
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
