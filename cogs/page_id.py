"""The custom ids of pages: all that a page shows stands in the ids of its controls.

They begin with `p:`, those of a game's controls (`cogs.control_id`) with `k:`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from data import ListClass, Period

__all__ = [
    "LISTS",
    "PAGE_PATTERN",
    "PAGE_PREFIX",
    "RULES",
    "BoardPageId",
    "HelpPageId",
    "LookPageId",
    "PageId",
    "StatsPageId",
    "parse_page",
]

PAGE_PREFIX: Final = "p:"

_OWN: Final = "own"
_BOARD: Final = (
    r"p:board:(?P<board>bankroll|wins|rate|streak|score|moves):(?P<draw>[13]):(?P<scoring>[NVCTB])"
    r":(?P<games>clean|assisted|daily|race)(?:\.(?P<span>season|month|week))?(?P<drawn>\.drawn)?"
    rf":(?P<page>[0-9]{{1,9}}|{_OWN}):(?P<asker>[0-9]{{1,20}})"
    r"(?::(?P<menu>list|rules|span|drawn))?"
)
_STATS: Final = r"p:stats:(?P<player>[0-9]{1,20})(?::(?P<other>[0-9]{1,20}))?"
_HELP: Final = r"p:help"
_LOOK: Final = r"p:look"
_BACK: Final = "p:back"

PAGE_PATTERN: Final = rf"(?:{_BOARD}|{_STATS}|{_HELP}|{_LOOK}|{_BACK})"


@dataclass(frozen=True, slots=True)
class BoardPageId:
    """A control of a leaderboard that leads to one of its pages.

    :ivar asker: Discord id of whoever asked for the board: that member's presses turn the message's page,
        every other's are answered privately.
    :ivar page: any number, since a board may have become shorter; None is the page of whoever presses.
    :ivar menu: for a menu, what its chosen entry names: another list (`BoardPageId.listed`), other rules
        (`BoardPageId.ruled`) or another span of time; `drawn` sets the button apart that leads to the same
        page as a picture or in words.
    :ivar span: the span that runs when the control is pressed.
    :ivar drawn: whether the page is a picture.
    """

    board: str
    draw: int
    scoring: str
    games: ListClass
    asker: int
    page: int | None = 1
    menu: str | None = None
    span: Period = Period.ALL
    drawn: bool = False

    def __str__(self) -> str:
        page, menu = _OWN if self.page is None else self.page, f":{self.menu}" if self.menu else ""
        span = "" if self.span is Period.ALL else f".{self.span}"
        games = f"{self.games}{span}{'.drawn' if self.drawn else ''}"
        return f"p:board:{self.board}:{self.draw}:{self.scoring}:{games}:{page}:{self.asker}{menu}"

    @property
    def listed(self) -> str:
        """What it ranks, as a menu's entry: `wins-clean`, `score-assisted`; `bankroll` alone."""
        return self.board if self.board == "bankroll" else f"{self.board}-{self.games}"

    @property
    def ruled(self) -> str:
        """The rules of its games, as a menu's entry: `3V`."""
        return f"{self.draw}{self.letter}"

    @property
    def letter(self) -> str:
        """The scoring of its games; daily deals and races are always played in normal scoring."""
        return _NORMAL if self.games in _OWN_LISTS else self.scoring

    @property
    def rules(self) -> tuple[BoardPageId, ...]:
        """The boards that its menu of rules offers."""
        if self.board == "bankroll":
            return ()
        if self.games in _OWN_LISTS:
            return tuple(board for board in RULES if board.scoring == _NORMAL)
        return RULES

    def turned(self, entry: str) -> BoardPageId | None:
        """Give the first page of the board that an entry of this menu leads to; None for one that is none."""
        first = replace(self, page=1, menu=None)
        if self.menu == "list":
            lists = (board for board in LISTS if board.listed == entry)
            return next((replace(first, board=to.board, games=to.games) for to in lists), None)
        if self.menu == "span":
            return replace(first, span=Period(entry)) if entry in set(Period) else None
        ruled = (board for board in self.rules if board.ruled == entry)
        return next((replace(first, draw=to.draw, scoring=to.scoring) for to in ruled), None)


_NORMAL: Final = "N"
_RANKED: Final = (ListClass.CLEAN, ListClass.ASSISTED)
_OWN_LISTS: Final = (ListClass.DAILY, ListClass.RACE)
_RANKED_BY: Final = ("wins", "rate", "streak", "score", "moves")

LISTS: Final = (
    *(BoardPageId(board, 1, "N", games, 0) for games in _RANKED for board in _RANKED_BY),
    *(BoardPageId(board, 1, "N", ListClass.DAILY, 0) for board in ("wins", "streak")),
    BoardPageId("wins", 1, "N", ListClass.RACE, 0),
    BoardPageId("bankroll", 1, "V", ListClass.CLEAN, 0),
)
"""The lists that a server has for each rules, and its bankrolls."""
RULES: Final = tuple(
    BoardPageId("wins", draw, letter, ListClass.CLEAN, 0) for draw in (1, 3) for letter in "NVCTB"
)
"""The rules under which games are listed."""


@dataclass(frozen=True, slots=True)
class StatsPageId:
    """The menu of a player's lists: the chosen entry names the page.

    :ivar player: Discord id of whose figures they are; `other` of whoever is compared with them, or None.
    """

    player: int
    other: int | None = None

    def __str__(self) -> str:
        return f"p:stats:{self.player}" + ("" if self.other is None else f":{self.other}")

    @property
    def players(self) -> tuple[int, ...]:
        """Whose figures stand on the page."""
        return (self.player,) if self.other is None else (self.player, self.other)


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


PageId: TypeAlias = BoardPageId | StatsPageId | HelpPageId | LookPageId


def parse_page(text: str) -> PageId | None:
    """Read a custom id; None for one that is no page's."""
    match = re.fullmatch(PAGE_PATTERN, text)
    if match is None:
        return None
    if match["player"] is not None:
        return StatsPageId(int(match["player"]), None if match["other"] is None else int(match["other"]))
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
        Period(match["span"] or Period.ALL),
        drawn=match["drawn"] is not None,
    )
