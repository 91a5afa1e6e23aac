"""The custom ids of the daily deal's controls, which begin with `d:`: all that a press needs stands there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

__all__ = [
    "DAILY_PATTERN",
    "DAILY_PREFIX",
    "DailyId",
    "DayPageId",
    "InsteadId",
    "PlayId",
    "PracticeId",
    "ShareId",
    "parse_daily",
]

DAILY_PREFIX: Final = "d:"

_PLAY: Final = "d:play"
_OWN: Final = "own"

DAILY_PATTERN: Final = (
    rf"{_PLAY}"
    rf"|d:list:(?P<listed>[0-9]{{1,6}}):(?P<page>[0-9]{{1,9}}|{_OWN})"
    r"|d:practice:(?P<practised>[0-9]{1,6})"
    r"|d:instead:(?P<day>[0-9]{1,6}):(?P<kind>try|practice):(?P<game>[0-9]{1,18}):(?P<revision>[0-9]{1,9})"
    r"|d:share:(?P<shared>[0-9]{1,18})"
)


@dataclass(frozen=True, slots=True)
class PlayId:
    """Plays the deal of the day on which it is pressed."""

    def __str__(self) -> str:
        return _PLAY


@dataclass(frozen=True, slots=True)
class DayPageId:
    """Leads to a page of the list of a day; None is the page of whoever presses."""

    day: int
    page: int | None = None

    def __str__(self) -> str:
        return f"d:list:{self.day}:{_OWN if self.page is None else self.page}"


@dataclass(frozen=True, slots=True)
class PracticeId:
    """Plays the deal of a day as practice."""

    day: int

    def __str__(self) -> str:
        return f"d:practice:{self.day}"


@dataclass(frozen=True, slots=True)
class InsteadId:
    """Gives up an open game, as it stands at a revision, for the deal of a day."""

    day: int
    practice: bool
    game: int
    revision: int

    def __str__(self) -> str:
        kind = "practice" if self.practice else "try"
        return f"d:instead:{self.day}:{kind}:{self.game}:{self.revision}"


@dataclass(frozen=True, slots=True)
class ShareId:
    """Shows all how a try went, without a card."""

    game: int

    def __str__(self) -> str:
        return f"d:share:{self.game}"


DailyId: TypeAlias = PlayId | DayPageId | PracticeId | InsteadId | ShareId


def parse_daily(text: str) -> DailyId | None:
    """Read a custom id; None for one that is no control of the daily deal."""
    match = re.fullmatch(DAILY_PATTERN, text, re.ASCII)
    if match is None:
        return None
    if match["listed"] is not None:
        page = match["page"]
        return DayPageId(int(match["listed"]), None if page == _OWN else int(page))
    if match["practised"] is not None:
        return PracticeId(int(match["practised"]))
    if match["shared"] is not None:
        return ShareId(int(match["shared"]))
    if match["day"] is not None:
        practice = match["kind"] == "practice"
        return InsteadId(int(match["day"]), practice, int(match["game"]), int(match["revision"]))
    return PlayId()
