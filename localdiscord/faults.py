"""Bad luck to order: errors, limits, dropped connections, slow answers, lost replies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from .errors import ApiError

if TYPE_CHECKING:
    import re

__all__ = [
    "Delay",
    "Drop",
    "Effect",
    "Fault",
    "Faults",
    "Page",
    "RateLimited",
    "delay",
    "drop",
    "error",
    "html_page",
    "rate_limited",
]


@dataclass(frozen=True, slots=True)
class RateLimited:
    """A 429. Without the ``Via`` header discord.py takes it for a ban and does not try again."""

    retry_after: float
    via: bool = True
    is_global: bool = False
    shared: bool = False
    code: int = 0


@dataclass(frozen=True, slots=True)
class Drop:
    """The connection is cut."""


@dataclass(frozen=True, slots=True)
class Delay:
    """The answer takes its time, then all goes on as usual."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page of HTML, as the network before Discord answers when Discord does not."""

    status: int


Effect: TypeAlias = ApiError | RateLimited | Drop | Delay | Page


def error(status: int, code: int = 0, message: str | None = None) -> ApiError:
    """Answer with an error of Discord (or of what stands before it: 500, 502)."""
    return ApiError(code, status=status, message=message)


def rate_limited(
    retry_after: float, *, via: bool = True, is_global: bool = False, shared: bool = False, code: int = 0
) -> RateLimited:
    """Answer 429 with so many seconds to wait.

    ``shared`` ones are not the bot's fault and count against nobody; ``code`` is Discord's, such as 30046.
    """
    return RateLimited(retry_after, via, is_global, shared, code)


def drop() -> Drop:
    """Cut the connection."""
    return Drop()


def delay(seconds: float) -> Delay:
    """Wait before going on; with ``after`` the effect is there at once and only the reply is slow."""
    return Delay(seconds)


def html_page(status: int) -> Page:
    """Answer with a page of HTML instead of JSON (502, 503, 520)."""
    return Page(status)


@dataclass(eq=False, slots=True)
class Fault:
    """One order: which requests, what happens, how often; ``after`` acts first and loses the reply.

    :ivar skip: requests that it still lets pass before its turn comes.
    :ivar hits: requests that it has struck.
    """

    method: str
    route: re.Pattern[str]
    effect: Effect
    times: int = 1
    after: bool = False
    skip: int = 0
    hits: int = 0

    def lift(self) -> None:
        """Take the order back."""
        self.times = self.hits

    def strikes(self, method: str, path: str) -> bool:
        """Count this request if it is meant, and tell whether it is struck."""
        if self.hits >= self.times or self.method not in (method, "*") or not self.route.search(path):
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.hits += 1
        return True


class Faults:
    """The orders in force."""

    def __init__(self) -> None:
        self._orders: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Take an order."""
        self._orders.append(fault)
        return fault

    def take(self, method: str, path: str) -> Fault | None:
        """Return the first fault that strikes this request."""
        return next((fault for fault in self._orders if fault.strikes(method, path)), None)
