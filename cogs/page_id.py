"""The custom ids of pages: all that a page shows stands in the ids of its controls.

They begin with `p:`, those of a game's controls (`cogs.control_id`) with `k:`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from data import ListClass

__all__ = ["PAGE_PATTERN", "PAGE_PREFIX", "BoardPageId", "HelpPageId", "LookPageId", "PageId", "parse_page"]

PAGE_PREFIX: Final = "p:"

_OWN: Final = "own"
_BOARD: Final = (
    r"p:board:(?P<board>bankroll|wins|score):(?P<draw>[13]):(?P<scoring>[NVCTB])"
    rf":(?P<games>clean|assisted):(?P<page>[0-9]{{1,9}}|{_OWN}):(?P<asker>[0-9]{{1,20}})"
)
_HELP: Final = r"p:help"
_LOOK: Final = r"p:look"
_BACK: Final = "p:back"

PAGE_PATTERN: Final = rf"(?:{_BOARD}|{_HELP}|{_LOOK}|{_BACK})"


@dataclass(frozen=True, slots=True)
class BoardPageId:
    """A control of a leaderboard that leads to one of its pages.

    :ivar asker: Discord id of whoever asked for the board: that member's presses turn the message's page,
        every other's are answered privately.
    :ivar page: any number, since a board may have become shorter; None is the page of whoever presses.
    """

    board: str
    draw: int
    scoring: str
    games: ListClass
    asker: int
    page: int | None = 1

    def __str__(self) -> str:
        page = _OWN if self.page is None else self.page
        return f"p:board:{self.board}:{self.draw}:{self.scoring}:{self.games}:{page}:{self.asker}"


@dataclass(frozen=True, slots=True)
class HelpPageId:
    """The menu of help topics: the chosen entry names the page."""

    def __str__(self) -> str:
        return _HELP


@dataclass(frozen=True, slots=True)
class LookPageId:
    """A menu of looks: the chosen entry becomes the look of whoever chose it.

    :ivar backs: whether it is the menu of card backs.
    """

    backs: bool = False

    def __str__(self) -> str:
        return _BACK if self.backs else _LOOK


PageId: TypeAlias = BoardPageId | HelpPageId | LookPageId


def parse_page(text: str) -> PageId | None:
    """Read a custom id; None for one that is no page's."""
    match = re.fullmatch(PAGE_PATTERN, text)
    if match is None:
        return None
    if match["board"] is None:
        return HelpPageId() if text == _HELP else LookPageId(backs=text == _BACK)
    return BoardPageId(
        match["board"],
        int(match["draw"]),
        match["scoring"],
        ListClass(match["games"]),
        int(match["asker"]),
        None if match["page"] == _OWN else int(match["page"]),
    )
