"""The custom ids of films: which game is shown step by step, where, and to whom. They begin with `f:`.

A film is made anew from its id alone, so that its pages turn after a restart and on messages of any age.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self, TypeAlias

from cogs.advice import Level
from klondike import CodeError, DealCode

__all__ = ["FILM_PATTERN", "FILM_PREFIX", "NOBODY", "Edge", "FilmId", "Line", "Playback", "Reel", "Watch"]

FILM_PREFIX: Final = "f:"

NOBODY: Final = 0
"""Turns the pages of no message: whoever presses gets a message of their own."""

FILM_PATTERN: Final = (
    r"f:(?:line:(?P<game>[0-9]{1,18}):(?P<place>[0-9]{1,5})"
    r"|playback:(?P<ended>[0-9]{1,18})"
    r"|watch:(?P<level>simple|strong):(?P<code>KL1D[13][NVCTB](?:[A-Z2-7]{7}|[A-Z2-7]{12})))"
    r":(?P<step>[0-9]{1,5}|first|last):(?P<asker>[0-9]{1,20})"
)


class Edge(StrEnum):
    """An end of a film, wherever that is."""

    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Line:
    """How a game that is over is won from a place in it.

    :ivar place: how many of its actions are played before; 0 for the deal.
    """

    game: int
    place: int

    def __str__(self) -> str:
        return f"line:{self.game}:{self.place}"


@dataclass(frozen=True, slots=True)
class Playback:
    """A game that is over, as it was played."""

    game: int

    def __str__(self) -> str:
        return f"playback:{self.game}"


@dataclass(frozen=True, slots=True)
class Watch:
    """A deal that a level of hints plays."""

    level: Level
    code: DealCode

    def __str__(self) -> str:
        return f"watch:{self.level}:{str(self.code).replace('-', '')}"


Reel: TypeAlias = Line | Playback | Watch
"""What a film shows."""


@dataclass(frozen=True, slots=True)
class FilmId:
    """A control that leads to a step of a film.

    :ivar asker: Discord id of whoever turns the message's pages; any other's presses are answered privately.
        `NOBODY`: the control opens the film.
    """

    reel: Reel
    step: int | Edge
    asker: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read a custom id; None for one that is no film's."""
        match = re.fullmatch(FILM_PATTERN, text)
        if match is None:
            return None
        reel = _reel(match)
        step = Edge(match["step"]) if match["step"] in set(Edge) else int(match["step"])
        return None if reel is None else cls(reel, step, int(match["asker"]))

    def __str__(self) -> str:
        return f"{FILM_PREFIX}{self.reel}:{self.step}:{self.asker}"


def _reel(match: re.Match[str]) -> Reel | None:
    if match["game"] is not None:
        return Line(int(match["game"]), int(match["place"]))
    if match["ended"] is not None:
        return Playback(int(match["ended"]))
    try:
        return Watch(Level(match["level"]), DealCode.parse(match["code"]))
    except CodeError:  # a number that is not written in its one way
        return None
