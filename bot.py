"""The entry: settings, logging, the store, the bot. `--sandbox` plays in a browser without a token."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import secrets
import signal
import sys
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Final

import aiohttp
import discord
from pydantic import ValidationError
from sqlalchemy import make_url

from cogs.client import KlondikeBot
from cogs.compiled import compiled_search
from cogs.easel import Easel
from cogs.sessions import Sessions
from data import Store, StoreError
from localdiscord import Intent, LocalDiscord
from localdiscord.attach import attached, network_guard
from localdiscord.page import Page, lasting_secret
from settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

__all__ = ["main"]

_log: Final = logging.getLogger("klondike")

EXIT_FAILED: Final = 1
EXIT_USAGE: Final = 2
UNPRIVILEGED: Final = (
    "MESSAGE_CONTENT: switch the Message Content Intent on at https://discord.com/developers/applications "
    "(Bot > Message Content Intent), or set MESSAGE_CONTENT=False."
)
UNCONFIGURED: Final = (
    "No DISCORD_TOKEN: copy .env.example to .env and fill it in, or run `make play` to play here without one."
)
MILLISECONDS: Final = 1000
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
        wrong = (f"{str(one['loc'][0]).upper()}: {one['msg']}" for one in error.errors())
        return _fail("; ".join(wrong), EXIT_USAGE)
    start_logging(settings.log_level)
    if not chosen.sandbox and settings.discord_token is None:
        return _fail(UNCONFIGURED, EXIT_USAGE)
    try:
        asyncio.run(play_here(settings) if chosen.sandbox else play_on_discord(settings))
    except discord.PrivilegedIntentsRequired:
        return _fail(UNPRIVILEGED, EXIT_USAGE)
    except (StoreError, discord.DiscordException, aiohttp.ClientError, OSError) as error:
        return _fail(str(error), EXIT_FAILED)
    return 0


def start_logging(level: str) -> None:
    """Log to standard error, without what says nothing to the person who runs the bot."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for library in ("alembic", "discord"):
        logging.getLogger(library).setLevel(logging.WARNING)
    # There is no voice here, so that its libraries are absent is no news.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


async def play_on_discord(settings: Settings) -> None:
    """Run on Discord until SIGTERM or SIGINT."""
    assert settings.discord_token is not None  # noqa: S101 - main has checked it
    stop = stop_signal()
    async with sessions_on(settings.database_url) as sessions:
        bot = KlondikeBot(
            sessions,
            Easel(),
            compiled_search(),
            daily_key=daily_key(settings),
            message_content=settings.message_content,
        )
        await run(bot, settings.discord_token.get_secret_value(), stop)


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
    """Open the store and give the games in it."""
    store = await Store.open(database_url)
    try:
        yield Sessions(store, clock=lambda: time.time_ns() // (MILLISECONDS**2), randbits=secrets.randbits)
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
    """Run the bot until it is told to stop; what is under way is finished first."""
    running = asyncio.create_task(bot.start(token))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        await bot.stop()
        # Told to stop in the middle of its start, it finds its connection closed: that is no error then.
        await asyncio.gather(running, return_exceptions=stop.is_set())
        _log.info("stopped")


def _fail(message: str, status: int) -> int:
    print(message, file=sys.stderr)  # noqa: T201 - the reason, for the person who started it
    return status


if __name__ == "__main__":
    sys.exit(main())
