"""What is posted for all to see comes once in a while: a double press posts one, nobody fills a channel."""

from __future__ import annotations

import time
from collections import OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from cogs.faults import ShownJustNow

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

__all__ = ["PAUSE_SECONDS", "Pause"]

PAUSE_SECONDS: Final = 60.0
"""How long what was posted of a game is not posted again."""

KEPT: Final = 1024
"""Games that are remembered."""


class Pause:
    """Remembers of which games something was posted.

    :param clock: seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._posted: OrderedDict[Hashable, float] = OrderedDict()

    @contextmanager
    def once(self, game: Hashable) -> Iterator[None]:
        """Let one post of a game through a minute; one that did not get through does not count.

        :raises ShownJustNow: there was one within the last minute, or it is about to be.
        """
        last = self._posted.get(game)
        if last is not None and self._clock() < last + PAUSE_SECONDS:
            raise ShownJustNow
        self._posted.pop(game, None)
        self._posted[game] = self._clock()
        while len(self._posted) > KEPT:
            self._posted.popitem(last=False)
        try:
            yield
        except BaseException:
            self._posted.pop(game, None)
            raise
