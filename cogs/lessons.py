"""The pictures of `/klondike help`: a move that works and one that is refused, on a fixed deal."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Final

import discord

from cogs.alt_text import ALT_LIMIT, describe
from cogs.wording import cards_text, moving, pile_text, status_pairs, typed
from klondike import Deal, Game, IllegalMove, Move, Rules

if TYPE_CHECKING:
    from cogs.easel import Easel
    from cogs.i18n import Say
    from cogs.looks import Look
    from klondike import PlayerView

__all__ = ["LESSON_FILE", "LESSON_TOPICS", "Lesson", "Pictures", "alt_text", "caption", "lesson"]

LESSON_FILE: Final = "lesson.png"

DEAL: Final = 1569
"""The 7♥ lies alone in column 1 and fits on the 8♠: found by trying deals in order, held by a test."""
_OPENING: Final = Move.parse("16x1")
_REFUSED: Final = Move.parse("71x1")
"""The Q♣ to column 1, which the opening has emptied."""

LESSON_TOPICS: Final = ("moves", "rules")
"""The topics that have a picture: the opening before it is played, and the refusal after it."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a picture shows: a position and a move there.

    :ivar refusal: why the move is not possible; None where it is legal.
    """

    view: PlayerView
    move: Move
    refusal: IllegalMove | None = None


@cache
def lesson(topic: str) -> Lesson | None:
    """Give the lesson of a help topic, or None where there is none. The rules of the game decide it."""
    if topic not in LESSON_TOPICS:
        return None
    game = Game(Deal(DEAL), Rules.preset())
    if topic == "moves":
        return Lesson(game.view, _OPENING)
    game.push(_OPENING)
    view = game.view
    try:
        game.push(_REFUSED)
    except IllegalMove as refusal:
        return Lesson(view, _REFUSED, refusal)
    raise AssertionError("the lesson's move is legal")


def caption(say: Say, shown: Lesson) -> str:
    """Tell what the picture shows."""
    view, move = shown.view, shown.move
    cards = cards_text(moving(view, move))
    if shown.refusal is None:
        onto = cards_text(view.columns[move.target.column or 0].up[-1:])
        return say("lesson.legal", cards=cards, onto=onto)
    reason = say(f"refusal.{shown.refusal.reason.value}")
    return say("lesson.refused", cards=cards, target=pile_text(say, move.target), reason=reason)


def how_to_type(say: Say, shown: Lesson) -> str:
    """Tell how a legal move is typed; nothing where it is refused."""
    if shown.refusal is not None:
        return ""
    piles = f"{shown.move.source.value}{shown.move.target.value}"
    return say("lesson.type", cards=typed(shown.view, shown.move), piles=piles)


def alt_text(say: Say, shown: Lesson) -> str:
    """Describe the picture: what it is there for, then the whole board."""
    return f"{caption(say, shown)} {describe(say, shown.view)}"[:ALT_LIMIT]


class Pictures:
    """The pictures of the lessons, painted once in each look and language, when they are first asked for."""

    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self._painted: dict[tuple[str, Look, tuple[tuple[str, str], ...]], bytes] = {}
        self._brush = asyncio.Lock()

    async def file(self, topic: str, say: Say, look: Look) -> discord.File | None:
        """Make the file to send with a topic, or None where it has no picture."""
        shown = lesson(topic)
        if shown is None:
            return None
        key = (topic, look, status_pairs(say, shown.view))
        async with self._brush:
            if key not in self._painted:
                self._painted[key] = await self._easel.show(shown.view, say, look, shown.move)
        return discord.File(BytesIO(self._painted[key]), LESSON_FILE)
