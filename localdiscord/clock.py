"""The time of a local Discord, which a test can move while the bot runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import TypeAlias

__all__ = ["Clock", "Now"]

Now: TypeAlias = Callable[[], float]
"""Seconds since 1970, like ``time.time``."""


class Clock:
    """A clock that goes as its source does, and jumps on order.

    >>> clock = Clock(lambda: 1000.0)
    >>> clock.move(minutes=15)
    >>> clock()
    1900.0
    """

    def __init__(self, source: Now = time.time) -> None:
        self._source = source
        self._watchers: list[Callable[[], None]] = []
        self.ahead = 0.0

    def __call__(self) -> float:
        """Return seconds since 1970."""
        return self._source() + self.ahead

    def move(
        self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0, ms: float = 0
    ) -> None:
        """Jump so far ahead (or back), and let what depends on time happen."""
        step = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds, milliseconds=ms)
        self.ahead += step.total_seconds()
        for watcher in self._watchers:
            watcher()

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call this after every jump."""
        self._watchers.append(watcher)
