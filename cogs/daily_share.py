"""The result of a daily deal to share: squares, figures, and nothing that tells a card."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from cogs.days import date_text
from cogs.layouts import notice
from cogs.results import time_text
from data import Status
from data.standings import ListKey
from klondike import Deal, Finish, Game, Move, Rules

if TYPE_CHECKING:
    from discord import ui

    from cogs.i18n import Say
    from data import GameRecord

__all__ = ["homeward", "share_layout", "squares"]

QUARTERS: Final = 4
MANY: Final = 13
"""Cards that go home in a quarter of a game of the same pace throughout."""


def share_layout(say: Say, record: GameRecord) -> ui.LayoutView:
    """Lay out the result of a try. A long game is replayed: not for the event loop."""
    course = homeward(record)
    won = record.status == Status.WON
    score, moves, time = record.score, record.moves, time_text(record.active_ms)
    if won:
        result = say("daily.share-won", score=score, n=moves, time=time)
    else:
        result = say("daily.share-lost", home=course[-1], score=score, n=moves, time=time)
    assert record.day is not None  # noqa: S101 - it is a try
    text = say(
        "daily.share",
        date=date_text(say, record.day),
        draw=ListKey.parse(record.rules).draw,
        player=f"<@{record.player_discord_id}>",
        squares=squares(course),
        result=" · ".join([result, *([say("daily.share-helped")] if record.assisted else [])]),
    )
    return notice(f"{text}\n{say('daily.share-key')}")


def homeward(record: GameRecord) -> tuple[int, ...]:
    """Give the cards that are home at the start of a game and after each of the actions that stand in it."""
    deal, rules = Deal(record.deal), Rules.parse(record.rules)
    game = Game(deal, rules)
    course = [game.cards_home]
    for token in Game.replay(deal, rules, record.log).standing:
        game.play(Finish() if token == str(Finish()) else Move.parse(token))
        course.append(game.cards_home)
    return tuple(course)


def squares(course: tuple[int, ...]) -> str:
    """Draw a square for each quarter of a game, by how many cards went home in it.

    >>> squares((0, 0, 1, 2, 2, 2, 2, 15, 52))
    '🟨🟨🟨🟩'
    """
    last = len(course) - 1
    ends = [course[last * quarter // QUARTERS] for quarter in range(QUARTERS + 1)]
    gains = [after - before for before, after in pairwise(ends)]
    return "".join("🟩" if gain >= MANY else "🟨" if gain > 0 else "⬜" for gain in gains)
