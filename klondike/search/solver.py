"""Whether a deal or a position can be won by a player who sees every card, and how.

What is searched is a position without arrangement: how high the foundations are, how much of each column is
not yet uncovered, which cards stock and waste hold, how many of them are on the waste, and the recycles left.
The two cards of one rank and colour take the same cards, so the face-up cards can be rearranged freely among
the places that take them, and a column's run need never be split but to bare a card that goes home at once:
two positions that agree in the rest can be won by the same moves. A card finds a place in the columns if its
two parents lie there face up with fewer than that many children on them; a card in a column can be bared if
the same holds for its own pair. Draws and recycles are part of playing a stock card.

With unlimited passes all waste sizes that are multiples of the draw, and the end, are one, since the same
cards are in reach; with draw 1 the waste does not matter at all. With limited passes the waste and the
recycles left stand in the position as they are. A position is known, too, once one was searched that differs
only in that whole draws fewer have been made in this pass: all that can be played then can be played there.

What is left out, and why nothing is lost. Of a shortest winning line, a count of moves in the sense above:

- *Safe cards go home first*: when both foundations of the opposite colour are within two ranks below and the
  sister of the same colour within three, whatever would lie on the card can go home instead. The same line
  with those moves exchanged or dropped still wins, and is shorter. From the waste only where its leaving
  changes no later draw: draw 1, or the top card in the last pass. So no such card is taken back either.
- *Cards are taken back for the next move*: a card that is taken back is needed by what comes after it, as a
  place for a card, as a place for what lies on its sister while that goes home, or because it lay on top of
  the next card of its suit. A move that does not need it can be made before it, and then it still finds its
  place; a card that is not needed before it goes home again was taken back for nothing. So a line can be put
  in an order in which a move is preceded at once by what is taken back for it. That can be ordered by rank,
  since a card needs only cards one rank higher, and by suit within a rank; all of a rank must be used by the
  next one, and the last stands alone, for a move needs one place. With draw 1 and unlimited passes the same
  holds for a stock card that is put on a column, since every stock card is in reach at any time.

Positions in which a card waits for its use are not put into the table, since not all their moves are tried.
Every other position that can be won has a successor that is nearer to a win, so a search that ends without a
win has proved that there is none. Where it does not end soon it is asked first whether some cards are locked
for good (`locks`), which settles a sixth of the draw-3 deals that would take longer than a second.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from itertools import chain, repeat
from time import perf_counter
from typing import TYPE_CHECKING, Final

import numpy as np

from klondike.cards import CARDS, KING, Suit
from klondike.deal import Deal
from klondike.game import Game
from klondike.legality import refusal
from klondike.moves import COLUMNS, Move, Pile
from klondike.position import Column, Position
from klondike.rules import Rules
from klondike.search import solver_kernel as kernel
from klondike.search.errors import SolverError
from klondike.search.locks import is_locked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from klondike.cards import Card

__all__ = ["MAX_STATES", "Search", "Solution", "Verdict", "prepare", "solve"]

MAX_STATES: Final = 5_000_000
"""Positions that `solve` looks at unless told otherwise: one or two seconds."""

TABLE_BYTES: Final = 64 << 20
"""The largest table of known positions: eight bytes each, three quarters of it used, so that six million are
kept, which are 20 to 60 million looked at. A search takes hardly more than this, and an eighth of it again
for a moment while the table grows; beyond, the verdict is unknown."""

FIRST_TABLE: Final = 1 << 11
GROWTH: Final = 8
SLICE: Final = 1 << 13
"""Positions between two looks at the limits: some two milliseconds."""
CARRIED: Final = 1 << 17
"""Entries of a growing table that are carried over between two looks at the limits."""
LEVELS: Final = 1 << 12
"""The longest path; a position behind it is left out, and then the verdict is never unwinnable."""
MOST_RECYCLES: Final = 3
"""Recycles left have two bits in a position's key."""
LONGEST_STEP: Final = 4
"""What one step unfolds to at most: draws, a recycle, draws, and the move itself."""

_SUIT_NUMBERS: Final = (2, 0, 1, 3)
"""The kernel's numbers of spades, hearts, diamonds and clubs."""
_NUMBERS: Final = tuple(4 * (card.rank - 1) + _SUIT_NUMBERS[card.suit] for card in CARDS)
_PILES: Final = (
    Pile.STOCK,
    Pile.WASTE,
    Pile.FOUNDATION,
    *(Pile.of_suit(suit) for suit in sorted(Suit, key=_SUIT_NUMBERS.__getitem__)),
    *(Pile.column_at(index) for index in range(kernel.PILES)),
)


