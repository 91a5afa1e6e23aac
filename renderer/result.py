"""The card that tells how a game ended, made to be shared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from renderer.card import (
    CAPTION_SIZES,
    GAP,
    INNER,
    SMALL_SIZES,
    VALUE_SIZES,
    WIDTH,
    Card,
    curve_masks,
)
from renderer.glyphs import drawable
from renderer.pen import Face
from renderer.text import fit_line
from renderer.theme import mix

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ResultCard", "render_result"]

_HEIGHT, _LOW_HEIGHT = 600, 412
"""A card without a curve is lower."""

_NAME_SIZES: Final = (54, 48, 42, 36)
_MODE_SIZES: Final = (38, 34, 30)
_NAME_BASE, _MODE_BASE = 196, 244
_CAPTION_BASE, _VALUE_BASE = 306, 360
_CURVE_TOP, _CURVE_BOTTOM = 404, 540
_WIDER: Final = 0.4
"""By how much the last figure, which is in words, has more room than the others."""
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
    drawing = Card(_HEIGHT if len(card.course) > 1 else _LOW_HEIGHT, theme)
    drawing.title(card.title)
    _head(drawing, card)
    _figures(drawing, card.figures)
    if len(card.course) > 1:
        _curve(drawing, card)
    return drawing.png()


def _head(drawing: Card, card: ResultCard) -> None:
    theme, width = drawing.theme, WIDTH - 2 * INNER
    name = fit_line(drawable(card.player) or card.somebody, Face.BOLD, _NAME_SIZES, width)
    drawing.write(name, INNER, _NAME_BASE, theme.face)
    code = fit_line(card.code, Face.MEDIUM, SMALL_SIZES, width / 2)
    mode = fit_line(card.mode, Face.MEDIUM, _MODE_SIZES, width - code.width - GAP)
    drawing.write(mode, INNER, _MODE_BASE, theme.pale)
    drawing.write(code, WIDTH - INNER - round(code.width), _MODE_BASE, theme.pale)


def _figures(drawing: Card, figures: Sequence[tuple[str, str]]) -> None:
    width = (WIDTH - 2 * INNER) / (len(figures) + _WIDER)
    for index, (caption, value) in enumerate(figures):
        x = INNER + round(index * width)
        room = width * (1 if index < len(figures) - 1 else 1 + _WIDER) - GAP
        drawing.write(
            fit_line(caption, Face.MEDIUM, CAPTION_SIZES, room), x, _CAPTION_BASE, drawing.theme.pale
        )
        drawing.write(fit_line(value, Face.BOLD, VALUE_SIZES, room), x, _VALUE_BASE, drawing.theme.face)


def _curve(drawing: Card, card: ResultCard) -> None:
    """Draw the score's course between its bounds, which stand at its left."""
    theme, course = drawing.theme, card.course
    low, high = (fit_line(text, Face.BOLD, SMALL_SIZES, 160) for text in card.bounds)
    margin = round(max(low.width, high.width)) + GAP
    left, width = INNER + margin, WIDTH - 2 * INNER - margin
    height = _CURVE_BOTTOM - _CURVE_TOP
    if min(course) < max(course):
        drawing.write(high, left - GAP - round(high.width), _CURVE_TOP + 22, theme.pale)
    drawing.write(low, left - GAP - round(low.width), _CURVE_BOTTOM, theme.pale)
    line, area = curve_masks(course, width, height)
    drawing.image.paste(mix(theme.shade, theme.gold, _AREA), (left, _CURVE_TOP), area)
    drawing.image.paste(theme.gold, (left, _CURVE_TOP), line)
