"""Which moves the rules allow, asked of anything that shows the table: a position or a player's view."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from klondike.cards import KING, Card, Suit
from klondike.errors import Reason
from klondike.moves import COLUMNS, DRAW, RECYCLE, Move, Pile
from klondike.position import top_home

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Sized

    from klondike.rules import Rules

__all__ = [
    "Table",
    "can_finish",
    "fits",
    "fitting_count",
    "goes_home",
    "is_run",
    "is_void",
    "legal_moves",
    "lifted",
    "misfit",
    "passes_left",
    "pile_top",
    "refusal",
]

FOUNDATION_PILES = tuple(Pile.of_suit(suit) for suit in Suit)
COLUMN_PILES = tuple(Pile.column_at(index) for index in range(COLUMNS))

# The moves that need no count, made once: making them takes longer than trying them.
_FROM_WASTE = tuple(Move(Pile.WASTE, target) for target in (Pile.FOUNDATION, *COLUMN_PILES))
_HOME = tuple(Move(source, Pile.FOUNDATION) for source in COLUMN_PILES)
_TAKE_BACKS = tuple(tuple(Move(source, target) for target in COLUMN_PILES) for source in FOUNDATION_PILES)


class TableColumn(Protocol):
    """A column as the rules see it; `down` is only asked whether it is empty."""

    @property
    def down(self) -> object:
        """Something that is false where no card lies face down."""

    @property
    def up(self) -> tuple[Card, ...]:
        """The face-up cards, the top last."""


class Table(Protocol):
    """What the rules need to see. Neither the stock's nor a buried waste card's face is ever asked for."""

    @property
    def columns(self) -> Sequence[TableColumn]:
        """The seven columns."""

    @property
    def stock(self) -> Sized:
        """The stock."""

    @property
    def waste(self) -> Sequence[Card | None]:
        """The waste, the top last; the top is always known."""

    @property
    def foundations(self) -> tuple[int, ...]:
        """How high each suit has grown."""

    @property
    def turns(self) -> int:
        """Recycles made so far."""


def is_run(cards: Sequence[Card]) -> bool:
    """Tell whether the cards run down by one in alternating colours."""
    return all(
        upper.red is not lower.red and upper.rank == lower.rank + 1 for upper, lower in pairwise(cards)
    )


def misfit(card: Card, up: Sequence[Card]) -> Reason | None:
    """Tell why a card may not go on a column with these face-up cards; None if it may."""
    if not up:
        return None if card.rank == KING else Reason.ONLY_KING
    if up[-1].rank != card.rank + 1:
        return Reason.WRONG_RANK
    return Reason.SAME_COLOUR if up[-1].red is card.red else None


def fits(card: Card, up: Sequence[Card]) -> bool:
    """Tell whether a card may go on a column with these face-up cards."""
    return misfit(card, up) is None


def goes_home(card: Card, foundations: Sequence[int]) -> bool:
    """Tell whether a card is the next one of its foundation."""
    return foundations[card.suit] == card.rank - 1


def passes_left(table: Table, rules: Rules) -> bool:
    """Tell whether the rules allow another recycle."""
    return rules.passes is None or table.turns + 1 < rules.passes


def fitting_count(source: Sequence[Card], target: Sequence[Card]) -> int | None:
    """Give how many of a column's face-up cards fit on another column: at most one count does."""
    if not source:
        return None
    head = target[-1].rank - 1 if target else KING
    count = len(source) - (source[0].rank - head)
    if 1 <= count <= len(source) and fits(source[-count], target):
        return count
    return None


def lifted(table: Table, source: Pile, count: int) -> tuple[Card, ...] | Reason:
    """Give the cards that a move would lift, or why it can lift none."""
    if source.column is not None:
        up = table.columns[source.column].up
        if not up:
            return Reason.EMPTY_COLUMN
        return up[-count:] if count <= len(up) else Reason.TOO_FEW_FACE_UP
    top = pile_top(table, source)
    if isinstance(top, Reason):
        return top
    return (top,) if count == 1 else Reason.BURIED


