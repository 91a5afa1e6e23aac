"""The visible board in letters: for channels where no picture may be posted. Knows nothing of Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.wording import cards_text, status_pairs
from klondike import CARDS, Suit
from klondike.cards import KING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cogs.i18n import Say
    from klondike import ColumnView, PlayerView

__all__ = ["TEXT_WIDTH", "text_board"]

TEXT_WIDTH: Final = 60
"""Characters of a line at most: a column of six face-down and thirteen face-up cards takes 58."""

EMPTY: Final = "–"


def text_board(say: Say, view: PlayerView) -> str:
    """Write the board as lines for a fixed-width font: state, stock, waste, foundations, columns.

    Each column is a line with its top card last. Side by side they would be torn apart where a phone's
    font draws the suits wider than letters; as lines they are also what a screen reader reads best.
    """
    *figures, _variant = (f"{label} {value}" for label, value in status_pairs(say, view))
    return "\n".join([*_wrapped(figures), *_piles(say, view), "", *_columns(view), "", say("text.legend")])


def _piles(say: Say, view: PlayerView) -> Iterator[str]:
    yield say("text.stock", n=len(view.stock))
    yield say("text.waste", n=len(view.waste), cards=cards_text(view.fan) or EMPTY)
    homes = " ".join(_home(suit, view.foundations[suit]) for suit in Suit)
    yield say("text.foundations", cards=homes)


def _home(suit: Suit, height: int) -> str:
    return CARDS[suit * KING + height - 1].symbol if height else f"{EMPTY}{suit.symbol}"


def _columns(view: PlayerView) -> Iterator[str]:
    for number, column in enumerate(view.columns, 1):
        yield f"{number} {' '.join(_column(column)) or EMPTY}"


def _column(column: ColumnView) -> Iterator[str]:
    if column.down:
        yield f"[{column.down}]"
    if column.up:
        yield cards_text(column.up)


def _wrapped(parts: Iterable[str]) -> Iterator[str]:
    """Join parts to lines that are not too wide."""
    line = ""
    for part in parts:
        longer = f"{line} · {part}" if line else part
        if line and len(longer) > TEXT_WIDTH:
            yield line
            longer = part
        line = longer
    if line:
        yield line
