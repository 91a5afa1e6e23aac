"""Where every card lies. Positions are immutable and know no rule but how cards travel."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from klondike.cards import CARDS, KING, Card, Suit
from klondike.moves import COLUMNS, Pile

if TYPE_CHECKING:
    from klondike.moves import Move

__all__ = ["Column", "Position"]

Cards = tuple[Card, ...]
T = TypeVar("T")


class Column(NamedTuple):
    """A tableau column; the last card of `up` is its top."""

    down: Cards
    up: Cards

    def without(self, count: int) -> Column:
        """Take the top cards away; a face-down card that is uncovered turns face up at once."""
        up = self.up[:-count]
        if up or not self.down:
            return Column(self.down, up)
        return Column(self.down[:-1], self.down[-1:])


class Position(NamedTuple):
    """All 52 cards.

    :ivar stock: first drawn first.
    :ivar waste: the top last.
    :ivar foundations: how high each suit has grown, 0 to 13, in the order of the suits.
    :ivar turns: recycles made so far; the pass is one more.
    """

    columns: tuple[Column, ...]
    stock: Cards
    waste: Cards = ()
    foundations: tuple[int, ...] = (0, 0, 0, 0)
    turns: int = 0

    @classmethod
    def start(cls, deck: Cards) -> Self:
        """Deal row by row: first a card to each of columns 1-7, then to columns 2-7, and so on."""
        columns: list[list[Card]] = [[] for _ in range(COLUMNS)]
        cards = iter(deck)
        for row in range(COLUMNS):
            for column in columns[row:]:
                column.append(next(cards))
        return cls(tuple(Column(tuple(c[:-1]), tuple(c[-1:])) for c in columns), tuple(cards))

    @property
    def won(self) -> bool:
        """Whether all 52 cards are on the foundations."""
        return sum(self.foundations) == len(Suit) * KING

    def apply(self, move: Move, draw: int) -> Position:
        """Carry out a move that is known to be legal.

        :param draw: cards that one draw turns.
        """
        columns, stock, waste, heights, turns = self
        source, target = move.source, move.target
        if source is Pile.STOCK:
            return Position(columns, stock[draw:], waste + stock[:draw], heights, turns)
        if target is Pile.STOCK:
            return Position(columns, waste, (), heights, turns + 1)
        if source is Pile.WASTE:
            lifted, waste = waste[-1:], waste[:-1]
        elif source.column is not None:
            column = columns[source.column]
            lifted = column.up[-move.count :]
            columns = _replaced(columns, source.column, column.without(move.count))
        elif source.suit is not None:
            lifted = (top_home(heights, source.suit),)
            heights = _replaced(heights, source.suit, heights[source.suit] - 1)
        if target.column is not None:
            down, up = columns[target.column]
            columns = _replaced(columns, target.column, Column(down, up + lifted))
        else:
            heights = _replaced(heights, lifted[0].suit, lifted[0].rank)
        return Position(columns, stock, waste, heights, turns)


def _replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def top_home(foundations: tuple[int, ...], suit: Suit) -> Card:
    """Give the top card of a foundation that is not empty."""
    return CARDS[suit * KING + foundations[suit] - 1]
