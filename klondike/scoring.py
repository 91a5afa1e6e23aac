"""What each event pays (RULES.md section 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from klondike.moves import Pile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from klondike.cards import Card
    from klondike.moves import Move
    from klondike.rules import Points

__all__ = ["Tally", "book"]


class Tally(NamedTuple):
    """A score, and the set of cards (as bits) that have been paid for reaching their foundation."""

    score: int
    paid: int = 0

    def home(self, card: Card, points: Points) -> Tally:
        """Pay for a card that reaches its foundation."""
        if points.pays_once and self.paid & card.bit:
            return self
        return Tally(self.score + points.home, self.paid | card.bit)

    def after(self, move: Move, cards: Sequence[Card], turned: Card | None, points: Points) -> Tally:
        """Pay for a move.

        :param cards: the cards that moved.
        :param turned: the face-down card that it turned up.
        """
        tally = self.home(cards[0], points) if move.target is Pile.FOUNDATION else self
        score = tally.score + _pay(move, points) + (points.turned if turned else 0)
        if points.floor is not None and score < points.floor:
            score = points.floor
        return Tally(score, tally.paid)


def _pay(move: Move, points: Points) -> int:
    """Give what the kind of a move is worth by itself."""
    if move.target is Pile.STOCK:
        return points.recycle
    if move.source.suit is not None:
        return points.take_back
    return points.waste_to_column if move.source is Pile.WASTE and move.target.column is not None else 0


def book(booked: int, score: int, *, assisted: bool) -> int:
    """Give the dollars that a Vegas game has booked after an action.

    A clean game books its score. Once assisted the amount may fall but never rise: looking ahead
    and undoing would otherwise earn about $5 a game.
    """
    return min(booked, score) if assisted else score
