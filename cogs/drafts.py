"""Lines that were typed into the form and not played, so that they need not be typed anew."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cogs.news import refusal_of
from klondike.intents import DrawIntent, RedoIntent, UndoIntent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cogs.sessions import Turn
    from data import GameRecord
    from klondike.intents import Intent
    from klondike.line import LineResult

__all__ = ["Drafts", "left_over"]

KEPT: Final = 1024
"""Lines kept in mind, one for each player and game: at most half a megabyte."""


class Drafts:
    """What players typed last into their own games and what was not played of it.

    A line is brought back only as long as its game stands as it did when the line was refused.
    """

    def __init__(self) -> None:
        self._lines: OrderedDict[tuple[int, int], tuple[int, str]] = OrderedDict()

    def keep(self, player: int, record: GameRecord, text: str) -> None:
        """Keep a player's line for a game as it stands; an empty one takes away what was kept."""
        key = (player, record.id)
        self._lines.pop(key, None)
        if text:
            self._lines[key] = (record.revision, text)
        while len(self._lines) > KEPT:
            self._lines.popitem(last=False)

    def settle(self, player: int, turn: Turn, text: str) -> None:
        """Keep what is left of a line that was played."""
        rest = "" if turn.view.outcome else text
        if turn.line is not None and not turn.stale:
            rest = left_over(turn.line, rest) if refusal_of(turn) is not None else ""
        self.keep(player, turn.record, rest)

    def find(self, player: int, record: GameRecord) -> str:
        """Give a player's line for a game as it stands now, or nothing."""
        revision, text = self._lines.get((player, record.id), (None, ""))
        return text if revision == record.revision else ""


def left_over(line: LineResult, text: str) -> str:
    """Give what of a typed line was not played: all of it as it was typed, or the rest in short form."""
    return " ".join(_rest(line)) if line.done and text else text


def _rest(line: LineResult) -> Iterator[str]:
    """Give the refused intent, less what was done of it, and those behind it."""
    place = next(index for index, intent in enumerate(line.intents) if intent is line.refused)
    yield str(_less(line.intents[place], line.partly_done))
    yield from map(str, line.intents[place + 1 :])


def _less(intent: Intent, done: int) -> Intent:
    if isinstance(intent, DrawIntent | UndoIntent | RedoIntent):
        return replace(intent, times=intent.times - done)
    return intent
