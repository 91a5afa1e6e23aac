"""Hints for games, found beside the event loop and a few at a time. Imports no Discord.

The strong level is compiled and an extra: it is loaded in a thread after the bot is ready. Where it is not
there, or not ready, or too busy, the simple level answers and says so.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from threading import Event, Thread
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, cast

from klondike import Help
from klondike.hint import simple_hint

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.sessions import Sessions, Turn
    from klondike import PlayerView
    from klondike.hint import Hint

__all__ = ["Advice", "Adviser", "Level", "aside", "compiled"]

T = TypeVar("T")

_log: Final = logging.getLogger(__name__)

SEARCHES: Final = 2
"""Searches at once: each keeps a core busy, and a press must still find one."""

SECONDS: Final = 0.8
"""The longest search for a hint; most end sooner, by their number of imagined deals."""

WAIT_SECONDS: Final = 1.0
"""How long a hint waits for its search to begin: with the search itself well below what a press may take."""

SEARCHERS: Final = 16
"""Games whose search is kept for their next hint; each holds some megabytes."""


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


class Searcher(Protocol):
    """Finds the strong hints of one game."""

    def hint(
        self, view: PlayerView, *, seconds: float | None = None, stop: Callable[[], bool] | None = None
    ) -> Hint | None:
        """Give the hint for a view."""


class Adviser:
    """Gives hints.

    :param compiled: makes the strong level ready and gives the maker of its searchers; None leaves it out.
    """

    def __init__(self, compiled: Callable[[], Callable[[], Searcher]] | None = None) -> None:
        self._compiled = compiled
        self._threads = ThreadPoolExecutor(SEARCHES, thread_name_prefix="adviser")
        self._free = asyncio.Semaphore(SEARCHES)
        self._new_searcher: Callable[[], Searcher] | None = None
        self._searchers: OrderedDict[int, Searcher] = OrderedDict()
        self._stopping = Event()

    @property
    def best(self) -> Level:
        """The strongest level that can answer now."""
        return Level.SIMPLE if self._new_searcher is None else Level.STRONG

    async def load(self) -> None:
        """Make the strong level ready, which takes some seconds of compiling the first time."""
        compiled, self._compiled = self._compiled, None
        if compiled is None:
            return
        try:
            self._new_searcher = await aside(compiled)
        except ImportError as missing:
            _log.warning("hints are simple ones only, and there is no solver: %s", missing)

    async def give(  # noqa: PLR0913 - who asks for which game by what
        self,
        sessions: Sessions,
        game_id: int,
        player: int,
        level: Level | None = None,
        *,
        revision: int | None = None,
        interaction: int | None = None,
    ) -> Turn:
        """Mark a game as one with help and give it with a hint; without one for a press on an older board.

        :param level: None for the strongest that can answer now.
        """
        turn = await sessions.take_help(
            game_id, player, Help.HINT, revision=revision, interaction=interaction
        )
        if turn.stale:
            return turn
        return replace(turn, advice=await self.advise(game_id, turn.view, level or self.best))

    async def advise(self, game_id: int, view: PlayerView, level: Level) -> Advice:
        """Find a hint for a game as its player sees it."""
        if level is Level.STRONG and self._new_searcher is not None:
            try:
                async with asyncio.timeout(WAIT_SECONDS):
                    await self._free.acquire()
            except TimeoutError:
                return Advice(simple_hint(view), Level.SIMPLE, level)
            try:
                return Advice(await self._searched(game_id, view, self._new_searcher), Level.STRONG, level)
            finally:
                self._free.release()
        return Advice(simple_hint(view), Level.SIMPLE, level)

    async def _searched(self, game_id: int, view: PlayerView, new: Callable[[], Searcher]) -> Hint | None:
        # Taken out while it searches: two hints at once for one game search apart.
        searcher = self._searchers.pop(game_id, None) or new()
        hint = await asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: searcher.hint(view, seconds=SECONDS, stop=self._stopping.is_set)
        )
        self._searchers[game_id] = searcher
        while len(self._searchers) > SEARCHERS:
            self._searchers.popitem(last=False)
        return hint

    def close(self) -> None:
        """Stop searching and let the threads go."""
        self._stopping.set()
        self._threads.shutdown(wait=True, cancel_futures=True)


def compiled() -> Callable[[], Searcher]:
    """Compile the strong level.

    :raises ImportError: what it needs is not installed.
    """
    from klondike.search.imagining import Searcher as Compiled  # noqa: PLC0415 - an extra, slow to import
    from klondike.search.imagining import prepare  # noqa: PLC0415

    prepare()
    return Compiled


async def aside(work: Callable[[], T]) -> T:
    """Run work in a thread that the end of the program does not wait for: compiling cannot be broken off."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if done.cancelled():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(cast("T", result))

    def run() -> None:
        result, failure = None, None
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - handed to whoever waits
            failure = error
        with suppress(RuntimeError):  # the loop has gone
            loop.call_soon_threadsafe(settle, result, failure)

    Thread(target=run, name="compiler", daemon=True).start()
    return await done
