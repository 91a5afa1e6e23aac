"""What can go wrong: for the bot over the wire, and for the person who plays."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .wire import Json

__all__ = ["ApiError", "Breach", "ClientRefusal", "Flaw", "Late", "NoAnswer", "invalid_form"]

INVALID_FORM = 50035

MESSAGES = {
    0: "404: Not Found",
    10003: "Unknown Channel",
    10004: "Unknown Guild",
    10007: "Unknown Member",
    10008: "Unknown Message",
    10013: "Unknown User",
    10014: "Unknown Emoji",
    10015: "Unknown Webhook",
    10062: "Unknown interaction",
    10063: "Unknown application command",
    30015: "Maximum number of attachments in a message reached (10)",
    30010: "Maximum number of reactions reached (20)",
    30046: "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    40005: "Request entity too large",
    40060: "Interaction has already been acknowledged.",
    40094: "Maximum number of follow-up messages has been hit.",
    50001: "Missing Access",
    50005: "Cannot edit a message authored by another user",
    50006: "Cannot send an empty message",
    50007: "Cannot send messages to this user",
    50013: "Missing Permissions",
    50027: "Invalid Webhook Token",
    INVALID_FORM: "Invalid Form Body",
    50083: "Thread is archived",
    160002: "You cannot reply without permission to read message history",
}
STATUSES = {
    30046: 429,
    40005: 413,
    10062: 404,
    50001: 403,
    50005: 403,
    50007: 403,
    50013: 403,
    50027: 401,
}
NOT_FOUND_CODES = range(10000, 20000)
BREACH_CODES = frozenset({10014, 30015, 40005, 50005, 50006, INVALID_FORM})
LATE_CODES = frozenset({10062, 40060, 50027})


class ApiError(Exception):
    """An answer of Discord that is not a success: HTTP status, Discord's code, and the errors object.

    A code that a correct bot never meets makes a breach unless it is ``legal``; ``breach`` says in words why
    this one is a breach though the code need not be. ``retry_after`` are seconds to wait.
    """

    def __init__(  # noqa: PLR0913 - every one a setting with a default, by keyword only
        self,
        code: int,
        *,
        status: int | None = None,
        message: str | None = None,
        errors: Json | None = None,
        legal: bool = False,
        breach: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        self.code = code
        self.breach = breach
        self.retry_after = retry_after
        self.is_breach = breach is not None or (code in BREACH_CODES and not legal)
        self.status = status if status is not None else self._status(code)
        self.message = message if message is not None else MESSAGES.get(code, "Error")
        self.errors = errors
        super().__init__(f"{self.status} (code {code}): {self.message}")

    @staticmethod
    def _status(code: int) -> int:
        if code == 0 or code in NOT_FOUND_CODES:
            return STATUSES.get(code, 404)
        return STATUSES.get(code, 400)

    @property
    def is_late(self) -> bool:
        """Whether it came of answering too late or twice."""
        return self.code in LATE_CODES

    def to_dict(self) -> Json:
        """Return the body that goes over the wire."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing wrong with a request: where in the body, and what."""

    at: tuple[str | int, ...]
    text: str

    def __str__(self) -> str:
        where = ".".join(map(str, self.at)) or "body"
        return f"{where}: {self.text}"


def invalid_form(flaws: Iterable[Flaw], *, legal: bool = False) -> ApiError:
    """Build the 50035 that Discord answers for such flaws; it is a breach unless it is ``legal``."""
    errors: Json = {}
    for flaw in flaws:
        node = errors
        for key in flaw.at:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": "INVALID", "message": flaw.text})
    return ApiError(INVALID_FORM, errors=errors, legal=legal)


@dataclass(frozen=True, slots=True)
class Breach:
    """A request that a correct bot would never have sent."""

    method: str
    path: str
    text: str
    code: int = field(default=INVALID_FORM)

    def __str__(self) -> str:
        return f"{self.method} {self.path}: {self.text}"


@dataclass(frozen=True, slots=True)
class Late:
    """A request that came too late or once too often (10062, 40060, 50027): legal, yet worth asserting on."""

    method: str
    path: str
    code: int


class NoAnswer(Exception):
    """The bot did not answer an interaction; Discord shows "This interaction failed"."""


class ClientRefusal(Exception):
    """Discord's own client would not let a person do this; the message ends with the offending text."""
