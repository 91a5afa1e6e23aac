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

__all__ = ["ROOT", "Ended", "run_bot", "working"]

ROOT = Path(cogs.__file__).parents[1]
START_SECONDS = 60.0
"""Patience with a program that starts: it makes its sprites first, perhaps on a busy machine."""


class Ended(NamedTuple):
    """How a program ended, and what it said on the way."""

    status: int
    output: str
    errors: str


async def run_bot(folder: Path, *arguments: str, **settings: str) -> Ended:
    """Run `bot.py` in a folder with nothing but these settings, to its end."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(ROOT / "bot.py"), *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **settings},
    )
    output, errors = await process.communicate()
    return Ended(process.returncode or 0, output.decode(), errors.decode())


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
