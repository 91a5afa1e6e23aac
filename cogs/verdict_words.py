"""What was found out about a game that is over, in words. Knows the engine's values and a voice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.analysis import game_after
from cogs.wording import mode_text, move_text
from klondike import Move, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cogs.analysis import Retrospect
    from cogs.i18n import Say
    from klondike import Game

__all__ = ["verdict_text"]


def verdict_text(say: Say, game: Game, found: Retrospect) -> str:
    """Tell whether a game could be won, and where it turned."""
    return "\n".join(_sentences(say, game, found))


def _sentences(say: Say, game: Game, found: Retrospect) -> Iterator[str]:
    mode = mode_text(say, game.rules)
    if found.outcome is Outcome.WON:
        yield say("verdict.won")
    elif found.winnable is not None:
        yield say("verdict.winnable", mode=mode)
        yield from _turned(say, game, found, found.winnable)
    elif found.unwinnable == 0:
        yield say("verdict.unwinnable", mode=mode)
    else:
        yield say("verdict.unknown", mode=mode)
        if found.unwinnable is not None:
            yield say("verdict.lost-by", number=found.unwinnable)


def _turned(say: Say, game: Game, found: Retrospect, winnable: int) -> Iterator[str]:
    """Tell where a game that could be won turned, as far as that is known."""
    if winnable == found.last:
        if winnable:
            yield say("verdict.to-the-end", n=winnable)
    elif found.fatal is not None:
        move = Move.parse(game.standing[winnable])
        text = move_text(say, game_after(game, winnable).view, move)
        yield say("verdict.fatal", number=found.fatal, move=text)
    elif found.unwinnable is not None:
        key = "verdict.between" if winnable else "verdict.between-deal"
        yield say(key, winnable=winnable, unwinnable=found.unwinnable)
    else:
        yield say("verdict.unsure", number=winnable) if winnable else say("verdict.unsure-deal")
