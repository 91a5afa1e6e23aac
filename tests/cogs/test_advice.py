"""Hints beside the loop: who answers when the strong level cannot, and what is kept between hints."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest

from cogs import advice as advice_module
from cogs.advice import Adviser, Level
from cogs.compiled import Compiled
from cogs.workbench import WORKERS
from klondike import Deal, Game, Rules
from klondike.hint import simple_hint

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from klondike import PlayerView
    from klondike.hint import Hint

VIEW = Game(Deal(6), Rules.preset()).view


class Slow:
    """A searcher that goes on until it is stopped or let go."""

    def __init__(self, begun: threading.Semaphore) -> None:
        self._begun = begun
        self.release = threading.Event()
        self.stopped = False

    def hint(self, view: PlayerView, *, stop: Callable[[], bool], **_: Any) -> Hint | None:
        """Wait."""
        self._begun.release()
        while not self.release.wait(0.001):
            if stop():
                self.stopped = True
                break
        return simple_hint(view)


class Slows:
    """Makes such searchers and remembers them."""

    def __init__(self) -> None:
        self.made: list[Slow] = []
        self.begun = threading.Semaphore(0)

    def __call__(self) -> Slow:
        """Make one."""
        self.made.append(Slow(self.begun))
        return self.made[-1]


@pytest.fixture
def slows() -> Slows:
    """Return what makes slow searchers."""
    return Slows()


@pytest.fixture
async def adviser(slows: Slows, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Adviser]:
    """Give an adviser with slow searchers, for which nobody waits long."""
    monkeypatch.setattr(advice_module, "WAIT_SECONDS", 0.05)
    compiled = Compiled()
    compiled.new_searcher = slows  # type: ignore[assignment]
    adviser = Adviser(compiled)
    yield adviser
    adviser.close()


async def begun(slows: Slows, number: int) -> None:
    """Wait until so many searches are under way."""
    for _ in range(number):
        await asyncio.to_thread(slows.begun.acquire)


async def test_where_all_are_busy_the_simple_level_answers(adviser: Adviser, slows: Slows) -> None:
    """It says so; and the searchers that nobody has used are kept for their games."""
    busy = [asyncio.create_task(adviser.advise(game, VIEW, Level.STRONG)) for game in range(WORKERS)]
    await begun(slows, WORKERS)
    for _ in range(2):
        advice = await adviser.advise(99, VIEW, Level.STRONG)
        assert (advice.hint, advice.level, advice.asked) == (simple_hint(VIEW), Level.SIMPLE, Level.STRONG)
    assert len(slows.made) == WORKERS + 1
    for slow in slows.made:
        slow.release.set()
    assert {one.level for one in await asyncio.gather(*busy)} == {Level.STRONG}


async def test_a_game_keeps_its_searcher(adviser: Adviser, slows: Slows) -> None:
    """The second hint of a game goes on where the first ended; two at once search apart."""
    asking = asyncio.create_task(adviser.advise(1, VIEW, Level.STRONG))
    await begun(slows, 1)
    other = asyncio.create_task(adviser.advise(1, VIEW, Level.STRONG))
    await begun(slows, 1)
    for slow in slows.made:
        slow.release.set()
    await asyncio.gather(asking, other)
    await adviser.advise(1, VIEW, Level.STRONG)
    assert len(slows.made) == 2


async def test_a_player_has_one_search_at_a_time(adviser: Adviser, slows: Slows) -> None:
    """Whoever asks on and on, in games in many places, leaves a search for the others."""
    asking = asyncio.create_task(adviser.advise(1, VIEW, Level.STRONG, asker=7))
    await begun(slows, 1)
    for game in (1, 2, 3):
        assert (await adviser.advise(game, VIEW, Level.STRONG, asker=7)).level is Level.SIMPLE
    other = asyncio.create_task(adviser.advise(4, VIEW, Level.STRONG, asker=8))
    await begun(slows, 1)
    for slow in slows.made:
        slow.release.set()
    assert {one.level for one in await asyncio.gather(asking, other)} == {Level.STRONG}
    assert (await adviser.advise(1, VIEW, Level.STRONG, asker=7)).level is Level.STRONG


async def test_a_stop_ends_a_search_and_still_gives_a_hint(adviser: Adviser, slows: Slows) -> None:
    """The game is already marked as one with help, so its player gets a hint for it, at once."""
    asking = asyncio.create_task(adviser.advise(1, VIEW, Level.STRONG))
    await begun(slows, 1)
    adviser.halt()
    advice = await asking
    assert slows.made[0].stopped
    assert (advice.hint, advice.level) == (simple_hint(VIEW), Level.SIMPLE)
    assert (await adviser.advise(2, VIEW, Level.STRONG)).level is Level.SIMPLE
