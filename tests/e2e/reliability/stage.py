"""The real bot on a local Discord, with a player for each input that a fault is walked for."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from localdiscord import DEADLINE, LocalDiscord
from tests.e2e.acts import deal_with_an_ace_up
from tests.e2e.house import SPEC, House
from tests.e2e.reading import game_of, live_board
from tests.e2e.reliability.inputs import DRAWING, Player

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable
    from pathlib import Path

    from tests.e2e.reliability.inputs import Input

__all__ = ["Stage", "staged"]

PATIENCE: Final = 120.0
"""Seconds after which the bot must have given up whatever goes wrong."""


class Incidents(logging.Handler):
    """Keeps what the bot logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record; the local Discord's own server is no part of the bot."""
        if record.name != "aiohttp.server":
            self.records.append(record)


@dataclass
class Stage:
    """A house and its players.

    :ivar incidents: what the bot has logged as an error.
    """

    fake: LocalDiscord
    house: House
    incidents: Incidents
    players: list[Player] = field(default_factory=list)

    async def send(self) -> None:
        """Let every player act at once."""
        for player in self.players:
            await player.send()

    async def rest(self) -> None:
        """Wait until every player has an answer, or knows that there is none, and the bot is idle."""
        await asyncio.gather(*(player.wait() for player in self.players))
        await self.idle()

    async def idle(self) -> None:
        """Wait until the bot works on nothing any more."""
        async with asyncio.timeout(PATIENCE):
            while self.house.bot.desk._working or self.house.bot.table._background:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        await self.fake.settled()

    async def seat(self, ways: Iterable[Input], *, in_thread: bool) -> None:
        """Give every input a player with a game of Vegas that has an ace to send home."""
        number, ace = deal_with_an_ace_up()
        self.players = list(await asyncio.gather(*(self._deal(way, number, ace, in_thread) for way in ways)))
        await self.idle()
        for player in self.players:
            await player.open_form()
            player.remember()

    async def _deal(self, way: Input, number: int, ace: str, in_thread: bool) -> Player:  # noqa: FBT001
        person = self.house.person(way.name.lower())
        channel = self.house.home.channel(f"{way.name.lower()}-room")
        seat = person.user.at(channel.thread("cards") if in_thread else channel)
        self.house.deals.append(number)
        await seat.slash("/klondike new", scoring="vegas")
        board = live_board(seat.channel)
        before = (await self.house.bot.sessions.by_id(game_of(board))).record
        move = "d" if way in DRAWING else ace
        return Player(self.house, way, seat, board, before, move)


@asynccontextmanager
async def staged(folder: Path, ways: Iterable[Input], *, in_thread: bool = False) -> AsyncIterator[Stage]:
    """Open a stage in a folder; at the end no rule of Discord is broken, no dollar missing, nobody pinged."""
    spec = SPEC if SPEC.is_file() else None
    async with LocalDiscord(spec=spec) as fake:
        fake.patience = DEADLINE + 0.1  # nothing comes any more, and every row of silence waits so long
        house = House(fake, folder / "klondike.db")
        incidents = Incidents()
        logging.getLogger().addHandler(incidents)
        await house.start()
        try:
            stage = Stage(fake, house, incidents)
            await stage.seat(ways, in_thread=in_thread)
            yield stage
        finally:
            logging.getLogger().removeHandler(incidents)
            await house.stop()
