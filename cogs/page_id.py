"""The custom ids of pages: all that a page shows stands in the ids of its controls.

They begin with `p:`, those of a game's controls (`cogs.control_id`) with `k:`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from data import ListClass

__all__ = [
    "LISTS",
    "PAGE_PATTERN",
    "PAGE_PREFIX",
    "RULES",
    "BoardPageId",
    "HelpPageId",
    "LookPageId",
    "PageId",
    "parse_page",
]

PAGE_PREFIX: Final = "p:"

_OWN: Final = "own"
_BOARD: Final = (
    r"p:board:(?P<board>bankroll|wins|score):(?P<draw>[13]):(?P<scoring>[NVCTB])"
    rf":(?P<games>clean|assisted):(?P<page>[0-9]{{1,9}}|{_OWN}):(?P<asker>[0-9]{{1,20}})"
    r"(?::(?P<menu>list|rules))?"
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
    :ivar menu: for a menu, what its chosen entry names: another list (`BoardPageId.listed`), or other rules
        (`BoardPageId.ruled`).
    """

    board: str
    draw: int
    scoring: str
    games: ListClass
    asker: int
    page: int | None = 1
    menu: str | None = None

    def __str__(self) -> str:
        page, menu = _OWN if self.page is None else self.page, f":{self.menu}" if self.menu else ""
        return f"p:board:{self.board}:{self.draw}:{self.scoring}:{self.games}:{page}:{self.asker}{menu}"

    @property
    def listed(self) -> str:
        """What it ranks, as a menu's entry: `wins-clean`, `score-assisted`; `bankroll` alone."""
        return self.board if self.board == "bankroll" else f"{self.board}-{self.games}"

    @property
    def ruled(self) -> str:
        """The rules of its games, as a menu's entry: `3V`."""
        return f"{self.draw}{self.scoring}"

    def turned(self, entry: str) -> BoardPageId | None:
        """Give the first page of the board that an entry of this menu leads to; None for one that is none."""
        if self.menu == "list":
            lists = (board for board in LISTS if board.listed == entry)
            return next(
                (replace(self, board=to.board, games=to.games, page=1, menu=None) for to in lists), None
            )
        ruled = (board for board in RULES if board.ruled == entry)
        return next(
            (replace(self, draw=to.draw, scoring=to.scoring, page=1, menu=None) for to in ruled), None
        )


_RANKED: Final = (ListClass.CLEAN, ListClass.ASSISTED)

LISTS: Final = (
    *(BoardPageId(board, 1, "N", games, 0) for board in ("wins", "score") for games in _RANKED),
    BoardPageId("bankroll", 1, "V", ListClass.CLEAN, 0),
)
"""The lists that a server has for each rules, and its bankrolls."""
RULES: Final = tuple(
    BoardPageId("wins", draw, letter, ListClass.CLEAN, 0) for draw in (1, 3) for letter in "NVCTB"
)
"""The rules under which games are listed."""


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
        match["menu"],
    )
