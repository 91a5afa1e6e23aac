"""A Klondike board as a picture: a `PlayerView` in, PNG bytes out; a whole game as an animated GIF."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Final

from renderer.animation import LIMIT, Animation, Scene, animate
from renderer.backs import BACKS
from renderer.contact import backs_sheet, contact_sheet
from renderer.encode import encode, reduced
from renderer.painter import Painter
from renderer.ranking import RankingCard, RankingRow, render_ranking
from renderer.result import ResultCard, render_result
from renderer.statistics import Bar, Chart, StatisticsCard, render_statistics
from renderer.text import Labels, Piles
from renderer.theme import THEMES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from klondike.moves import Move, Step
    from klondike.view import PlayerView

__all__ = [
    "BACKS",
    "SIZES",
    "THEMES",
    "Animation",
    "Bar",
    "Chart",
    "Labels",
    "Piles",
    "RankingCard",
    "RankingRow",
    "ResultCard",
    "Scene",
    "StatisticsCard",
    "backs_sheet",
    "contact_sheet",
    "prepare",
    "render_animation",
    "render_board",
    "render_ranking",
    "render_result",
    "render_statistics",
]

SIZES: Final = {"full": 1, "half": 2}
"""By how much a board is reduced."""

_PAINTERS_KEPT: Final = len(THEMES) * len(BACKS)
"""Looks whose sprites are kept: two megabytes each, and up to nine more for cards and tables in use. All of
them are: with fewer, those who play in yet other looks would have sprites made anew at every move."""

_BUILDING: Final = {name: Lock() for name in THEMES}


def render_board(  # noqa: PLR0913 - all but the view have defaults and names
    view: PlayerView,
    *,
    theme: str = "classic",
    back: str = "lattice",
    labels: Labels | None = None,
    last_move: Step | None = None,
    highlight: Move | None = None,
    size: str = "full",
) -> bytes:
    """Draw a board as PNG. The same arguments give the same bytes; any thread may call it.

    :param theme: a key of `THEMES`; `back` one of `BACKS`.
    :param labels: the words on the board; without them it has the letters of the piles alone.
    :param last_move: outlined where its cards lie now, as far as they are seen.
    :param highlight: a hint, outlined at both ends in another colour.
    :param size: a key of `SIZES`.
    :raises ValueError: an unknown theme, back or size.
    """
    if size not in SIZES:
        raise ValueError(f"size: {size!r}")
    painter = _painter(theme, back)
    palette = painter.sheet.palette
    canvas = painter.paint(view, labels or Labels(), last_move, highlight)
    if SIZES[size] > 1:
        canvas = reduced(canvas, palette, SIZES[size])
    return encode(canvas, palette)


def render_animation(
    scenes: Sequence[Scene],
    *,
    theme: str = "classic",
    back: str = "lattice",
    limit: int = LIMIT,
    progress: Callable[[float], None] = lambda _: None,
) -> Animation:
    """Draw boards one after the other as an animated GIF, 500 pixels wide and at most a minute long.

    Where they are too many or take too many bytes, fewer of them are shown. Any thread may call it.

    :param theme: a key of `THEMES`; `back` one of `BACKS`.
    :param limit: bytes that it may have.
    :param progress: told the share that is done, from 0 to 1, after each board; what it raises ends the work.
    :raises ValueError: an unknown theme or back, no boards, or a limit that not even one of them keeps.
    """
    return animate(_painter(theme, back), scenes, limit=limit, progress=progress)


def prepare(theme: str = "classic", back: str = "lattice") -> None:
    """Draw a look's sprites now, some tenths of a second of work, so that the first board need not wait.

    :raises ValueError: an unknown theme or back.
    """
    _painter(theme, back)


def _painter(theme: str, back: str) -> Painter:
    if theme not in THEMES:
        raise ValueError(f"theme: {theme!r}")
    if back not in BACKS:
        raise ValueError(f"back: {back!r}")
    # lru_cache alone would let two threads build the same sprites side by side. Boards in other themes go on.
    with _BUILDING[theme]:
        return _build(theme, back)


@lru_cache(maxsize=_PAINTERS_KEPT)
def _build(theme: str, back: str) -> Painter:
    return Painter(THEMES[theme], back)
