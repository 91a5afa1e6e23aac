"""Bots in processes of their own: started, asked what they have used, and stopped."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter
    from collections.abc import AsyncIterator
    from pathlib import Path

    from localdiscord import LocalDiscord

__all__ = ["Program", "logged_in"]

START_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class Program:
    """The process of a bot.

    :ivar name: `klondike` or `bare`.
    """

    name: str
    orders: StreamWriter
    reports: StreamReader

    async def ask(self, order: str = "") -> Any:
        """Ask for one of the reports of `benchmarks._bots`: the processor time where it is not said which."""
        self.orders.write(f"{order}\n".encode())
        return json.loads(await self.reports.readline())


@asynccontextmanager
async def logged_in(
    name: str, fake: LocalDiscord, folder: Path, *, metered: bool = False
) -> AsyncIterator[Program]:
    """Start a bot that logs in to a local Discord, and stop it at the end.

    :param metered: let it tell its processor time by parts, for which it works a little longer.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks._bots", name, fake.url),
        f"sqlite:///{folder / name}.db",
        *(["metered"] if metered else []),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=2**20,  # the lags of a minute are one line
    )
    assert process.stdin is not None  # noqa: S101 - asked for
    assert process.stdout is not None  # noqa: S101 - likewise
    await fake.connected(timeout=START_SECONDS)
    await fake.settled()
    yield Program(name, process.stdin, process.stdout)
    process.stdin.close()
    await process.wait()
