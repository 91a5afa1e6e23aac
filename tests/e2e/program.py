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
START_SECONDS = 60.0
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
    log = folder / "bot.log"
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(ROOT / "bot.py")),
            stdout=errors,
            stderr=errors,
            cwd=folder,
            env=environment(fake.url, {"DISCORD_TOKEN": fake.token, **settings}),
        )
    try:
        await fake.connected(timeout=START_SECONDS)
        yield Serving(process, log)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@asynccontextmanager
async def working(fake: LocalDiscord, database: Path) -> AsyncIterator[Process]:
    """Give the bot as a running process that is on the gateway; it is killed at the end if it still runs."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.e2e.worker", fake.url, f"sqlite:///{database}"),
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await fake.connected(timeout=START_SECONDS)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
