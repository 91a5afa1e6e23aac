"""The real bot as a program of its own, on a local Discord that another process serves.

`python -m tests.e2e.worker URL DATABASE_URL` runs it until SIGTERM (or SIGKILL).
"""

from __future__ import annotations

import asyncio
import sys

from bot import run, sessions_on, stop_signal
from cogs.client import KlondikeBot
from cogs.easel import Easel
from cogs.limit import unlimited
from localdiscord import TOKEN
from localdiscord.attach import attached, network_guard


async def main(url: str, database_url: str) -> None:
    """Play on the local Discord at a URL."""
    stop = stop_signal()
    async with sessions_on(database_url) as sessions:
        with attached(url):
            bot = KlondikeBot(
                sessions, Easel(), connector=network_guard(), guild_ready_timeout=0.05, limit=unlimited()
            )
            await run(bot, TOKEN, stop)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
