"""Programs of this project, started as a user or a supervisor starts them."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import cogs

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncIterator

    from localdiscord import LocalDiscord

__all__ = ["DOORS", "ROOT", "Ended", "Serving", "run", "run_bot", "serving", "working"]

ROOT = Path(cogs.__file__).parents[1]
DOORS = Path(__file__).parent / "doors"
"""On a program's path, it leads discord.py to a local Discord."""
START_SECONDS = 300.0
"""Patience with a program that starts: it makes its sprites first, perhaps on a busy machine."""


class Ended(NamedTuple):
    """How a program ended, and what it said on the way."""

    status: int
    output: str
    errors: str


class Serving(NamedTuple):
    """`bot.py` while it runs.

    :ivar log: the file that its standard error goes to.
    """

    process: Process
    log: Path

    def lines(self) -> list[str]:
        """Read what it has said so far."""
        return self.log.read_text("utf-8").splitlines()

    async def end(self) -> int:
        """Tell it to stop, and give its exit status."""
        self.process.terminate()
        return await self.process.wait()


def environment(discord: str, settings: dict[str, str]) -> dict[str, str]:
    """Give a program nothing but these settings, and this Discord in place of the real one."""
    plain = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join([str(DOORS), str(ROOT)])}
    return {**plain, "KLONDIKE_TEST_DISCORD": discord, **settings}


async def run_bot(folder: Path, *arguments: str, discord: str = "", **settings: str) -> Ended:
    """Run `bot.py` in a folder with nothing but these settings, to its end."""
    return await run(folder, sys.executable, str(ROOT / "bot.py"), *arguments, discord=discord, **settings)


async def run(folder: Path, *command: str, discord: str = "", **settings: str) -> Ended:
    """Run a command in a folder with nothing but these settings, to its end."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=folder,
        env=environment(discord, settings),
    )
    output, errors = await process.communicate()
    return Ended(process.returncode or 0, output.decode(), errors.decode())


@asynccontextmanager
async def serving(fake: LocalDiscord, folder: Path, **settings: str) -> AsyncIterator[Serving]:
    """Run `bot.py` in a folder on a local Discord; it is killed at the end if it still runs."""
    known = environment(fake.url, {"DISCORD_TOKEN": fake.token, **settings})
    async with _started(fake, folder / "bot.log", folder, known, str(ROOT / "bot.py")) as bot:
        yield bot


@asynccontextmanager
async def working(fake: LocalDiscord, database: Path) -> AsyncIterator[Process]:
    """Give the bot as a running process that is on the gateway; it is killed at the end if it still runs."""
    known = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    arguments = ("-m", "tests.e2e.worker", fake.url, f"sqlite:///{database}")
    async with _started(fake, database.with_name("worker.log"), ROOT, known, *arguments) as bot:
        yield bot.process


@asynccontextmanager
async def _started(
    fake: LocalDiscord, log: Path, folder: Path, known: dict[str, str], *arguments: str
) -> AsyncIterator[Serving]:
    """Run Python, and go on when the bot that it runs is on the gateway."""
    with log.open("wb") as said:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, stdout=said, stderr=said, cwd=folder, env=known
        )
    bot = Serving(process, log)
    ending = asyncio.create_task(process.wait())
    arriving = asyncio.create_task(fake.connected(timeout=START_SECONDS))
    try:
        await asyncio.wait({ending, arriving}, return_when=asyncio.FIRST_COMPLETED)
        assert not ending.done(), bot.lines()
        await arriving
        yield bot
    finally:
        arriving.cancel()
        if process.returncode is None:
            process.kill()
        await ending
