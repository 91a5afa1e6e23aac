"""The custom ids of controls: game, revision and action, so that a button needs no memory."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

__all__ = ["CUSTOM_ID_LIMIT", "PATTERN", "ControlAction", "ControlId"]

CUSTOM_ID_LIMIT: Final = 100
"""Discord's limit."""

PATTERN: Final = (
    r"k:(?P<game>[0-9]{1,18}):(?P<revision>[0-9]{1,9}):(?P<action>[a-z-]{1,20})"
    r"(?::(?P<detail>[A-Za-z0-9_/-]{1,48}))?"
)


class ControlAction(StrEnum):
    """What a control does."""

    DRAW = "draw"
    UNDO = "undo"
    REDO = "redo"
    FINISH = "finish"
    TYPE = "type"
    MENU = "menu"
    RESIGN = "resign"
    RESIGN_YES = "resign-yes"
    KEEP = "keep"
    AGAIN = "again"
    NEW_YES = "new-yes"
    CODE_YES = "code-yes"
    HINT = "hint"
    HINT_YES = "hint-yes"
    DO = "do"
    VERDICT = "verdict"
    RESULT = "result"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class ControlId:
    """One control of one game at one revision.

    :ivar detail: what the action needs to know besides, such as the rules of a new game.
    """

    game: int
    revision: int
    action: ControlAction
    detail: str | None = None

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read a custom id; None for one that is not ours."""
        match = re.fullmatch(PATTERN, text)
        if match is None or match["action"] not in set(ControlAction):
            return None
        return cls(
            int(match["game"]), int(match["revision"]), ControlAction(match["action"]), match["detail"]
        )

    def __str__(self) -> str:
        tail = f":{self.detail}" if self.detail else ""
        return f"k:{self.game}:{self.revision}:{self.action}{tail}"
