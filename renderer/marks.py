"""What is outlined: the cards of the last move, and the two ends of a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from klondike.cards import CARDS, KING, Suit
from klondike.moves import Pile
from renderer.layout import FAN_PITCH, FOUNDATION_X, STOCK_X, TOP_Y, WASTE_X, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from klondike.cards import Card
    from klondike.moves import Move, Step
    from klondike.view import PlayerView
    from renderer.layout import Layout, Spread

__all__ = ["hint_places", "last_places"]


def last_places(view: PlayerView, layout: Layout, step: Step) -> list[Place]:
    """Give the places where the cards that moved last lie now, as far as they are seen."""
    if getattr(step.action, "target", None) is Pile.STOCK:
        return [Place(STOCK_X, TOP_Y)]
    moved = set(step.cards)
    runs = (
        _run_place(column.up, spread, moved)
        for column, spread in zip(view.columns, layout.columns, strict=True)
    )
    places = [place for place in runs if place is not None]
    places += _home_places(view, moved)
    return places + _fan_places(view, moved)


def hint_places(view: PlayerView, layout: Layout, move: Move) -> tuple[Place, Place]:
    """Give the places that a hint speaks of: the cards to move, and where they go."""
    source = _pile_place(view, layout, move.source, move.count)
    if move.target is Pile.FOUNDATION:
        return source, _foundation_place(_suit_of(view, move))
    return source, _pile_place(view, layout, move.target, 1)


def _run_place(up: tuple[Card, ...], spread: Spread, moved: set[Card]) -> Place | None:
    """Give the rectangle around the moved cards of a column, with all that lies on them."""
    for index, card in enumerate(up):
        if card in moved:
            return spread.run(len(up) - index)
    return None


def _home_places(view: PlayerView, moved: set[Card]) -> Iterator[Place]:
    for suit, height in zip(Suit, view.foundations, strict=True):
        if height and CARDS[suit * KING + height - 1] in moved:
            yield _foundation_place(suit)


def _fan_places(view: PlayerView, moved: set[Card]) -> list[Place]:
    """Give one rectangle around the moved cards of the fan."""
    found = [index for index, card in enumerate(view.fan) if card in moved]
    if not found:
        return []
    place = _waste_place(view)
    left = WASTE_X + found[0] * FAN_PITCH
    return [Place(left, TOP_Y, place.x + place.width - left)]


def _waste_place(view: PlayerView) -> Place:
    return Place(WASTE_X + max(len(view.fan) - 1, 0) * FAN_PITCH, TOP_Y)


def _foundation_place(suit: Suit | None) -> Place:
    return Place(FOUNDATION_X[suit or Suit.SPADES], TOP_Y)


def _pile_place(view: PlayerView, layout: Layout, pile: Pile, count: int) -> Place:
    if pile.column is not None:
        return layout.columns[pile.column].run(count)
    if pile is Pile.STOCK:
        return Place(STOCK_X, TOP_Y)
    if pile is Pile.WASTE:
        return _waste_place(view)
    return _foundation_place(pile.suit)


def _suit_of(view: PlayerView, move: Move) -> Suit | None:
    """Give the suit of the card that goes home, or None where there is none."""
    cards = view.fan if move.source.column is None else view.columns[move.source.column].up
    return cards[-1].suit if cards else None
