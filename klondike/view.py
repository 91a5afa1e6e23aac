"""What the player may know, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from klondike import legality
from klondike.moves import Pile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from klondike.cards import Card
    from klondike.moves import Move, Step
    from klondike.position import Column, Position
    from klondike.rules import Rules

__all__ = ["ColumnView", "Outcome", "PlayerView", "position_key"]


class Outcome(Enum):
    """How a game ended."""

    WON = "won"
    GIVEN_UP = "given-up"


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column as its player knows it.

    :ivar down: how many cards lie face down.
    :ivar up: the face-up cards, the top last.
    :ivar remembered: for each face-down card, the lowest first, the card if it has been seen
        (before an undo), else None.
    """

    down: int
    up: tuple[Card, ...]
    remembered: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A game as its player knows it; None stands for a card that has never been seen.

    :ivar stock: first drawn first, all face down; faces that were seen are remembered.
    :ivar waste: the top last. With rules that do not fan, a card beneath the top is None until it was seen.
    :ivar foundations: how high each suit has grown, 0 to 13.
    :ivar turns: recycles made so far.
    :ivar score: None where the game is played without one.
    :ivar moves: actions that stand, undone ones not counted.
    :ivar undoable: actions that can be undone now; `redoable` likewise.
    :ivar undo_helps: whether undoing the last one counts as help, since it showed a new card.
    :ivar last: what the last action did; None at the start and after an undo.
    :ivar visited: keys of the positions that this game has been in (`position_key`).
    """

    rules: Rules
    columns: tuple[ColumnView, ...]
    stock: tuple[Card | None, ...]
    waste: tuple[Card | None, ...]
    foundations: tuple[int, ...]
    turns: int
    score: int | None
    moves: int
    undoable: int
    undo_helps: bool
    redoable: int
    assisted: bool
    outcome: Outcome | None
    last: Step | None
    visited: frozenset[int]
    _legal: tuple[Move, ...] | None = field(default=None, init=False, repr=False, compare=False)
    _over: bool | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def pass_number(self) -> int:
        """The current pass through the stock, from 1."""
        return self.turns + 1

    @property
    def fan(self) -> tuple[Card, ...]:
        """The waste cards that lie face up side by side, the top last: up to the draw count, or the top."""
        spread = self.rules.draw if self.rules.fanned else 1
        return tuple(card for card in self.waste[-spread:] if card is not None)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in pile order, found once; none once the game is over."""
        legal = self._legal
        if legal is None:
            legal = () if self.outcome else legality.legal_moves(self, self.rules)
            object.__setattr__(self, "_legal", legal)
        return legal

    @property
    def can_recycle(self) -> bool:
        """Whether the waste may be turned over now."""
        return not self.stock and bool(self.waste) and legality.passes_left(self, self.rules)

    @property
    def can_draw(self) -> bool:
        """Whether drawing does anything now, a recycle included."""
        return self.outcome is None and (bool(self.stock) or self.can_recycle)

    @property
    def can_finish(self) -> bool:
        """Whether finish is offered."""
        return self.outcome is None and legality.can_finish(self)

    @property
    def nothing_left(self) -> bool:
        """Whether nothing useful but, at most, taking cards back can be done any more (RULES.md section 3).

        True when every card that the passes left can bring to the top of the waste is known and
        none of them, nor any tableau card, has a useful move. It never ends the game. Found once.
        """
        if self._over is None:
            object.__setattr__(self, "_over", self._is_over())
        return bool(self._over)

    def _is_over(self) -> bool:
        if self.outcome is not None or any(self._is_useful(move) for move in self.legal_moves):
            return False
        return all(card is not None and not self._is_playable(card) for card in self._reachable())

    def is_visible(self, card: Card) -> bool:
        """Tell whether a card lies face up where the player sees it: on a column, in the fan or home."""
        if self.foundations[card.suit] >= card.rank or card in self.fan:
            return True
        return any(card in column.up for column in self.columns)

    def has_seen(self, card: Card) -> bool:
        """Tell whether the player knows where a card lies, face up or not."""
        known = card in self.stock or card in self.waste or self.is_visible(card)
        return known or any(card in column.remembered for column in self.columns)

    def _is_useful(self, move: Move) -> bool:
        source = move.source.column
        if source is None:
            return move.source is Pile.WASTE and move.target is not Pile.STOCK
        up = self.columns[source].up
        if move.target is Pile.FOUNDATION:
            return True
        if move.count < len(up):
            return legality.goes_home(up[-move.count - 1], self.foundations)
        return not legality.is_void(self, move)

    def _is_playable(self, card: Card) -> bool:
        return legality.goes_home(card, self.foundations) or any(
            legality.fits(card, column.up) for column in self.columns
        )

    def _reachable(self) -> Iterator[Card | None]:
        """Give the cards that further draws, and a recycle where one is left, bring to the top."""
        pile = self.waste + self.stock
        tops = list(_tops(len(self.waste), len(pile), self.rules.draw))
        if legality.passes_left(self, self.rules):
            tops += _tops(0, len(pile), self.rules.draw)
        return (pile[index] for index in tops)


def _tops(drawn: int, size: int, draw: int) -> Iterable[int]:
    """Give the indices that come to the top when drawing on from a number of cards drawn."""
    yield from range(drawn + draw - 1, size, draw)
    if drawn < size and (size - drawn) % draw:
        yield size - 1


def position_key(position: Position, rules: Rules) -> int:
    """Give a key of what is visible of a position: equal for positions that differ in hidden cards only.

    It is a hash of 64 bits, the same in every process: a long game's keys stay small in memory, and two
    of its positions share one with a chance of less than one in 10^13.
    """
    turns = position.turns if rules.passes is not None else 0
    columns = tuple((len(column.down), column.up) for column in position.columns)
    return hash((columns, position.foundations, len(position.stock), len(position.waste), turns))


def column_view(column: Column, seen: int) -> ColumnView:
    """Show a column to a player who has seen a set of cards (as bits)."""
    return ColumnView(len(column.down), column.up, recall(column.down, seen))


def recall(cards: Iterable[Card], seen: int) -> tuple[Card | None, ...]:
    """Replace the cards that have not been seen by None."""
    return tuple(card if seen & card.bit else None for card in cards)
