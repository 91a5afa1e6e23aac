"""What can be told of a game after its end: whether it could be won, how, and where it turned.

Imports no Discord. The solver sees every card, so only ended games may come here (RULES.md section 5).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from cogs.faults import NotOver, SearchMissing
from klondike import Game, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.compiled import Compiled, Solve
    from cogs.workbench import Workbench
    from klondike import Move

__all__ = ["MAX_STATES", "Analyst", "Retrospect", "game_after", "turning_point", "winning_line"]

SECONDS: Final = 6.0
"""For a whole answer: longer than nearly every deal needs, shorter than people wait without wondering."""

SECONDS_EACH: Final = 2.0
"""For one position: a deal that cannot be decided leaves time for what came after it."""

MAX_STATES: Final = 5_000_000
"""Positions that the solver looks at for one position of a game: one or two seconds.

Of a line this is the only limit, so that it is found again, and is the same, on any machine.
"""


@dataclass(frozen=True, slots=True)
class Retrospect:
    """What is known of a game that is over. Places are numbers of actions that stand, 0 for the deal.

    :ivar last: where it ended.
    :ivar winnable: the last place from which it is proved that it could be won; None where there is none.
    :ivar unwinnable: the first place from which it is proved that it could not; None where there is none.
    :ivar deal_line: whether a line is known that wins from the deal.
    """

    outcome: Outcome | None
    last: int
    winnable: int | None
    unwinnable: int | None
    deal_line: bool

    @property
    def fatal(self) -> int | None:
        """The action after which the game could no longer be won, where it is known exactly."""
        if self.winnable is None or self.unwinnable != self.winnable + 1:
            return None
        return self.unwinnable


class Analyst:
    """Looks back at games that are over.

    :param compiled: where the solver is, if there is one.
    :param clock: seconds that never go back.
    """

    def __init__(
        self, compiled: Compiled, bench: Workbench, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._compiled = compiled
        self._bench = bench
        self._clock = clock

    def require(self) -> Solve:
        """Give the solver.

        :raises SearchMissing: there is none, or not yet.
        """
        if self._compiled.solve is None:
            raise SearchMissing(loading=self._compiled.loading)
        return self._compiled.solve

    async def look_back(self, game: Game) -> Retrospect:
        """Find out whether a game that is over could be won, and where it turned.

        :raises NotOver: it still goes on.
        :raises SearchMissing: there is no solver, or not yet.
        :raises Busy: too many others ask.
        :raises Restarting: the bot stops.
        """
        if game.outcome() is None:
            raise NotOver
        solve, last = self.require(), len(game.standing)
        if game.outcome() is Outcome.WON:
            return Retrospect(Outcome.WON, last, last, None, deal_line=True)
        return await self._bench.run(lambda stop: self._looked_back(game, last, solve, stop))

    def _looked_back(self, game: Game, last: int, solve: Solve, stop: Callable[[], bool]) -> Retrospect:
        end = self._clock() + SECONDS
        winnable_at_once = False

        def probe(place: int) -> bool | None:
            nonlocal winnable_at_once
            left = end - self._clock()
            if left <= 0 or stop():
                raise TimeoutError
            seconds = min(left, SECONDS_EACH)
            verdict = solve(
                game_after(game, place), max_states=MAX_STATES, seconds=seconds, stop=stop
            ).verdict
            found = {"winnable": True, "unwinnable": False}.get(verdict.value)
            winnable_at_once |= not place and bool(found)
            return found

        winnable, unwinnable = turning_point(probe, last)
        return Retrospect(game.outcome(), last, winnable, unwinnable, deal_line=winnable_at_once)


def turning_point(probe: Callable[[int], bool | None], last: int) -> tuple[int | None, int | None]:
    """Find the last place that is proved winnable and the first that is proved not to be.

    What cannot be won stays so, whatever is played; so each answer settles all that lies before it, or all
    behind it. The deal is asked first, then the end, then the middle of the longest stretch between them that
    nothing is known of, until the two lie side by side or nothing is left to ask.

    :param probe: tells whether a place can be won, None where it cannot be decided; it raises `TimeoutError`
        when there is no time for another.
    :param last: the last place; the first one is 0.
    :returns: either is None where there is no such place.
    """
    low, high = -1, last + 1
    unsure: set[int] = set()
    place: int | None = 0
    while place is not None:
        try:
            found = probe(place)
        except TimeoutError:
            break
        if found is None:
            unsure.add(place)
        elif found:
            low = place
        else:
            high = place
        place = last if low < last < high and last not in unsure else _middle(low, high, unsure)
    return (low if low >= 0 else None), (high if high <= last else None)


def _middle(low: int, high: int, unsure: set[int]) -> int | None:
    """Give the middle of the longest stretch between two places that was not asked; None without one."""
    marks = sorted({low, high, *(place for place in unsure if low < place < high)})
    begin, end = max(pairwise(marks), key=lambda pair: pair[1] - pair[0])
    return (begin + end) // 2 if end - begin > 1 else None


def game_after(game: Game, place: int) -> Game:
    """Give a game as it was after so many of the actions that stand in it."""
    return Game.replay(game.deal, game.rules, game.standing[:place])


def winning_line(game: Game, solve: Solve, stop: Callable[[], bool]) -> tuple[Move, ...]:
    """Give moves that win a game as it stands, always the same ones; none where none are found."""
    return solve(game, max_states=MAX_STATES, stop=stop).line
