"""The custom ids of what those who manage a server press: they begin with `s:`.

None of them names a server: a press acts on the one in which it happens, with the rights of whoever presses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

__all__ = ["SERVER_PATTERN", "SERVER_PREFIX", "ServerAction", "ServerId"]

SERVER_PREFIX: Final = "s:"

SERVER_PATTERN: Final = (
    r"s:(?P<action>[a-z-]{1,12})(?::(?P<detail>[a-z_]{1,20}|[0-9]{1,18}(?::[0-9]{1,9})?))?"
)


class ServerAction(StrEnum):
    """What a control does."""

    PAGE = "page"
    SET = "set"
    RESET = "reset"
    RESET_YES = "reset-yes"
    SEASON = "season"
    END = "end"
    LOG = "log"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class ServerId:
    """One control.

    :ivar detail: what the action is about: a page or field by its name, a season or page by its number, or a
        game and its revision.
    """

    action: ServerAction
    detail: str = ""

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read a custom id; None for one that is not ours."""
        match = re.fullmatch(SERVER_PATTERN, text)
        if match is None or match["action"] not in set(ServerAction):
            return None
        return cls(ServerAction(match["action"]), match["detail"] or "")

    def __str__(self) -> str:
        return f"s:{self.action}:{self.detail}" if self.detail else f"s:{self.action}"
