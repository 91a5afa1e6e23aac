"""Discord's ids: a moment in milliseconds and a counter, always rising."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .clock import Now

__all__ = ["Mint", "iso", "moment", "shard_of"]

EPOCH_MS = 1_420_070_400_000  # 2015-01-01, Discord's own zero
TIME_SHIFT = 22  # the lower bits hold worker, process and counter


class Mint:
    """Gives out ids that carry the clock's time and never repeat, even when the clock stands still."""

    def __init__(self, clock: Now) -> None:
        self._clock = clock
        self._last = 0

    def __call__(self) -> int:
        """Return the next id."""
        moment = max(int(self._clock() * 1000) - EPOCH_MS, 0)
        self._last = max(moment << TIME_SHIFT, self._last + 1)
        return self._last

    def on_shard(self, index: int, total: int) -> int:
        """Return the next id whose guild belongs to a shard; a millisecond's difference changes the shard."""
        self()
        self._last += ((index - (self._last >> TIME_SHIFT)) % total) << TIME_SHIFT
        return self._last


def moment(number: int) -> float:
    """Return when an id was made, in seconds since 1970."""
    return ((number >> TIME_SHIFT) + EPOCH_MS) / 1000


def shard_of(guild_id: int | None, total: int) -> int:
    """Return the shard that hears of a guild; what happens outside every guild is shard 0's."""
    return 0 if guild_id is None else (guild_id >> TIME_SHIFT) % total


def iso(seconds: float) -> str:
    """Write a moment as Discord does.

    >>> iso(0)
    '1970-01-01T00:00:00.000000+00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