def pile_top(table: Table, pile: Pile) -> Card | Reason:
    """Give the top card of the waste or of a suit's foundation, or why there is none to move."""
    if pile.suit is not None:
        height = table.foundations[pile.suit]
        return top_home(table.foundations, pile.suit) if height else Reason.EMPTY_FOUNDATION
    if pile is not Pile.WASTE:
        return Reason.STOCK_CARD
    top = table.waste[-1] if table.waste else None
    return Reason.EMPTY_WASTE if top is None else top


def refusal(table: Table, move: Move, rules: Rules) -> Reason | None:
    """Tell which rule a move breaks; None if it is legal."""
    source, target = move.source, move.target
    if target is Pile.STOCK or target is Pile.WASTE:
        return _turn_refusal(table, move, rules)
    if source is target:
        return Reason.SAME_PILE
    cards = lifted(table, source, move.count)
    if isinstance(cards, Reason):
        return cards
    if target is Pile.FOUNDATION:
        return _home_refusal(table, source, cards)
    return _column_refusal(table, move, cards, rules)


def _turn_refusal(table: Table, move: Move, rules: Rules) -> Reason | None:
    if move.source is Pile.STOCK and move.target is Pile.WASTE:
        return _draw_refusal(table, rules)
    if move.source is Pile.WASTE and move.target is Pile.STOCK:
        return _recycle_refusal(table, rules)
    return Reason.NO_SUCH_TARGET


def _draw_refusal(table: Table, rules: Rules) -> Reason | None:
    if len(table.stock):
        return None
    if not table.waste:
        return Reason.NOTHING_TO_DRAW
    return Reason.STOCK_EMPTY if passes_left(table, rules) else Reason.NO_PASS_LEFT


def _recycle_refusal(table: Table, rules: Rules) -> Reason | None:
    if len(table.stock):
        return Reason.STOCK_NOT_EMPTY
    if not table.waste:
        return Reason.NOTHING_TO_DRAW
    return None if passes_left(table, rules) else Reason.NO_PASS_LEFT


def _home_refusal(table: Table, source: Pile, cards: Sequence[Card]) -> Reason | None:
    if source.suit is not None:
        return Reason.FOUNDATION_TO_FOUNDATION
    if len(cards) > 1:
        return Reason.ONE_AT_A_TIME
    return None if goes_home(cards[0], table.foundations) else Reason.FOUNDATION_ORDER


def _column_refusal(table: Table, move: Move, cards: Sequence[Card], rules: Rules) -> Reason | None:
    if move.source.suit is not None and not rules.take_back:
        return Reason.NO_TAKE_BACK
    if len(cards) > 1 and not is_run(cards):
        return Reason.NOT_A_RUN
    column = move.target.column
    return misfit(cards[0], table.columns[column].up) if column is not None else Reason.NO_SUCH_TARGET


def legal_moves(table: Table, rules: Rules) -> tuple[Move, ...]:
    """List the legal moves in pile order: stock, waste, columns, foundations."""
    return tuple(move for move in _candidates(table, rules) if refusal(table, move, rules) is None)


def _candidates(table: Table, rules: Rules) -> Iterator[Move]:
    """Give every move that is legal among few that are not: empty piles are left out from the first."""
    yield DRAW if len(table.stock) else RECYCLE
    if table.waste:
        yield from _FROM_WASTE
    ups = [column.up for column in table.columns]
    for source, up, home in zip(COLUMN_PILES, ups, _HOME, strict=True):
        if not up:
            continue
        yield home
        for target, other in zip(COLUMN_PILES, ups, strict=True):
            if source is not target and (count := fitting_count(up, other)):
                yield Move(source, target, count)
    for height, moves in zip(table.foundations, _TAKE_BACKS, strict=True):
        if height and rules.take_back:
            yield from moves


def is_void(table: Table, move: Move) -> bool:
    """Tell whether a legal move carries a whole column headed by a king to another empty column."""
    source, target = move.source.column, move.target.column
    if source is None or target is None or table.columns[target].up:
        return False
    return not table.columns[source].down and move.count == len(table.columns[source].up)


def can_finish(table: Table) -> bool:
    """Tell whether every card is face up, with stock and waste empty and something still to send home."""
    return (
        not len(table.stock)
        and not table.waste
        and not any(column.down for column in table.columns)
        and any(column.up for column in table.columns)
    )
