"""What `/klondike move` suggests while a line is typed: moves that work now, and what works behind them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from discord.app_commands import Choice as Entry

from cogs.layouts import CHOICE_LIMIT, MENU_LIMIT
from cogs.wording import entries

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from cogs.i18n import Say
    from cogs.sessions import Sessions, Turn
    from klondike import PlayerView

__all__ = ["lines", "suggestions"]

TAIL: Final = 2
"""Words that the move may have that is being typed."""


async def suggestions(sessions: Sessions, turn: Turn, say: Say, current: str) -> list[Entry[str]]:
    """List the lines to choose from.

    They go on from each beginning of what was typed that can be played and shows no new card.

    :param current: what was typed so far.
    """
    found: dict[str, Entry[str]] = {}
    async for begun, view, rest in _begun(sessions, turn, current):
        for entry in lines(say, view, rest, begun):
            found.setdefault(entry.value, entry)
    return list(islice(found.values(), MENU_LIMIT))


async def _begun(sessions: Sessions, turn: Turn, current: str) -> AsyncIterator[tuple[str, PlayerView, str]]:
    """Take what was typed apart into a beginning that can be played and a move that is being typed.

    Behind a space the next move comes first, else the one that is being typed.
    """
    words = current.split()
    places = [0, *range(max(len(words) - TAIL, 1), len(words) + 1)] if words else [0]
    for place in reversed(places) if current.endswith(" ") else places:
        begun = " ".join(words[:place])
        view = await sessions.ahead(turn, begun) if begun else turn.view
        if view is not None:
            yield begun, view, " ".join(words[place:])


def lines(say: Say, view: PlayerView, typed: str, begun: str = "") -> Iterator[Entry[str]]:
    """Give the lines in which a card, a pile or a word of the last move begins with what was typed of it.

    :param view: what is seen after the beginning of the line.
    """
    for entry in entries(say, view):
        name = f"{entry.label} · {entry.places}"
        line = f"{begun} {entry.value}".strip()
        fits = f" {typed.lower()}" in f" {entry.value} {entry.typed} {name}".lower()
        if fits and len(line) <= CHOICE_LIMIT:
            yield Entry(name=(_then(say, begun, name) if begun else name)[:CHOICE_LIMIT], value=line)


def _then(say: Say, begun: str, move: str) -> str:
    """Name a move behind the beginning of its line, of which the end is shown as far as there is room."""
    room = max(CHOICE_LIMIT - len(say("suggestion.then", line="", move=move)), 2)
    line = begun if len(begun) <= room else f"…{begun[1 - room :]}"
    return say("suggestion.then", line=line, move=move)
