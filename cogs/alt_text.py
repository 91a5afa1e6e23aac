"""The visible board in sentences: alt text of the picture, in the player's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.wording import cards_text, mode_text, pass_text, score_text
from klondike import CARDS, Suit
from klondike.cards import KING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cogs.i18n import Say
    from klondike import ColumnView, PlayerView

__all__ = ["ALT_LIMIT", "describe"]

ALT_LIMIT: Final = 1024
"""Discord's limit for the description of a gallery item."""


def describe(say: Say, view: PlayerView) -> str:
    """Describe the whole visible board in order: state, stock, waste, foundations, columns."""
    return " ".join(_sentences(say, view))[:ALT_LIMIT]


def _sentences(say: Say, view: PlayerView) -> Iterator[str]:
    yield say("alt.head", mode=mode_text(say, view.rules), n=view.moves, number=pass_text(say, view))
    if view.score is not None:
        yield say("alt.score", score=score_text(view.rules, view.score))
    yield say("alt.stock", n=len(view.stock))
    yield _waste(say, view)
    yield say("alt.foundations", cards=" ".join(_home(say, suit, view.foundations[suit]) for suit in Suit))
    for number, column in enumerate(view.columns, 1):
        yield _column(say, number, column)


def _waste(say: Say, view: PlayerView) -> str:
    if not view.waste:
        return say("alt.waste-empty")
    return say("alt.waste", n=len(view.waste), cards=cards_text(view.fan))


def _home(say: Say, suit: Suit, height: int) -> str:
    if not height:
        return say("alt.foundation-empty", suit=suit.symbol)
    return CARDS[suit * KING + height - 1].symbol


def _column(say: Say, number: int, column: ColumnView) -> str:
    if not column.up:
        return say("alt.column-empty", number=number)
    cards = cards_text(column.up)
    if not column.down:
        return say("alt.column-open", number=number, cards=cards)
    return say("alt.column", number=number, n=column.down, cards=cards)
