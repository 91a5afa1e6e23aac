"""What is outlined: the cards of the last move, and the two ends of a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from klondike.cards import CARDS, KING, Suit
from klondike.moves import Pile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from klondike.cards import Card
    from klondike.moves import Move, Step
    from klondike.view import PlayerView
    from renderer.layout import Layout, Place, Spread

__all__ = ["hint_places", "last_places"]


def last_places(view: PlayerView, layout: Layout, step: Step) -> list[Place]:
    """Give the places where the cards that moved last lie now, as far as they are seen."""
    if getattr(step.action, "target", None) is Pile.STOCK:
        return [layout.stock]
    moved = set(step.cards)
    runs = (
        _run_place(column.up, spread, moved)
        for column, spread in zip(view.columns, layout.columns, strict=True)
    )
    places = [place for place in runs if place is not None]
    places += _home_places(view, layout, moved)
    return places + _fan_places(view, layout, moved)


def hint_places(view: PlayerView, layout: Layout, move: Move) -> tuple[Place, Place]:
    """Give the places that a hint speaks of: the cards to move, and where they go."""
    source = _pile_place(view, layout, move.source, move.count)
    if move.target is Pile.FOUNDATION:
        return source, layout.foundation(_suit_of(view, move) or Suit.SPADES)
    return source, _pile_place(view, layout, move.target, 1)


def _run_place(up: tuple[Card, ...], spread: Spread, moved: set[Card]) -> Place | None:
    """Give the rectangle around the moved cards of a column, with all that lies on them."""
    for index, card in enumerate(up):
        if card in moved:
            return spread.run(len(up) - index)
    return None


def _home_places(view: PlayerView, layout: Layout, moved: set[Card]) -> Iterator[Place]:
    for suit, height in zip(Suit, view.foundations, strict=True):
        if height and CARDS[suit * KING + height - 1] in moved:
            yield layout.foundation(suit)


def _fan_places(view: PlayerView, layout: Layout, moved: set[Card]) -> list[Place]:
    """Give one rectangle around the moved cards of the fan."""
    found = [index for index, card in enumerate(view.fan) if card in moved]
    if not found:
        return []
    first, last = layout.waste(found[0] + 1), layout.waste(len(view.fan))
    return [first._replace(width=last.x + last.width - first.x)]


def _pile_place(view: PlayerView, layout: Layout, pile: Pile, count: int) -> Place:
    if pile.column is not None:
        return layout.columns[pile.column].run(count)
    if pile is Pile.STOCK:
        return layout.stock
    if pile is Pile.WASTE:
        return layout.waste(len(view.fan))
    return layout.foundation(pile.suit or Suit.SPADES)


def _suit_of(view: PlayerView, move: Move) -> Suit | None:
    """Give the suit of the card that goes home, or None where there is none."""
    cards = view.fan if move.source.column is None else view.columns[move.source.column].up
    return cards[-1].suit if cards else None
