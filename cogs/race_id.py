"""The custom ids of races: which race, and what to do in it. They begin with `r:`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

__all__ = ["RACE_PREFIX", "RaceAction", "RaceId"]

RACE_PREFIX: Final = "r:"
_PATTERN: Final = r"r:(?P<race>[0-9]{1,18}):(?P<action>[a-z-]{1,20})"


class RaceAction(StrEnum):
    """What a control of a race does. None needs to know how the race stood when it was shown."""

    JOIN = "join"
    LEAVE = "leave"
    READY = "ready"
    START = "start"
    CALL_OFF = "call-off"
    CALL_OFF_YES = "call-off-yes"
    KEEP = "keep"
    BOARD = "board"
    GIVE_UP = "give-up"
    REMATCH = "rematch"


@dataclass(frozen=True, slots=True)
class RaceId:
    """A control of a race."""

    race: int
    action: RaceAction

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read a custom id; None for one that is no race's."""
        match = re.fullmatch(_PATTERN, text)
        if match is None or match["action"] not in set(RaceAction):
            return None
        return cls(int(match["race"]), RaceAction(match["action"]))

    def __str__(self) -> str:
        return f"{RACE_PREFIX}{self.race}:{self.action}"
