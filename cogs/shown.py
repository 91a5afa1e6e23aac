"""Which boards have reached Discord, so that the same picture is not sent twenty times."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.sessions import Turn

__all__ = ["Shown"]

KEPT: Final = 1024
"""Games remembered: presses that cross a picture come within seconds of it."""


class _Picture(NamedTuple):
    revision: int
    at: float


class Shown:
    """The newest picture of each game, and when Discord had it.

    :param clock: seconds that never go back, those of `Answer.came`.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._pictures: OrderedDict[int, _Picture] = OrderedDict()

    def note(self, turn: Turn, *, plain: bool = True) -> None:
        """Remember that a turn is shown; one that is not shown plainly (with a question) never counts."""
        self._pictures.pop(turn.record.id, None)
        if not plain:
            return
        self._pictures[turn.record.id] = _Picture(turn.record.revision, self._clock())
        while len(self._pictures) > KEPT:
            self._pictures.popitem(last=False)

    def is_newer_than(self, turn: Turn, came: float) -> bool:
        """Tell whether the board of a turn was shown after a moment, so that its presser had not seen it."""
        picture = self._pictures.get(turn.record.id)
        return picture is not None and picture.revision == turn.record.revision and picture.at >= came
