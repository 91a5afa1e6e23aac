"""Where every card lies. Positions are immutable and know no rule but how cards travel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Self, TypeVar

from klondike.cards import CARDS, KING, Card, Suit
from klondike.moves import COLUMNS, Pile

if TYPE_CHECKING:
    from klondike.moves import Move

__all__ = ["ALL_HOME", "Column", "Position"]

Cards = tuple[Card, ...]
T = TypeVar("T")

ALL_HOME: Final = (KING,) * len(Suit)
"""The foundations of a won game."""


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
        return self.foundations == ALL_HOME

    def apply(self, move: Move, draw: int) -> Position:
        """Carry out a move that is known to be legal.

        :param draw: cards that one draw turns.
        """
        return self.carry(move, self.taken(move, draw))

    def taken(self, move: Move, draw: int) -> Cards:
        """Give the cards that a legal move carries, the lowest first; none for a recycle."""
        source = move.source
        if source is Pile.STOCK:
            return self.stock[:draw]
        if source is Pile.WASTE:
            return () if move.target is Pile.STOCK else self.waste[-1:]
        if source.column is not None:
            return self.columns[source.column].up[-move.count :]
        return (top_home(self.foundations, source.suit),) if source.suit is not None else ()

    def carry(self, move: Move, cards: Cards) -> Position:
        """Carry out a legal move, given the cards that it carries."""
        columns, stock, waste, heights, turns = self
        source, target = move.source, move.target
        if source is Pile.STOCK:
            return Position(columns, stock[len(cards) :], waste + cards, heights, turns)
        if target is Pile.STOCK:
            return Position(columns, waste, (), heights, turns + 1)
        if source is Pile.WASTE:
            waste = waste[:-1]
        elif source.column is not None:
            columns = _replaced(columns, source.column, columns[source.column].without(move.count))
        elif source.suit is not None:
            heights = _replaced(heights, source.suit, heights[source.suit] - 1)
        if target.column is not None:
            down, up = columns[target.column]
            columns = _replaced(columns, target.column, Column(down, up + cards))
        else:
            heights = _replaced(heights, cards[0].suit, cards[0].rank)
        return Position(columns, stock, waste, heights, turns)


def _replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def top_home(foundations: tuple[int, ...], suit: Suit) -> Card:
    """Give the top card of a foundation that is not empty."""
    return CARDS[suit * KING + foundations[suit] - 1]
