"""A Klondike board as a picture: a `PlayerView` in, PNG bytes out."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Final

from renderer.contact import contact_sheet
from renderer.encode import encode, reduced
from renderer.painter import Painter
from renderer.result import ResultCard, render_result
from renderer.text import Labels
from renderer.theme import THEMES

if TYPE_CHECKING:
    from klondike.moves import Move, Step
    from klondike.view import PlayerView

__all__ = [
    "SIZES",
    "THEMES",
    "Labels",
    "ResultCard",
    "contact_sheet",
    "prepare",
    "render_board",
    "render_result",
]

SIZES: Final = {"full": 1, "half": 2}
"""By how much a board is reduced: `full` is 1000 pixels wide."""

_BUILDING: Final = {name: Lock() for name in THEMES}


def render_board(  # noqa: PLR0913 - all but the view have defaults and names
    view: PlayerView,
    *,
    theme: str = "classic",
    labels: Labels | None = None,
    last_move: Step | None = None,
    highlight: Move | None = None,
    size: str = "full",
) -> bytes:
    """Draw a board as PNG. The same arguments give the same bytes; any thread may call it.

    :param theme: a key of `THEMES`.
    :param labels: the words on the board; without them it has the letters of the piles alone.
    :param last_move: outlined where its cards lie now, as far as they are seen.
    :param highlight: a hint, outlined at both ends in another colour.
    :param size: a key of `SIZES`.
    :raises ValueError: an unknown theme or size.
    """
    if size not in SIZES:
        raise ValueError(f"size: {size!r}")
    painter = _painter(theme)
    palette = painter.sheet.palette
    canvas = painter.paint(view, labels or Labels(), last_move, highlight)
    if SIZES[size] > 1:
        canvas = reduced(canvas, palette, SIZES[size])
    return encode(canvas, palette)


def prepare(theme: str = "classic") -> None:
    """Draw a theme's sprites now, about a second of work, so that the first board need not wait.

    :raises ValueError: an unknown theme.
    """
    _painter(theme)


def _painter(theme: str) -> Painter:
    if theme not in THEMES:
        raise ValueError(f"theme: {theme!r}")
    # lru_cache alone would let two threads build the same sprites side by side. Boards in other themes go on.
    with _BUILDING[theme]:
        return _build(theme)


@lru_cache(maxsize=len(THEMES))
def _build(theme: str) -> Painter:
    return Painter(THEMES[theme])
