"""A house for the tests: the real bot on a real store, logged in to a local Discord, with people in it."""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from collections import deque
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from cogs.client import KlondikeBot
from cogs.easel import Easel
from cogs.limit import Limit, unlimited
from cogs.sessions import Sessions
from data import Store, audit
from localdiscord.attach import attached, network_guard
from tests.e2e.reading import board_in, game_of, until
from tests.shared_data import SHARED

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from contextlib import AbstractContextManager
    from pathlib import Path

    import pytest

    from cogs.compiled import Compiled
    from cogs.sessions import Turn
    from localdiscord import LocalDiscord, Message, Seat

__all__ = ["House"]

SPEC = SHARED / "discord" / "openapi.json"
READERS = 4
"""Connections of the store that read."""
COMPILING = 300.0
"""Seconds that compiled search may take to be there: where nothing is kept, each process makes it anew."""
START_MS = 1_750_000_000_000
"""When the house's clock starts, in milliseconds UTC; it ticks a second at every look."""


@dataclass
class House:
    """The local Discord with one server, two members and the bot.

    :ivar deals: numbers of the next random deals; drawn by chance (but always the same) when there is none.
    :ivar message_content: whether the bot asks for the text of every message.
    :ivar limit: how much each member may ask for; none by default, since tests press faster than people.
    :ivar compiled: compiled search, loaded with the next start of the bot; None has none.
    """

    fake: LocalDiscord
    database: Path
    deals: deque[int] = field(default_factory=deque)
    now: int = START_MS
    message_content: bool = False
    limit: Limit = field(default_factory=unlimited)
    compiled: Callable[[], Compiled] | None = None
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    def __post_init__(self) -> None:
        self.home = self.fake.guild("Home")
        self.general = self.home.channel("general")
        self.alice = self.person("alice")
        self.bob = self.person("bob")

    def person(self, name: str) -> Seat:
        """Give the seat of a new member in the general channel."""
        user = self.fake.user(name)
        self.home.add(user)
        return user.at(self.general)

    @asynccontextmanager
    async def open(self, caplog: pytest.LogCaptureFixture) -> AsyncIterator[None]:
        """Run the bot.

        At the end no rule of Discord is broken, no dollar missing, nobody pinged, and no error in the log.
        """
        await self.start()
        try:
            yield
            await self.fake.settled()
            assert self.fake.breaches == []
            assert await self.problems() == []
            assert not any(message.pings for message in self.messages_of_the_bot())
            assert [one for one in caplog.get_records("call") if one.levelno >= logging.ERROR] == []
        finally:
            await self.stop()

    async def start(self) -> None:
        """Start the bot."""
        self.store = await Store.open(f"sqlite:///{self.database}")
        sessions = Sessions(self.store, clock=self._clock, randbits=self._randbits)
        self._seams: AbstractContextManager[None] = attached(self.fake.url)
        self._seams.__enter__()
        self.bot = KlondikeBot(
            sessions,
            Easel(),
            self.compiled() if self.compiled else None,
            connector=network_guard(),
            guild_ready_timeout=0.05,
            limit=self.limit,
            message_content=self.message_content,
        )
        self._running = asyncio.create_task(self.bot.start(self.fake.token))
        await self.fake.connected()
        await self.bot.wait_until_ready()
        if self.compiled:
            await until(lambda: not self.bot.compiled.loading, COMPILING)

    async def stop(self) -> None:
        """Stop the bot as SIGTERM does."""
        await self.bot.stop()
        await self._running
        self._seams.__exit__(None, None, None)
        await self.store.close()

    async def restart(self) -> None:
        """Stop the bot and start it anew on what is stored."""
        await self.stop()
        await self.start()

    @asynccontextmanager
    async def held_reads(self) -> AsyncIterator[None]:
        """Keep every reader of the store busy meanwhile."""
        release = threading.Event()
        busy = [asyncio.create_task(self.store.read(lambda _: release.wait())) for _ in range(READERS)]
        try:
            yield
        finally:
            release.set()
            await asyncio.gather(*busy)

    def move(self, **step: float) -> None:
        """Move all time there is, the game's and Discord's: ``days``, ``hours``, ``minutes``, ``seconds``."""
        self.now += round(timedelta(**step).total_seconds() * 1000)
        self.fake.clock.move(**step)

    async def problems(self) -> list[str]:
        """List what is wrong with the money and the counts in the store."""
        return await self.store.read(audit)

    @property
    def board(self) -> Message:
        """The newest message with a picture in the general channel."""
        return board_in(self.general)

    def messages_of_the_bot(self) -> list[Message]:
        """List all that the bot has said and that is still there, private answers included."""
        shelves = [
            shelf for place in self.fake.channels.values() for shelf in (place.messages, place.private)
        ]
        return [message for shelf in shelves for message in shelf if message.author is self.fake.bot]

    async def deal(self, seat: Seat | None = None, *, number: int = 6, **options: object) -> Message:
        """Start a random game that is this deal, and give its board."""
        seat = seat or self.alice
        self.deals.append(number)
        await seat.slash("/klondike new", **options)
        await self.fake.settled()
        return board_in(seat.channel)

    async def turn(self, board: Message) -> Turn:
        """Give a board's game as it is stored."""
        return await self.bot.sessions.by_id(game_of(board))

    def _clock(self) -> int:
        self.now += 1000
        return self.now

    def _randbits(self, bits: int) -> int:
        return self.deals.popleft() if self.deals else self.chance.getrandbits(bits)
