"""`python -m benchmarks.lag [--quick]`: what searching costs everybody else, as the lag of the event loop.

Four players ask for strong hints again and again while winnable deals are searched for, all in threads of
this process, as in the bot. The loop wakes every few milliseconds and notes how late it was; beside it
stands the same loop with nothing else to do, in the same run.
"""

from __future__ import annotations

import asyncio
import sys
import time
from random import Random
from statistics import quantiles
from typing import TYPE_CHECKING, Final

from cogs.advice import Adviser, Level
from cogs.compiled import compiled_search
from klondike import Deal, Game, Rules
from klondike.search import solve

if TYPE_CHECKING:
    from collections.abc import Awaitable

PLAYERS: Final = 4
SECONDS, QUICK_SECONDS = 20.0, 4.0
BEAT: Final = 0.005
"""Seconds between two looks at the clock."""
RULES: Final = Rules.preset(draw=3)


async def measured(seconds: float) -> list[float]:
    """Give how late the loop woke each time, in milliseconds."""
    lags = []
    end = time.perf_counter() + seconds
    while (begin := time.perf_counter()) < end:
        await asyncio.sleep(BEAT)
        lags.append((time.perf_counter() - begin - BEAT) * 1000)
    return lags


async def ask(adviser: Adviser, number: int) -> None:
    """Follow every hint of one game after another."""
    chance = Random(number)
    while True:
        game = Game(Deal(chance.getrandbits(60)), RULES)
        while (hint := (await adviser.advise(number, game.view, Level.STRONG)).hint) is not None:
            game.play(hint.action)


async def search() -> None:
    """Look for winnable deals, one after another."""
    chance = Random(0)
    while True:
        await asyncio.to_thread(solve, Deal(chance.getrandbits(60)), RULES, max_states=500_000)


async def beside(work: list[Awaitable[None]], seconds: float) -> list[float]:
    """Measure while work goes on."""
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        return await measured(seconds)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def measure(seconds: float) -> tuple[list[float], list[float]]:
    """Give the lags of an idle loop, and of one beside four hints and a search."""
    compiled = compiled_search()
    await compiled.load()
    adviser = Adviser(compiled)
    try:
        idle = await measured(seconds)
        return idle, await beside([*(ask(adviser, n) for n in range(PLAYERS)), search()], seconds)
    finally:
        adviser.close()


def main() -> None:
    """Measure and print one `name value` pair a line, in milliseconds but for the ratio."""
    seconds = QUICK_SECONDS if "--quick" in sys.argv[1:] else SECONDS
    idle, busy = asyncio.run(measure(seconds))
    middle, last = (quantiles(busy, n=100, method="inclusive")[at] for at in (49, 98))
    idle_last = quantiles(idle, n=100, method="inclusive")[98]
    print(f"lag.p50_ms {middle:.1f}")
    print(f"lag.p99_ms {last:.1f}")
    print(f"lag.max_ms {max(busy):.1f}")
    print(f"lag.idle_p99_ms {idle_last:.1f}")
    print(f"lag.p99_ratio_vs_idle {last / idle_last:.1f}")


if __name__ == "__main__":
    main()
