"""Where a card lies that was named and cannot be played from there, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.wording import pile_text
from klondike import IllegalMove, Pile, Reason
from klondike.intents import DrawTo

if TYPE_CHECKING:
    from cogs.i18n import Say
    from klondike import Card, PlayerView

__all__ = ["Whereabouts", "whereabouts"]

_MISPLACED: Final = frozenset({Reason.NOT_VISIBLE, Reason.BURIED, Reason.NOT_IN_STOCK})
"""The reasons that have to do with where a card lies."""


class Whereabouts(NamedTuple):
    """Where a card lies.

    :ivar offers: whether the words hold a line to type.
    """

    words: str
    offers: bool = False


def whereabouts(say: Say, error: Exception, view: PlayerView) -> Whereabouts | None:
    """Tell where the card lies that a refused move named, from what its player knows alone.

    :returns: None where that is not the reason, or where the player has not seen the card.
    """
    if not isinstance(error, IllegalMove) or error.reason not in _MISPLACED:
        return None
    card = error.onto or error.card
    if card is None:
        return None
    if card in view.stock:
        return _in_stock(say, view, card)
    words = _on_table(say, error, view, card)
    return Whereabouts(words) if words else None


def _on_table(say: Say, error: IllegalMove, view: PlayerView, card: Card) -> str | None:
    if card in view.waste[:-1]:
        return say("refusal.in-waste", card=card.symbol, n=len(view.waste) - view.waste.index(card) - 1)
    for number, column in enumerate(view.columns):
        pile = pile_text(say, Pile.column_at(number))
        if card in column.remembered:
            return say("refusal.face-down", card=card.symbol, column=pile)
        if card in column.up and error.reason is Reason.BURIED:
            on_it = len(column.up) - column.up.index(card) - 1
            key = "refusal.covered-target" if error.onto else "refusal.covered"
            return say(key, card=card.symbol, column=pile, n=on_it)
    return say("refusal.home-under", card=card.symbol) if error.reason is Reason.BURIED else None


def _in_stock(say: Say, view: PlayerView, card: Card) -> Whereabouts:
    draw, place = view.rules.draw, view.stock.index(card) + 1
    draws, is_top = -(-place // draw), place % draw == 0 or place == len(view.stock)
    if not is_top and not view.rules.fanned:
        return Whereabouts(say("refusal.comes-unseen", card=card.symbol))
    key = "refusal.in-stock" if is_top else "refusal.in-stock-under"
    return Whereabouts(say(key, card=card.symbol, n=draws, line=str(DrawTo(card))), offers=True)
