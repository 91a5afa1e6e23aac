"""`python -m benchmarks.load [--quick] [--folder PATH] [players] [growth] [writer]`: many players at once.

All three parts run where none is named. `players`: 10, 100 and 500 people play a whole game each with time to
think, then press as fast as they are answered; a bare bot, which answers each press with a ready picture, is
pressed by the same crowd in turns with ours. Each of them is a process of its own, on a local Discord in this
one. The folder keeps the stores that `growth` makes, a million games in half a gigabyte.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING, Final

from benchmarks import _growth, _writer
from benchmarks._crowd import RESIGN, Crowd, Player, gathered
from benchmarks._programs import Program, logged_in

if TYPE_CHECKING:
    from collections.abc import Sequence

CROWDS: Final = (10, 100, 500)
SATURATING: Final = 100
"""Players who keep a bot busy, and none of whom waits so long that the answer is deferred."""
BURSTS, QUICK_BURSTS = 6, 3
"""How often each bot is pressed flat out, in turns, less the first time, which warms up."""
BURST_SECONDS: Final = 5.0
RUSH_SECONDS, QUICK_RUSH_SECONDS = 30.0, 6.0
"""How long a crowd presses ours alone, flat out."""
PLIES, QUICK_PLIES = 40, 6
"""Presses of a game with time to think, before it is given up."""
PLIES_OF_MANY: Final = 20
"""The same for the largest crowd."""
THINK_SECONDS: Final = 2.0
"""Between two presses, in the mean; the largest crowd thinks so long that the bot is half busy."""


@dataclass(slots=True)
class Rush:
    """A time in which players press as fast as they are answered.

    :ivar presses: those answered with a picture.
    :ivar seconds: until the last one was answered.
    :ivar cpu: processor seconds of the bot; `driver`: of this process.
    """

    presses: int
    seconds: float
    cpu: float
    driver: float

    @property
    def rate(self) -> float:
        """Presses a second."""
        return self.presses / self.seconds


@dataclass(slots=True)
class Side:
    """A bot with the crowd that plays with it."""

    bot: Program
    crowd: Crowd
    players: list[Player] = field(default_factory=list)
    rushes: list[Rush] = field(default_factory=list)
    chance: Random = field(default_factory=lambda: Random(1))
    guests: int = 0

    async def deal(self, count: int) -> None:
        """Let so many new players start a game each."""
        self.players = [await self._started() for _ in range(count)]

    async def _started(self) -> Player:
        seat = self.crowd.seat(self.guests)
        self.guests += 1
        if self.bot.name == "bare":
            await seat.slash("/new")
        else:
            await seat.slash("/klondike new", draw=3)
        names = f"<@{seat.user.id}>", "A board"
        boards = (one for one in reversed(seat.messages) if one.image and any(n in one.text for n in names))
        return Player.at(seat, next(boards))

    async def rush(self, seconds: float) -> tuple[Rush, list[float]]:
        """Press flat out, and give the seconds that each press took as well."""
        end, took = time.perf_counter() + seconds, list[float]()

        async def press(player: Player) -> None:
            while time.perf_counter() < end and (turn := player.turn()) is not None:
                shown = await self.crowd.press(player, turn)
                took.extend([] if shown is None else [shown])

        cpu, driver, begin = (await self.bot.ask())["total"], time.process_time(), time.perf_counter()
        await asyncio.gather(*map(press, self.players))
        passed, driver = time.perf_counter() - begin, time.process_time() - driver
        return Rush(len(took), passed, (await self.bot.ask())["total"] - cpu, driver), took

    async def play(self, plies: int, think: float) -> list[float]:
        """Let everybody play a game with time to think and give it up; give the seconds of each press."""
        took: list[float] = []

        async def game(player: Player) -> None:
            for _ in range(plies):
                await asyncio.sleep(self.chance.expovariate(1 / think))
                if (turn := player.turn()) is None:
                    return
                shown = await self.crowd.press(player, turn)
                took.extend([] if shown is None else [shown])
            for _ in ("the question", "yes"):
                if (resign := player.button(RESIGN)) is not None:
                    await self.crowd.press(player, resign)

        await asyncio.gather(*map(game, self.players))
        return took


def figures(rushes: Sequence[Rush]) -> tuple[float, float, float, float]:
    """Give medians: presses a second, processor seconds of a press, and the cores that bot and crowd use."""
    return (
        median(one.rate for one in rushes),
        median(one.cpu / one.presses for one in rushes),
        median(one.cpu / one.seconds for one in rushes),
        median(one.driver / one.seconds for one in rushes),
    )


async def saturate(ours: Side, bare: Side, bursts: int) -> float:
    """Press both bots flat out, in turns, and give the presses a second that ours takes."""
    for side in (ours, bare):
        await side.deal(SATURATING)
    for number in range(bursts):
        for side in (ours, bare) if number % 2 else (bare, ours):
            side.rushes.append((await side.rush(BURST_SECONDS))[0])
    pairs = list(zip(ours.rushes, bare.rushes, strict=True))[1:]
    for name, side in (("", ours), ("bare_", bare)):
        rate, cpu, busy, driver = figures(side.rushes[1:])
        show(f"{name}presses_per_s", rate)
        show(f"{name}cpu_ms", cpu * 1000)
        show(f"{name}cores", busy)
        show(f"{name}crowd_cores", driver)
    show("saturation_ratio", median(one.rate / other.rate for one, other in pairs))
    show("cpu_ratio", median(one.cpu / one.presses / (other.cpu / other.presses) for one, other in pairs))
    return median(one.rate for one in ours.rushes[1:])


async def play(ours: Side, count: int, rate: float, *, quick: bool) -> None:
    """Let so many people play a whole game with time to think, and another one flat out."""
    many = count == max(CROWDS)
    think = 2 * count / rate if many else THINK_SECONDS
    plies = QUICK_PLIES if quick else PLIES_OF_MANY if many else PLIES
    await ours.deal(count)
    await ours.bot.ask("lags")
    took = await ours.play(plies, think)
    show_centiles(f"{count}", took)
    if many:
        lags = await ours.bot.ask("lags")
        show("loop_lag_p50_ms", median(lags))
        show("loop_lag_p99_ms", centile(lags, 99))
    await ours.deal(count)
    rush, took = await ours.rush(QUICK_RUSH_SECONDS if quick else RUSH_SECONDS)
    show(f"flat_out_presses_per_s_{count}", rush.rate)
    show_centiles(f"flat_out_{count}", took)


async def players(*, quick: bool, folder: Path) -> None:
    """Measure and print the part `players`."""
    async with AsyncExitStack() as stack:
        place = Path(stack.enter_context(TemporaryDirectory(dir=folder)))
        sides = []
        for name in ("klondike", "bare"):
            crowd = await stack.enter_async_context(gathered())
            bot = await stack.enter_async_context(logged_in(name, crowd.fake, place))
            sides.append(Side(bot, crowd))
        ours, bare = sides
        before = await ours.bot.ask("memory")
        rate = await saturate(ours, bare, QUICK_BURSTS if quick else BURSTS)
        for count in CROWDS:
            await play(ours, count, rate, quick=quick)
        grown = await ours.bot.ask("memory") - before
        show("memory_kb_per_game", grown / 1000 / max(CROWDS))
        show("deferred", ours.crowd.tally["deferred"])
        show("failed", ours.crowd.tally["failed"] + bare.crowd.tally["failed"])


def centile(values: Sequence[float], rank: int) -> float:
    """Give a percentile."""
    return quantiles(values, n=100, method="inclusive")[rank - 1]


def show_centiles(name: str, took: Sequence[float]) -> None:
    """Print how long presses took, from seconds."""
    for rank in (50, 95, 99):
        show(f"p{rank}_{name}_ms", centile(took, rank) * 1000)


def show(name: str, value: float) -> None:
    """Print a figure."""
    print(f"load.{name} {round(value, 2)}", flush=True)


PARTS: Final = {"players": players, "growth": _growth.measure, "writer": _writer.measure}


def main() -> None:
    """Measure and print one `name value` pair a line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("parts", nargs="*", metavar="part", help="what to measure; all by default")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--folder", type=Path, default=Path(gettempdir()) / "klondike-load")
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name, measure in PARTS.items():
        if name in (asked.parts or PARTS):
            asyncio.run(measure(quick=asked.quick, folder=asked.folder))


if __name__ == "__main__":
    main()
