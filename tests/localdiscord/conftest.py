"""A stage for every test: the server, the tiny bot logged in, a guild, a channel, a person."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
import pytest

from localdiscord import LocalDiscord
from localdiscord.attach import attached

from .oracle import OPENAPI, server_flaws
from .tinybot import TinyBot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from localdiscord import Channel, Clock, Guild, Message, Seat, User

INTENTS = {
    "guilds": True,
    "guild_messages": True,
    "guild_reactions": True,
    "dm_messages": True,
    "dm_reactions": True,
}


@dataclass
class Stage:
    """All that a test talks to."""

    fake: LocalDiscord
    bot: TinyBot
    home: Guild
    general: Channel
    alice: User
    seat: Seat

    @property
    def clock(self) -> Clock:
        """The server's time."""
        return self.fake.clock

    async def board(self, n: int = 1) -> Message:
        """Put a board into the channel."""
        await self.seat.slash("/demo board", n=n)
        return self.general.last


@asynccontextmanager
async def stage_with(intents: dict[str, bool] | None = None, **settings: Any) -> AsyncIterator[Stage]:
    """Set a stage; it ends by holding the server to Discord's descriptions."""
    async with LocalDiscord(spec=OPENAPI, **settings) as fake:
        home, alice = fake.guild("Home"), fake.user("alice")
        general = home.channel("general")
        home.add(alice)
        with attached(fake.url):
            bot = TinyBot(discord.Intents(**(intents or INTENTS)))
            running = asyncio.create_task(bot.start(fake.token))
            try:
                await fake.connected()
                await bot.wait_until_ready()
                yield Stage(fake, bot, home, general, alice, alice.at(general))
            finally:
                bot.gate.set()
                await bot.close()
                await running
        flaws = server_flaws(fake)
        assert not flaws, "\n".join(flaws)


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    """Set the usual stage; at its end no breach may stand."""
    async with stage_with() as made:
        yield made
        assert [str(breach) for breach in made.fake.breaches] == []


@pytest.fixture
def make_stage() -> Callable[..., Any]:
    """Return what sets a stage with settings of one's own; breaches are the test's business."""
    return stage_with
