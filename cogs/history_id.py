"""The custom ids of a player's history and of challenges: what is done, and to what. They begin with `h:`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

__all__ = ["HISTORY_PREFIX", "HistoryAct", "HistoryId"]

HISTORY_PREFIX: Final = "h:"

HISTORY_PATTERN: Final = (
    r"h:(?P<act>[a-z]{1,10}):(?P<number>[0-9]{1,18})(?::(?P<open>[0-9]{1,18}):(?P<revision>[0-9]{1,9}))?"
)


class HistoryAct(StrEnum):
    """What a control does, and what its number is."""

    LIST = "list"
    """Leads to a page of the history, which the number is."""
    PICK = "pick"
    """The menu of a page: the chosen entry is a game."""
    ON = "on"
    """Plays a game on, which the number is; so it is in the next two."""
    AGAIN = "again"
    """Plays the deal of a game again."""
    ASK = "ask"
    """The menu of members: the chosen one is challenged to the deal of a game."""
    PLAY = "play"
    """Plays a challenge, which the number is."""


@dataclass(frozen=True, slots=True)
class HistoryId:
    """A control.

    :ivar replaces: the open game that is given up for it, where its player was asked; `revision` is the
        revision at which that was agreed to.
    """

    act: HistoryAct
    number: int
    replaces: int | None = None
    revision: int | None = None

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read a custom id; None for one that is none of these."""
        match = re.fullmatch(HISTORY_PATTERN, text)
        if match is None or match["act"] not in set(HistoryAct):
            return None
        if match["open"] is None:
            return cls(HistoryAct(match["act"]), int(match["number"]))
        return cls(HistoryAct(match["act"]), int(match["number"]), int(match["open"]), int(match["revision"]))

    def __str__(self) -> str:
        tail = "" if self.replaces is None else f":{self.replaces}:{self.revision}"
        return f"{HISTORY_PREFIX}{self.act}:{self.number}{tail}"
