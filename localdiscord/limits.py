"""How many requests Discord takes: a bucket for each kind and place, all together, and refused ones."""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from .clock import Now

__all__ = ["UNLIMITED", "Bucket", "Limiter", "Limits", "Meter", "Rate", "Verdict"]

Bucket: TypeAlias = Literal["create", "edit", "delete", "react", "followup", "rewrite"]
"""A kind of request that Discord counts by itself, for each channel or interaction."""
BAN: Final = 24 * 3600.0
"""Seconds that nothing is answered after too many refused requests."""
FORGET: Final = 5000
"""Windows kept before the ones that are over go."""
COUNTED: Final = frozenset({401, 403, 429})
"""Statuses of a refused request that counts."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests in so many seconds, counted from the first."""

    requests: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What is counted, near what Discord does; None does not count that.

    Answers to interactions are never counted. Sources: ``total`` and ``invalid`` are documented by Discord,
    ``old_edits`` by userdoccers (edits of messages older than an hour, all of a channel together); the others
    are as commonly reported, and not measured here.

    :ivar followup: follow-ups of one interaction.
    :ivar rewrite: edits through the token of one interaction.
    :ivar total: everything but what goes through an interaction's token.
    :ivar invalid: answers 401, 403 and 429; beyond that nothing is answered for a day.
    """

    create: Rate | None = Rate(5, 5)
    edit: Rate | None = Rate(5, 5)
    delete: Rate | None = Rate(5, 1)
    react: Rate | None = Rate(1, 0.25)
    followup: Rate | None = Rate(5, 2)
    rewrite: Rate | None = Rate(5, 2)
    total: Rate | None = Rate(50, 1)
    invalid: Rate | None = Rate(10_000, 600)
    old_edits: Rate | None = Rate(3, 6)


UNLIMITED: Final = Limits(None, None, None, None, None, None, None, None, None)
"""Nothing is refused; tests and the sandbox keep their pace."""


@dataclass(slots=True)
class _Window:
    until: float
    used: int = 0


class Meter:
    """Counts in fixed windows, one a key."""

    def __init__(self, rate: Rate, clock: Now) -> None:
        self.rate = rate
        self._clock = clock
        self._windows: dict[Hashable, _Window] = {}

    def take(self, key: Hashable) -> float | None:
        """Count one and return None, or return the seconds to wait where the window is full."""
        window = self._open(key)
        if window.used >= self.rate.requests:
            return window.until - self._clock()
        window.used += 1
        return None

    def headers(self, key: Hashable) -> dict[str, str]:
        """Say how a window stands, in Discord's headers."""
        window = self._open(key)
        return {
            "X-RateLimit-Limit": str(self.rate.requests),
            "X-RateLimit-Remaining": str(self.rate.requests - window.used),
            "X-RateLimit-Reset": f"{window.until:.3f}",
            "X-RateLimit-Reset-After": f"{window.until - self._clock():.3f}",
        }

    def _open(self, key: Hashable) -> _Window:
        now = self._clock()
        window = self._windows.get(key)
        # A window further away than its own length was opened before the clock was set back.
        if window is None or not now < window.until <= now + self.rate.seconds:
            if len(self._windows) >= FORGET:
                self._windows = {one: kept for one, kept in self._windows.items() if kept.until > now}
            window = self._windows[key] = _Window(now + self.rate.seconds)
        return window


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a request is let in: the seconds to wait if not, and what its answer's headers say.

    ``via`` is False where not Discord but the network before it refuses, with no word that a bot understands.
    """

    wait: float | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    is_global: bool = False
    via: bool = True


class Limiter:
    """The counts of one bot."""

    def __init__(self, limits: Limits, clock: Now) -> None:
        self.limits = limits
        self._clock = clock
        self._meters: dict[Bucket, Meter] = {}
        self._total = Meter(limits.total, clock) if limits.total is not None else None
        self._old = Meter(limits.old_edits, clock) if limits.old_edits is not None else None
        self._invalid: deque[float] = deque()
        self._banned_until = 0.0

    @property
    def invalid(self) -> int:
        """How many requests were answered 401, 403 or 429 in the last ten minutes."""
        seconds = self.limits.invalid.seconds if self.limits.invalid is not None else 600.0
        oldest = self._clock() - seconds
        while self._invalid and self._invalid[0] <= oldest:
            self._invalid.popleft()
        return len(self._invalid)

    def admit(self, bucket: Bucket | None, place: str, *, paced: bool) -> Verdict:
        """Count a request and say whether it is let in; ``paced`` ones count in the total too."""
        now = self._clock()
        if now < self._banned_until:
            return Verdict(self._banned_until - now, via=False)
        if paced and self._total is not None:
            wait = self._total.take(None)
            if wait is not None:
                return Verdict(wait, is_global=True)
        meter = self._meter(bucket) if bucket is not None else None
        if meter is None:
            return Verdict()
        wait = meter.take(place)
        name = hashlib.blake2s(str(bucket).encode(), digest_size=16).hexdigest()
        return Verdict(wait, meter.headers(place) | {"X-RateLimit-Bucket": name})

    def edit_old(self, place: int) -> float | None:
        """Count an edit of a message older than an hour; return the seconds to wait if it is refused."""
        return self._old.take(place) if self._old is not None else None

    def count(self, status: int) -> None:
        """Note how a request was answered; too many refused ones shut the door."""
        if status not in COUNTED:
            return
        self._invalid.append(self._clock())
        rate = self.limits.invalid
        if rate is not None and self.invalid >= rate.requests:
            self._banned_until = self._clock() + BAN

    def _meter(self, bucket: Bucket) -> Meter | None:
        rate: Rate | None = getattr(self.limits, bucket)
        if rate is None:
            return None
        return self._meters.setdefault(bucket, Meter(rate, self._clock))
