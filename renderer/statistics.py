"""The card of a player's statistics: figures, the course of the bankroll, and wins week by week."""

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
from renderer.pen import Face, rounded_mask
from renderer.text import fit_line
from renderer.theme import mix

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Bar", "Chart", "StatisticsCard", "render_statistics"]

_COLUMNS: Final = 4
"""Figures in a row."""
_NAME_SIZES: Final = (54, 48, 42, 36)
_NAME_BASE: Final = 196
_ROWS_TOP: Final = 216
_CAPTION_DOWN, _VALUE_DOWN, _ROW = 40, 92, 116
_OTHER_ROW: Final = 56
"""By how much a row is higher that holds another player's value as well."""
_CHART: Final = 232
"""Height of the charts with their headings."""
_HEADING_DOWN, _PLOT_DOWN, _PLOT = 36, 60, 120
_LABEL_DOWN: Final = 214
_FOOT: Final = 44
_MIDDLE_GAP: Final = 48
_BAR_SHARE: Final = 0.62
"""How much of its place a bar takes."""
_BAR_RADIUS: Final = 6
_BASE_LINE: Final = 3
_AREA, _LOST = 0.22, 0.4
"""How strongly the area below a curve, and the part of a bar that was not won, are coloured."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: how many in all, and how many of them count as its full part."""

    total: int
    part: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A small chart with its heading.

    :ivar bounds: the lowest and the highest value as they are written; for bars the highest alone.
    :ivar ends: what stands below its left and its right end.
    :ivar course: the values of a curve, or none.
    :ivar bars: the bars of a bar chart, or none.
    """

    heading: str
    bounds: tuple[str, str]
    ends: tuple[str, str]
    course: Sequence[int] = ()
    bars: Sequence[Bar] = ()


@dataclass(frozen=True, slots=True)
class StatisticsCard:
    """What a statistics card says, all words in the reader's language.

    :ivar player: a name as its owner wrote it; what the font cannot draw is left out.
    :ivar somebody: stands in place of a name of which nothing can be drawn.
    :ivar figures: captions and values, eight at most; with an `other` player each has that one's value too.
    :ivar charts: two at most look well.
    """

    title: str
    player: str
    somebody: str
    figures: Sequence[tuple[str, str] | tuple[str, str, str]]
    charts: Sequence[Chart] = ()
    other: str | None = None


def render_statistics(card: StatisticsCard, *, theme: str = "classic") -> bytes:
    """Draw a statistics card as PNG, 1000 pixels wide and readable at 400. Any thread may call it.

    :param theme: a key of `THEMES`.
    :raises ValueError: an unknown theme.
    """
    row = _ROW + (_OTHER_ROW if card.other is not None else 0)
    rows = -(-len(card.figures) // _COLUMNS)
    charts_top = _ROWS_TOP + rows * row
    drawing = Card(charts_top + (_CHART if card.charts else 0) + _FOOT, theme)
    drawing.title(card.title)
    _names(drawing, card)
    for index, figure in enumerate(card.figures):
        across, down = index % _COLUMNS, index // _COLUMNS
        _figure(drawing, figure, INNER + across * _COLUMN_WIDTH, _ROWS_TOP + down * row)
    width = (WIDTH - 2 * INNER - (len(card.charts) - 1) * _MIDDLE_GAP) // max(len(card.charts), 1)
    for index, chart in enumerate(card.charts):
        _chart(drawing, chart, INNER + index * (width + _MIDDLE_GAP), charts_top, width)
    return drawing.png()


_COLUMN_WIDTH: Final = (WIDTH - 2 * INNER) // _COLUMNS


def _names(drawing: Card, card: StatisticsCard) -> None:
    theme, width = drawing.theme, WIDTH - 2 * INNER
    names = [card.player] if card.other is None else [card.player, card.other]
    room = (width - (len(names) - 1) * _MIDDLE_GAP) / len(names)
    x: float = INNER
    for name, ink in zip(names, (theme.face, theme.gold), strict=False):
        line = fit_line(drawable(name) or card.somebody, Face.BOLD, _NAME_SIZES, room)
        drawing.write(line, x, _NAME_BASE, ink)
        x += line.width + _MIDDLE_GAP


def _figure(drawing: Card, figure: Sequence[str], x: int, top: int) -> None:
    theme, room = drawing.theme, _COLUMN_WIDTH - GAP
    caption, *values = figure
    drawing.write(fit_line(caption, Face.MEDIUM, CAPTION_SIZES, room), x, top + _CAPTION_DOWN, theme.pale)
    for index, (value, ink) in enumerate(zip(values, (theme.face, theme.gold), strict=False)):
        base = top + _VALUE_DOWN + index * _OTHER_ROW
        drawing.write(fit_line(value, Face.BOLD, VALUE_SIZES, room), x, base, ink)


def _chart(drawing: Card, chart: Chart, x: int, top: int, width: int) -> None:
    theme = drawing.theme
    heading = fit_line(drawable(chart.heading), Face.MEDIUM, CAPTION_SIZES, width)
    drawing.write(heading, x, top + _HEADING_DOWN, theme.pale)
    low, high = (fit_line(text, Face.BOLD, SMALL_SIZES, width / 3) for text in chart.bounds)
    margin = round(max(low.width, high.width)) + GAP
    left, plot = x + margin, width - margin
    bottom = top + _PLOT_DOWN + _PLOT
    if high.text != low.text:
        drawing.write(high, left - GAP - high.width, top + _PLOT_DOWN + 22, theme.pale)
    drawing.write(low, left - GAP - low.width, bottom, theme.pale)
    if chart.bars:
        _bars(drawing, chart.bars, left, bottom, plot)
    elif len(chart.course) > 1:
        line, area = curve_masks(chart.course, plot, _PLOT)
        drawing.image.paste(mix(theme.shade, theme.gold, _AREA), (left, bottom - _PLOT), area)
        drawing.image.paste(theme.gold, (left, bottom - _PLOT), line)
    first, last = (fit_line(text, Face.MEDIUM, SMALL_SIZES, plot / 2) for text in chart.ends)
    drawing.write(first, left, top + _LABEL_DOWN, theme.pale)
    drawing.write(last, left + plot - last.width, top + _LABEL_DOWN, theme.pale)


def _bars(drawing: Card, bars: Sequence[Bar], left: int, bottom: int, width: int) -> None:
    """Draw bars on a common line: the part full, the rest behind it faint."""
    theme, most = drawing.theme, max(1, *(bar.total for bar in bars))
    place = width / len(bars)
    thick = round(place * _BAR_SHARE)
    drawing.image.paste(
        mix(theme.shade, theme.pale, _LOST), (left, bottom, left + width, bottom + _BASE_LINE)
    )
    for index, bar in enumerate(bars):
        x = left + round(index * place + (place - thick) / 2)
        for count, ink in ((bar.total, mix(theme.shade, theme.pale, _LOST)), (bar.part, theme.gold)):
            height = round(_PLOT * count / most)
            if height:
                radius = min(_BAR_RADIUS, height // 2, thick // 2)
                drawing.image.paste(ink, (x, bottom - height), rounded_mask(thick, height, radius))
