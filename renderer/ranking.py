"""A page of a leaderboard: rank, name and value of each row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from renderer.card import GAP, INNER, SMALL_SIZES, WIDTH, Card
from renderer.glyphs import drawable
from renderer.pen import Face, rounded_mask
from renderer.text import fit_line
from renderer.theme import mix

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["RankingCard", "RankingRow", "render_ranking"]

_LINE_SIZES: Final = (36, 32, 28)
_LINE_BASE: Final = 184
_LINE_DOWN: Final = 44
_ROW: Final = 68
_ROW_BASE: Final = 47
_RANK_SIZES: Final = (42, 36, 30, 25)
_NAME_SIZES: Final = (44, 38, 32)
_VALUE_SIZES: Final = (46, 40, 34)
_RANK_WIDTH: Final = 116
_VALUE_WIDTH: Final = 280
_FOOT: Final = 92
_OWN: Final = 0.16
"""How strongly the reader's own row is set apart."""
_RADIUS: Final = 12


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A row: the rank, a name as its owner wrote it, and the value as it is written."""

    rank: str
    name: str
    value: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class RankingCard:
    """What the picture of a leaderboard says, all words in the reader's language.

    :ivar lines: what stands below the title, such as the list and the span of time.
    :ivar somebody: stands in place of a name of which nothing can be drawn.
    :ivar foot: what stands below the rows.
    """

    title: str
    lines: Sequence[str]
    rows: Sequence[RankingRow]
    somebody: str
    foot: str = ""


def render_ranking(card: RankingCard, *, theme: str = "classic") -> bytes:
    """Draw a page of a leaderboard as PNG, 1000 pixels wide and readable at 400. Any thread may call it.

    :param theme: a key of `THEMES`.
    :raises ValueError: an unknown theme.
    """
    top = _LINE_BASE + _LINE_DOWN * max(len(card.lines) - 1, 0) + GAP
    drawing = Card(top + _ROW * len(card.rows) + _FOOT, theme)
    drawing.title(card.title)
    width = WIDTH - 2 * INNER
    for index, text in enumerate(card.lines):
        line = fit_line(text, Face.MEDIUM, _LINE_SIZES, width)
        drawing.write(line, INNER, _LINE_BASE + index * _LINE_DOWN, drawing.theme.pale)
    for index, row in enumerate(card.rows):
        _row(drawing, row, card.somebody, top + index * _ROW)
    foot = fit_line(card.foot, Face.MEDIUM, SMALL_SIZES, width)
    drawing.write(foot, INNER, top + _ROW * len(card.rows) + _ROW_BASE - GAP // 2, drawing.theme.pale)
    return drawing.png()


def _row(drawing: Card, row: RankingRow, somebody: str, top: int) -> None:
    theme, base = drawing.theme, top + _ROW_BASE
    if row.own:
        mask = rounded_mask(WIDTH - 2 * INNER + GAP, _ROW - 4, _RADIUS)
        drawing.image.paste(mix(theme.shade, theme.gold, _OWN), (INNER - GAP // 2, top), mask)
    rank = fit_line(row.rank, Face.BOLD, _RANK_SIZES, _RANK_WIDTH - GAP)
    drawing.write(rank, INNER + _RANK_WIDTH - GAP - rank.width, base, theme.pale)
    value = fit_line(row.value, Face.BOLD, _VALUE_SIZES, _VALUE_WIDTH)
    right = WIDTH - INNER - GAP // 2
    drawing.write(value, right - value.width, base, theme.gold)
    left = INNER + _RANK_WIDTH + GAP
    name = fit_line(drawable(row.name) or somebody, Face.BOLD, _NAME_SIZES, right - value.width - GAP - left)
    drawing.write(name, left, base, theme.face)
