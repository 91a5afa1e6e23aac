"""Hints for games, found beside the event loop and a few at a time. Imports no Discord.

The strong level is compiled and an extra (`cogs.compiled`). Where it is not there, or not ready, or too busy,
or the bot stops, the simple level answers and says so.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from cogs.compiled import Compiled
from cogs.faults import Busy, Restarting, StillWorking
from cogs.workbench import Workbench
from klondike import Help
from klondike.hint import simple_hint

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.compiled import Searcher
    from cogs.sessions import Seat, Sessions, Turn
    from klondike import PlayerView
    from klondike.hint import Hint

__all__ = ["Advice", "Adviser", "Level"]

SECONDS: Final = 0.8
"""The longest search for a hint; most end sooner, by their number of imagined deals."""

WAIT_SECONDS: Final = 1.0
"""How long a hint waits for its search to begin: with the search itself well below what a press may take."""

SEARCHERS: Final = 4
"""Games whose search is kept for their next hint: each holds some twenty megabytes."""


class Level(StrEnum):
    """How hard to think."""

    SIMPLE = "simple"
    STRONG = "strong"


@dataclass(frozen=True, slots=True)
class Advice:
    """What a player who asked for a hint is told.

    :ivar hint: None where nothing useful is left to do.
    :ivar level: the level that answered.
    :ivar asked: the level that was asked for.
    """

    hint: Hint | None
    level: Level
    asked: Level


class Adviser:
    """Gives hints.

    :param compiled: the strong level; None leaves it out.
    """

    def __init__(self, compiled: Compiled | None = None) -> None:
        self._compiled = compiled or Compiled()
        self._bench = Workbench(WAIT_SECONDS, "adviser")
        self._searchers: OrderedDict[int, Searcher] = OrderedDict()

    @property
    def best(self) -> Level:
        """The strongest level that can answer now."""
        return Level.SIMPLE if self._compiled.new_searcher is None else Level.STRONG

    async def give(  # noqa: PLR0913 - who asks for which game by what
        self,
        sessions: Sessions,
        game_id: int,
        player: int,
        level: Level | None = None,
        *,
        revision: int | None = None,
        interaction: int | None = None,
        by: Seat | None = None,
    ) -> Turn:
        """Mark a game as one with help and give it with a hint; without one for a press on an older board.

        :param level: None for the strongest that can answer now.
        :param by: the seat of whoever asks, as in `Sessions.play_text`.
        """
        turn = await sessions.take_help(
            game_id, player, Help.HINT, revision=revision, interaction=interaction, by=by
        )
        if turn.stale:
            return turn
        return replace(turn, advice=await self.advise(game_id, turn.view, level or self.best, asker=player))

    async def advise(
        self, game_id: int, view: PlayerView, level: Level, *, asker: int | None = None
    ) -> Advice:
        """Find a hint for a game as its player sees it.

        :param asker: for whom one at a time is searched, so that nobody takes all searches from the others.
        """
        new_searcher = self._compiled.new_searcher
        if level is Level.STRONG and new_searcher is not None:
            try:
                with nullcontext() if asker is None else self._bench.only(asker):
                    return Advice(await self._searched(game_id, view, new_searcher), Level.STRONG, level)
            except (Busy, Restarting, StillWorking):
                pass  # the simple level answers at once
        return Advice(simple_hint(view), Level.SIMPLE, level)

    async def _searched(self, game_id: int, view: PlayerView, new: Callable[[], Searcher]) -> Hint | None:
        # Taken out while it searches: two hints at once for one game search apart.
        searcher = self._searchers.pop(game_id, None) or new()
        try:
            hint = await self._bench.run(lambda stop: searcher.hint(view, seconds=SECONDS, stop=stop))
        except Busy:
            self._keep(game_id, searcher)
            raise
        self._keep(game_id, searcher)
        return hint

    def _keep(self, game_id: int, searcher: Searcher) -> None:
        self._searchers[game_id] = searcher
        while len(self._searchers) > SEARCHERS:
            self._searchers.popitem(last=False)

    def halt(self) -> None:
        """End the searches that are under way; only simple hints from now on."""
        self._bench.halt()

    def close(self) -> None:
        """End the searches and let the threads go."""
        self._bench.close()
