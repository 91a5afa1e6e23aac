"""The entry: settings, logging, the store, the bot. `--sandbox` plays in a browser without a token."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import secrets
import signal
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import ValidationError
from sqlalchemy import make_url

from cogs.client import KlondikeBot
from cogs.compiled import compiled_search
from cogs.easel import Easel
from cogs.report import program_version
from cogs.sessions import Sessions
from data import Store, claimed
from localdiscord import Intent, LocalDiscord
from localdiscord.attach import attached, network_guard
from localdiscord.page import Page, lasting_secret
from operations.health import Health
from operations.logs import start_logging
from operations.schedule import Schedule, now_ms
from operations.startup import EXIT_USAGE, EXPECTED, UNCONFIGURED, sentence, wrong_settings
from settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

__all__ = ["main"]

_log: Final = logging.getLogger("klondike")

SECONDS_AN_HOUR: Final = 3600
SANDBOX_PORT: Final = 15252
"""The page's port where none is set: always the same, so that an open tab finds back after a restart.

Of no known service, not among the ports that systems give to outgoing connections (32768 and up on Linux,
49152 and up elsewhere), and none that browsers refuse to open. Where it is taken, a free one does.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bot until it is told to stop, and give the exit status."""
    parser = argparse.ArgumentParser(description="Klondike solitaire for Discord.")
    parser.add_argument("--sandbox", action="store_true", help="play on a local page, without a token")
    chosen = parser.parse_args(arguments)
    try:
        settings = Settings.from_env()
    except ValidationError as error:
        return _fail(wrong_settings(error), EXIT_USAGE)
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    start_logging(settings.log_level, settings.log_format, secrets=[token])
    if not chosen.sandbox and not token:
        return _fail(UNCONFIGURED, EXIT_USAGE)
    try:
        asyncio.run(play_here(settings) if chosen.sandbox else play_on_discord(settings, token))
    except EXPECTED as error:
        return _fail(*sentence(error))
    return 0


async def play_on_discord(settings: Settings, token: str) -> None:
    """Run on Discord until SIGTERM or SIGINT."""
    stop = stop_signal()
    async with contextlib.AsyncExitStack() as around:
        sessions = await around.enter_async_context(sessions_on(settings.database_url))
        bot = KlondikeBot(
            sessions,
            Easel(),
            compiled_search(),
            daily_key=daily_key(settings),
            message_content=settings.message_content,
        )
        if settings.health_port:
            await around.enter_async_context(Health(bot).served(settings.health_port))
        if settings.backup_hours:
            seconds = settings.backup_hours * SECONDS_AN_HOUR
            schedule = Schedule(settings.database_url, seconds, settings.backup_keep)
            await around.enter_async_context(schedule.running())
        await run(bot, token, stop)


async def play_here(settings: Settings) -> None:
    """Run on a local Discord with a page to play on, until SIGTERM or SIGINT."""
    stop = stop_signal()
    privileged = Intent.MESSAGE_CONTENT if settings.message_content else Intent.NONE
    fake = LocalDiscord(
        port=settings.sandbox_port or SANDBOX_PORT,
        elsewhere=not settings.sandbox_port,
        token=secrets.token_urlsafe(),
        privileged=privileged,
    )
    fake.bot.name = "Klondike"
    async with sessions_on(settings.sandbox_database_url) as sessions:
        page = Page(fake, secret=lasting_secret(secret_beside(settings.sandbox_database_url)))
        async with fake:
            with attached(fake.url):
                bot = KlondikeBot(
                    sessions,
                    Easel(),
                    compiled_search(),
                    daily_key=daily_key(settings),
                    connector=network_guard(),
                    message_content=settings.message_content,
                )
                announce(page.address)
                await run(bot, fake.token, stop)


def daily_key(settings: Settings) -> str | None:
    """Give the key of the daily deals where one is set."""
    return settings.daily_key.get_secret_value() if settings.daily_key else None


def secret_beside(database_url: str) -> Path:
    """Name the file with the random part of the page's address: it lies beside the sandbox's database."""
    return Path(f"{make_url(database_url).database}.secret")


def announce(address: str) -> None:
    """Tell where the page is, and open it where there is a browser."""
    print(f"\nPlay at {address}\nStop with Ctrl+C.\n", flush=True)  # noqa: T201 - this is for the person who started it
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open_new_tab(address)


@contextlib.asynccontextmanager
async def sessions_on(database_url: str) -> AsyncIterator[Sessions]:
    """Open the store, for this process alone, and give the games in it."""
    with claimed(database_url):
        store = await Store.open(database_url)
        _log.info("started", extra={"version": program_version(), "pid": os.getpid()})
        try:
            yield Sessions(store, clock=now_ms, randbits=secrets.randbits)
        finally:
            await store.close()


def stop_signal() -> asyncio.Event:
    """Listen for SIGTERM and SIGINT from now on, so that neither ends the program half-way into its start."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Windows has no handlers in loops; Ctrl+C cancels there.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    return stop


async def run(bot: KlondikeBot, token: str, stop: asyncio.Event) -> None:
    """Run the bot until it is told to stop; what is under way is finished first.

    :raises StoreDamaged: the database was damaged meanwhile, so it has stopped by itself.
    """
    running = asyncio.create_task(bot.start(token))
    stopping = asyncio.create_task(stop.wait())
    damaged = asyncio.create_task(bot.sessions.store.damaged())
    try:
        await asyncio.wait({running, stopping, damaged}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        told = stopping.done() or damaged.done()
        stopping.cancel()
        await bot.stop()
        # Told to stop in the middle of its start, it finds its connection closed: that is no error then.
        await asyncio.gather(running, return_exceptions=told)
        _log.info("stopped")
    if damaged.done():
        raise damaged.result()
    damaged.cancel()


def _fail(message: str, status: int) -> int:
    print(message, file=sys.stderr)  # noqa: T201 - the reason, for the person who started it
    return status


if __name__ == "__main__":
    sys.exit(main())