class Verdict(Enum):
    """What is known of a position."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNKNOWN = "unknown"
    """The search was stopped by one of its limits."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer of the solver.

    :ivar line: for a winnable position moves that win it, draws and recycles singly; else none. Not the
        shortest.
    :ivar states: positions looked at.
    """

    verdict: Verdict
    line: tuple[Move, ...]
    states: int


def solve(  # noqa: PLR0913 - the limits are named, and any of them may be left out
    source: Game | Deal | Position,
    rules: Rules | None = None,
    *,
    max_states: int = MAX_STATES,
    seconds: float | None = None,
    clock: Callable[[], float] = perf_counter,
    stop: Callable[[], bool] | None = None,
) -> Solution:
    """Tell whether a position can be won by a player who sees every card.

    The first call in a process compiles, some twenty seconds where nothing is kept from an earlier run; see
    `prepare`. It runs without the interpreter lock, so a thread is a good place for it. Limits are looked at
    every few milliseconds.

    :param source: a game as it stands now, also one that is over; or a deal or a position.
    :param rules: of a deal or a position; a game has its own.
    :param max_states: positions to look at.
    :param seconds: time to take, measured by `clock`.
    :param stop: asked again and again; True ends the search with an unknown verdict.
    :raises ValueError: rules are missing or given twice, or more than four of a limited number of passes are
        left, or the draw is neither 1 nor 3.
    :raises SolverError: a winning line was found that the engine refuses.
    """
    search = Search(*_asked(source, rules))
    end = None if seconds is None else clock() + seconds

    def halted() -> bool:
        return (stop is not None and stop()) or (end is not None and clock() >= end)

    verdict = search.run(max_states, halted)
    line = search.line() if verdict is Verdict.WINNABLE else ()
    return Solution(verdict, line, search.states)


def prepare() -> None:
    """Compile the solver, or load what an earlier run has compiled, by solving a deal that is nearly won."""
    nearly_won = Position((Column((), ()),) * COLUMNS, CARDS[-1:], foundations=(KING, KING, KING, KING - 1))
    solve(nearly_won, Rules.preset())
    empty = np.zeros((1, 1), dtype=np.int64)
    kernel.rehash(empty[0], empty[0], empty, 0, 0)


class Search:
    """One search, which can be run on after it was halted."""

    def __init__(self, position: Position, rules: Rules) -> None:
        recycles = 0 if rules.passes is None else rules.passes - 1 - position.turns
        if rules.draw not in {1, kernel.THREE}:
            raise ValueError(f"draw: {rules.draw!r}")
        if recycles > MOST_RECYCLES:
            raise ValueError(f"passes: {rules.passes!r}")
        self.position = position
        self.rules = rules
        self._puzzle = np.zeros((kernel.ROWS, kernel.NUMBERS), dtype=np.int64)
        self._levels = np.empty((LEVELS, kernel.FIELDS), dtype=np.int64)
        self._path = np.empty(2 * LEVELS + len(CARDS), dtype=np.int64)
        self._table = np.zeros(FIRST_TABLE, dtype=np.int64)
        self._cursor = np.zeros(kernel.CURSOR, dtype=np.int64)
        self._fill(recycles)

    @property
    def states(self) -> int:
        """Positions looked at so far."""
        return int(self._cursor[kernel.STATES])

    def run(self, max_states: int, halted: Callable[[], bool]) -> Verdict:
        """Search until the answer is known, `max_states` positions were looked at, or `halted` says so."""
        while not halted() and (left := max_states - self.states) > 0:
            if self.states >= SLICE and self._locked:
                return Verdict.UNWINNABLE
            self._cursor[kernel.LIMIT] = self.states + min(SLICE, left)
            status = kernel.search(self._levels, self._puzzle, self._path, self._table, self._cursor)
            if status == kernel.FOUND:
                return Verdict.WINNABLE
            if status == kernel.EXHAUSTED:
                return Verdict.UNKNOWN if self._cursor[kernel.CUT] else Verdict.UNWINNABLE
            if status == kernel.FULL and not self._grow(halted):
                break
        return Verdict.UNKNOWN

    @cached_property
    def _locked(self) -> bool:
        """Whether some cards can never move; asked only where the search does not end at once."""
        return is_locked(self.position, self.rules)

    def line(self) -> tuple[Move, ...]:
        """Give the winning line that was found, after the engine has played it.

        :raises SolverError: it is refused, or does not win.
        """
        path = self._path[: self._cursor[kernel.PATH]]
        line = np.zeros(1 + LONGEST_STEP * len(path), dtype=np.int64)
        complete = kernel.unfold(path, _laid_out(self.position), self.rules.draw, line)
        steps = [_step(code) for code in line[1 : line[0] + 1].tolist()]
        _check_win(self.position, self.rules, steps)
        if not complete:
            raise SolverError("a card has no place to go")
        return tuple(chain.from_iterable(repeat(move, count) for move, count in steps))

    def _grow(self, halted: Callable[[], bool]) -> bool:
        """Move to a larger table; False where that is not allowed or was halted."""
        old = self._table
        if old.nbytes >= TABLE_BYTES:
            return False
        new = np.zeros(old.size * GROWTH, dtype=np.int64)
        for begin in range(0, old.size, CARRIED):
            if halted():
                return False
            kernel.rehash(old, new, self._puzzle, begin, min(begin + CARRIED, old.size))
        self._table = new
        return True

    def _fill(self, recycles: int) -> None:
        """Write the position down as the first level."""
        position, rules = self.position, self.rules
        level = [0] * kernel.FIELDS
        level[kernel.UP], level[kernel.ROOTS], level[kernel.DEPTHS] = self._fill_columns()
        for number, height in zip(_SUIT_NUMBERS, position.foundations, strict=True):
            level[kernel.NEXT] |= 1 << 4 * height + number
            level[kernel.HEIGHTS] |= height << 4 * number
        cards = [_number(card) for card in (*position.waste, *position.stock)]
        self._fill_stock(cards)
        waste = len(position.waste)
        if rules.passes is None and (waste % rules.draw == 0 or waste == len(cards)):
            waste = 0
        level[kernel.STOCK] = sum(1 << card for card in cards)
        level[kernel.ORDER] = (1 << len(cards)) - 1
        level[kernel.WASTE] = waste
        level[kernel.RECYCLES] = recycles if cards else 0
        self._puzzle[kernel.RULES, :3] = rules.draw, rules.passes is None, rules.take_back
        self._levels[0] = level
        kernel.begin(self._levels[0], self._puzzle, self._path, self._table, self._cursor)

    def _fill_columns(self) -> tuple[int, int, int]:
        """Note what each column uncovers, and give the face-up cards, the roots and the depths."""
        below, below_root, weights = ([0] * kernel.NUMBERS for _ in range(3))
        up = roots = depths = 0
        weight = 1
        for column in self.position.columns:
            up |= sum(1 << _number(card) for card in column.up)
            cards = [_number(card) for card in (*column.down, *column.up[:1])]
            # A king on the bare table has nothing to uncover and never needs to move.
            bare = bool(cards) and cards[0] >> 2 == kernel.KINGS_RANK
            for place, card in enumerate(cards[bare:], bare):
                below[card] = 1 << cards[place - 1] if place else 0
                below_root[card] = below[card] if place > bare else 0
                weights[card] = weight
            depth = len(cards) - bare
            roots |= 1 << cards[-1] if depth else 0
            depths += weight * depth
            weight *= depth + 1
        self._puzzle[kernel.BELOW : kernel.WEIGHT + 1] = below, below_root, weights
        return up, roots, depths

    def _fill_stock(self, cards: list[int]) -> None:
        """Note the order of the draws."""
        for place, card in enumerate(cards):
            self._puzzle[kernel.PLACE, card] = place
        self._puzzle[kernel.AT_PLACE, : len(cards)] = [1 << card for card in cards]


def _asked(source: Game | Deal | Position, rules: Rules | None) -> tuple[Position, Rules]:
    """Give the position and the rules that a caller means."""
    if isinstance(source, Game):
        if rules is not None:
            raise ValueError(f"a game has its own rules: {rules}")
        return source._state.position, source.rules  # noqa: SLF001 - the solver alone sees every card
    if rules is None:
        raise ValueError("a deal or a position needs rules")
    return (Position.start(source.cards) if isinstance(source, Deal) else source), rules


def _check_win(position: Position, rules: Rules, steps: Iterable[tuple[Move, int]]) -> None:
    """Play a line, given as draws in a row and single moves, by the engine's rules to the win.

    :raises SolverError: it is refused, or does not win.
    """
    draw = rules.draw
    for move, count in steps:
        if count > 1:
            position = _drawn(position, draw * (count - 1))
        reason = refusal(position, move, rules)
        if reason is not None:
            raise SolverError(f"{reason.value}: {move}")
        position = position.apply(move, draw)
    if not position.won:
        raise SolverError(f"not won: {position}")


def _drawn(position: Position, count: int) -> Position:
    """Draw so many cards at once: if one more draw is legal then, each of these was."""
    columns, stock, waste, foundations, turns = position
    return Position(columns, stock[count:], waste + stock[:count], foundations, turns)


def _laid_out(position: Position) -> kernel.Ints:
    """Give the piles as the kernel plays on them."""
    rows = [[_number(card) for card in (*column.down, *column.up)] for column in position.columns]
    rows.append([_number(card) for card in (*position.waste, *position.stock)])
    downs = [len(column.down) for column in position.columns]
    rows.append([*map(len, rows), *downs, len(position.waste)])
    return np.array([row + [0] * (kernel.PLACES - len(row)) for row in rows], dtype=np.int64)


@cache
def _step(code: int) -> tuple[Move, int]:
    """Read a move that the kernel has written, and how often it is made."""
    source, target, count = _PILES[code & 15], _PILES[code >> 4 & 15], code >> 8
    return (Move(source, target), count) if source is Pile.STOCK else (Move(source, target, count), 1)


def _number(card: Card) -> int:
    return _NUMBERS[card.index]
