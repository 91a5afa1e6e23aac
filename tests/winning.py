"""Lines that win, for tests that need a deal which is known to be winnable, with or without a solver.

Each goes through the stock once and takes nothing back, so it wins under all rules with that draw.
"""

from __future__ import annotations

from threading import Event
from time import sleep
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cogs.compiled import Compiled
from klondike import Move

if TYPE_CHECKING:
    from collections.abc import Callable

    from klondike import Deal, Rules

__all__ = ["LINES", "WON", "Answer", "Scripted", "compiled_with"]

WON: Final = {1: 1022, 3: 848}
"""The number of the deal by the draw."""

LINES: Final = {
    1: (
        "6f 16x1 43x1 34x2 d d d wf d d w1 d d w5 d w4 w1 71x1 7f 72x1 d d d d wf wf d d d d d d d d d d d "
        "wf 6f 5f w7 wf 5f wf 6f 54x1 45x5 4f 4f 7f 6f 7f 54x6 51x1 5f 2f 72x1 37x1 4f w7 67x1 wf w2 wf w4 "
        "wf wf 2f d w6 w5 75x4 74x1 wf w4 wf wf 4f 2f 4f 4f 2f 2f 4f 5f 4f 5f 1f 6f 1f 6f 4f 5f 5f 4f 6f 1f "
        "3f 1f 5f 4f"
    ),
    3: (
        "64x1 73x1 d wf d d d w4 54x1 53x1 35x3 d w1 w1 wf 3f 4f 3f d w7 w1 d w6 w1 w6 46x3 w2 42x1 4f 64x6 "
        "46x7 w2 72x2 7f 27x6 2f 72x7 7f wf 72x1 7f 6f 5f 6f 5f 2f w5 wf 2f 52x3 w5 w3 wf d w3 wf 63x6 6f 6f "
        "65x1 w1 31x2 3f 5f w4 wf wf 2f 2f 1f 1f 2f 2f 1f 3f 1f 2f 2f 5f 1f 3f 1f 3f 2f 5f 2f 5f 3f 1f 3f 1f "
        "4f 2f"
    ),
}
"""The moves that win it."""


def compiled_with(solver: Any) -> Compiled:
    """Give compiled search, to be loaded, with a solver such as `Scripted`."""
    return Compiled(solver=lambda: solver)


class Answer(NamedTuple):
    """What a solver answers."""

    line: tuple[Move, ...]


class Scripted:
    """A solver that knows the two deals and takes every other one for lost.

    :ivar asked: the numbers of the deals that it was asked about.
    :ivar held: while it is set, no answer is given before the search is stopped.
    """

    def __init__(self) -> None:
        self.asked: list[int | None] = []
        self.held = Event()

    def __call__(self, source: Deal, rules: Rules, /, *, max_states: int, stop: Callable[[], bool]) -> Answer:
        """Answer."""
        assert max_states > 0
        self.asked.append(source.number)
        while self.held.is_set() and not stop():
            sleep(0.001)
        known = source.number == WON[rules.draw] and not stop()
        return Answer(tuple(map(Move.parse, LINES[rules.draw].split())) if known else ())
