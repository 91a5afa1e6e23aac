"""Bad luck to order: errors, limits, dropped connections, slow answers, lost replies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from .errors import ApiError

__all__ = [
    "Delay",
    "Drop",
    "Effect",
    "Fault",
    "Faults",
    "RateLimited",
    "delay",
    "drop",
    "error",
    "rate_limited",
]


@dataclass(frozen=True, slots=True)
class RateLimited:
    """A 429. Without the ``Via`` header discord.py takes it for a ban and does not try again."""

    retry_after: float
    via: bool = True
    is_global: bool = False


@dataclass(frozen=True, slots=True)
class Drop:
    """The connection is cut."""


@dataclass(frozen=True, slots=True)
class Delay:
    """The answer takes its time, then all goes on as usual."""

    seconds: float


Effect: TypeAlias = ApiError | RateLimited | Drop | Delay


def error(status: int, code: int = 0, message: str | None = None) -> ApiError:
    """Answer with an error of Discord (or of what stands before it: 500, 502)."""
    return ApiError(code, status=status, message=message)


def rate_limited(retry_after: float, *, via: bool = True, is_global: bool = False) -> RateLimited:
    """Answer 429 with so many seconds to wait."""
    return RateLimited(retry_after, via, is_global)


def drop() -> Drop:
    """Cut the connection."""
    return Drop()


def delay(seconds: float) -> Delay:
    """Wait before going on."""
    return Delay(seconds)


@dataclass(eq=False, slots=True)
class Fault:
    """One order: which requests, what happens, how often; ``after`` acts first and loses the reply."""

    method: str
    route: re.Pattern[str]
    effect: Effect
    times: int = 1
    after: bool = False
    hits: int = 0

    def strikes(self, method: str, path: str) -> bool:
        """Tell whether it is this request's turn."""
        return self.hits < self.times and self.method in (method, "*") and self.route.search(path) is not None


class Faults:
    """The orders in force."""

    def __init__(self) -> None:
        self._orders: list[Fault] = []

    def add(self, method: str, route: str, effect: Effect, *, times: int = 1, after: bool = False) -> Fault:
        """Order a fault for the next requests whose path matches the expression."""
        fault = Fault(method.upper(), re.compile(route), effect, times, after)
        self._orders.append(fault)
        return fault

    def take(self, method: str, path: str) -> Fault | None:
        """Return the fault that strikes this request, and count it."""
        for fault in self._orders:
            if fault.strikes(method, path):
                fault.hits += 1
                return fault
        return None
