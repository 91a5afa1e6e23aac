"""How much one user may ask for, in all places together. Imports no Discord.

A bucket of tokens for each user: whatever is asked for takes some out, and they come back with time. It is
kept in memory: with several processes each counts for itself, and a restart fills every bucket.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["BURST", "PER_SECOND", "SUGGESTION", "Limit", "unlimited"]

PER_SECOND: Final = 6.0
"""What may be asked for in the long run: a quick finger presses five times a second, for a minute at most.
Each takes some hundredths of a second of one core, so one user alone never keeps it busy."""

BURST: Final = 60.0
"""What may come at once: ten seconds' worth, for presses that a bad connection has held up."""

SUGGESTION: Final = 0.25
"""What suggestions while somebody types count: Discord asks for new ones with nearly every letter."""

TELL_SECONDS: Final = 15.0
"""How long a user is not told again: more words would only be more to do."""

KEPT: Final = 4096
"""Users whose buckets are kept, some two hundred bytes each. The one who was quiet for longest is forgotten
first, and whoever was quiet for ten seconds has a full bucket anyway."""


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float
    told: float = -math.inf


class Limit:
    """Says who asks for too much.

    :param burst: tokens that a full bucket holds; `math.inf` sets no limit.
    :param per_second: tokens that come back.
    :param clock: seconds that never go back.
    """

    def __init__(
        self,
        burst: float = BURST,
        per_second: float = PER_SECOND,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._buckets: OrderedDict[int, _Bucket] = OrderedDict()

    def admits(self, user: int, tokens: float = 1.0) -> bool:
        """Tell whether a user may have something done now, and count it; what may not be is not counted.

        :param tokens: what it counts: 1 for a press, a typed line or a command.
        """
        bucket, now = self._bucket(user), self._clock()
        bucket.tokens = min(self._burst, bucket.tokens + (now - bucket.at) * self._per_second)
        bucket.at = now
        if bucket.tokens < tokens:
            return False
        bucket.tokens -= tokens
        return True

    def tells(self, user: int) -> bool:
        """Tell whether a user who was refused is to be told so; then it rests for a time."""
        bucket, now = self._bucket(user), self._clock()
        if now < bucket.told + TELL_SECONDS:
            return False
        bucket.told = now
        return True

    def _bucket(self, user: int) -> _Bucket:
        bucket = self._buckets.get(user)
        if bucket is None:
            bucket = self._buckets[user] = _Bucket(self._burst, self._clock())
        self._buckets.move_to_end(user)
        while len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        return bucket


def unlimited() -> Limit:
    """Give a limit that nobody meets, for measurements and tests that press flat out."""
    return Limit(burst=math.inf)
