"""Compiled search, which is an extra: the one place that knows whether it is there. Imports no Discord.

It is loaded in a thread after the bot is ready, and compiles the first time: some ten seconds until there are
strong hints, some twenty more until there is a solver.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from klondike import Deal, Game, PlayerView, Rules
    from klondike.hint import Hint
    from klondike.search import Solution

__all__ = ["Compiled", "Searcher", "Solve", "compiled_search"]

T = TypeVar("T")

_log: Final = logging.getLogger(__name__)


class Searcher(Protocol):
    """Finds the strong hints of one game, as `klondike.search.Searcher` does."""

    def hint(
        self,
        view: PlayerView,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Hint | None:
        """Give the hint for a view."""


class Solve(Protocol):
    """Tells whether a game, or a deal under some rules, can be won, as `klondike.search.solve` does."""

    def __call__(
        self,
        source: Game | Deal,
        rules: Rules | None = None,
        *,
        max_states: int = ...,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Solution:
        """Give the verdict, and a line where there is one."""


class Compiled:
    """Compiled search, as far as it is ready.

    :param hints: makes the strong hints ready and gives the maker of their searchers; None leaves them out.
    :param solver: makes the solver ready; None leaves it out.
    :ivar new_searcher: None where there are no strong hints, or not yet.
    :ivar solve: None where there is no solver, or not yet.
    :ivar loading: whether more will be there in a moment.
    """

    def __init__(
        self,
        hints: Callable[[], Callable[[], Searcher]] | None = None,
        solver: Callable[[], Solve] | None = None,
    ) -> None:
        self._hints = hints
        self._solver = solver
        self.loading = solver is not None
        self.new_searcher: Callable[[], Searcher] | None = None
        self.solve: Solve | None = None

    async def load(self) -> None:
        """Make ready what there is, once."""
        hints, solver = self._hints, self._solver
        self._hints = self._solver = None
        try:
            self.new_searcher = await _loaded(hints)
            self.solve = await _loaded(solver)
        except ImportError as missing:
            _log.warning("hints are simple ones only, and there is no solver: %s", missing)
        finally:
            self.loading = False


async def _loaded(make: Callable[[], T] | None) -> T | None:
    """Make a part ready; where that fails, everything else goes on without it.

    :raises ImportError: what it needs is not installed.
    """
    if make is None:
        return None
    try:
        return await _aside(lambda: _made(make))
    except ImportError:
        raise
    except Exception as failure:  # noqa: BLE001 - a compiler can fail in many ways
        _log.warning("a part of compiled search cannot be used: %r", failure)
        return None


def _made(make: Callable[[], T]) -> T:
    """Make a part ready; what an earlier run has kept may be damaged, and is then made anew."""
    try:
        return make()
    except ImportError:
        raise
    except Exception as damage:  # noqa: BLE001 - what stands in a damaged file decides what it raises
        from klondike.search.cache import forget  # noqa: PLC0415 - an extra

        _log.warning("compiled code that was kept is of no use, and is made anew: %r", damage)
        forget()
        return make()


def compiled_search() -> Compiled:
    """Give compiled search, to be loaded."""
    return Compiled(_hints, _solver)


def _hints() -> Callable[[], Searcher]:
    from klondike.search.imagining import Searcher as Imagining  # noqa: PLC0415 - an extra, slow to import
    from klondike.search.imagining import prepare  # noqa: PLC0415

    prepare()
    return Imagining


def _solver() -> Solve:
    from klondike.search.solver import prepare, solve  # noqa: PLC0415 - an extra, slow to import

    prepare()
    return solve


async def _aside(work: Callable[[], T]) -> T:
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
