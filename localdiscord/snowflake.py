"""Discord's ids: a moment in milliseconds and a counter, always rising."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

__all__ = ["Clock", "Mint", "iso"]

Clock: TypeAlias = Callable[[], float]
"""Seconds since 1970, like ``time.time``."""

EPOCH_MS = 1_420_070_400_000  # 2015-01-01, Discord's own zero
TIME_SHIFT = 22  # the lower bits hold worker, process and counter


class Mint:
    """Gives out ids that carry the clock's time and never repeat, even when the clock stands still."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def __call__(self) -> int:
        """Return the next id."""
        moment = max(int(self._clock() * 1000) - EPOCH_MS, 0)
        self._last = max(moment << TIME_SHIFT, self._last + 1)
        return self._last


def iso(seconds: float) -> str:
    """Write a moment as Discord does.

    >>> iso(0)
    '1970-01-01T00:00:00.000000+00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
