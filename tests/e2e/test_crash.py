"""Killed again and again while people play, the bot keeps every board that anybody has seen."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from data import Status, Store, audit, games
from klondike import Deal, Game, KlondikeError, Outcome, Rules
from localdiscord import LocalDiscord
from tests.e2e.crowd import WAYS, Player
from tests.e2e.house import SPEC, House
from tests.e2e.program import working

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sqlalchemy import Connection

    from data import GameRecord
    from localdiscord import Seat

LONG = 300.0
"""Seconds to wait for an answer on a machine that does much else."""
REPORT = 20
"""Kills between two looks at the figures."""
OUTCOMES: dict[Status, set[Outcome | None]] = {
    Status.OPEN: {None},
    Status.WON: {Outcome.WON},
    Status.GIVEN_UP: {None, Outcome.GIVEN_UP},
}
"""How the log of a game may end by its status; one that a new game has replaced just stops."""


@dataclass
class Siege:
    """A house whose bot is killed again and again.

    :ivar kills: how often it was killed so far.
    :ivar lost: actions that a board has shown and that the store did not hold after a kill.
    :ivar missing: buy-ins that the newest look into the store did not find; `doubled` likewise.
    :ivar torn: stored games whose log does not lead to what is stored of them.
    :ivar unexplained: dollars, over all servers, by which house, departed and balances differ from nothing.
    """

    house: House
    players: list[Player]
    chance: random.Random
    kills: int = 0
    lost: int = 0
    games: int = 0
    missing: int = 0
    doubled: int = 0
    torn: int = 0
    unexplained: int = 0

    async def round(self) -> None:
        """Start the bot, look at what is left of the round before, play, and kill it in the middle."""
        async with working(self.house.fake, self.house.database) as process:
            await self.everybody_shows()
            playing = [asyncio.create_task(player.play()) for player in self.players]
            await asyncio.sleep(self.chance.uniform(0.1, 1.0))
            process.kill()
            self.kills += 1
            await process.wait()
            # What had left the bot before it died is still shown; then nothing comes any more.
            await asyncio.sleep(0.1)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        for player in self.players:
            player.look()
        await self.inspect()

    async def everybody_shows(self) -> None:
        """Let everybody who has played bring the board back: it is at least as far as it was seen."""
        await asyncio.gather(*(self._shows(player) for player in self.players if player.seen))

    @staticmethod
    async def _shows(player: Player) -> None:
        answer = await player.seat.slash("/klondike show")
        assert answer.text.startswith(("Here is your board", "This was your last game")), answer.text
        player.look()

    async def inspect(self) -> None:
        """Look into the store: nothing that was shown is lost, and the books are right."""
        store = await Store.open(f"sqlite:///{self.house.database}")
        try:
            assert await store.read(audit) == []
            for game, (ply, revision) in self.shown():
                record = await store.read(lambda conn, game=game: games.by_id(conn, game))  # type: ignore[misc]
                assert record is not None
                self.lost += max(ply - record.ply, revision - record.revision, 0)
            await store.read(self._count)
        finally:
            await store.close()
        assert (self.lost, self.torn, self.unexplained) == (0, 0, 0)
        assert (self.missing, self.doubled) == (0, 0)

    def _count(self, conn: Connection) -> None:
        """Count what should not be: torn games, dollars from nowhere, games without or with two buy-ins.

        All games are Vegas; those of servers have a buy-in each.
        """
        stakes = conn.execute(
            text(
                "SELECT (SELECT COUNT(*) FROM ledger WHERE game_id = game.id AND reason = 'buy-in') "
                "FROM game JOIN guild ON guild.id = game.guild_id WHERE guild.discord_id <> 0"
            )
        )
        counts = stakes.scalars().all()
        self.missing, self.doubled = counts.count(0), sum(count > 1 for count in counts)
        totals = conn.scalars(
            text(
                "SELECT house + departed + COALESCE((SELECT SUM(balance) FROM member "
                "WHERE member.guild_id = guild.id), 0) FROM guild"
            )
        )
        self.unexplained = sum(map(abs, totals))
        ids = conn.scalars(text("SELECT id FROM game")).all()
        records = [games.by_id(conn, number) for number in ids]
        self.games = len(records)
        self.torn = sum(record is None or is_torn(record) for record in records)

    def figures(self) -> str:
        """Tell what was at stake and what was lost."""
        return (
            f"kills {self.kills}, games {self.games}, acknowledged actions {self.acknowledged}, "
            f"lost {self.lost}, torn games {self.torn}, ledger sum {self.unexplained}, "
            f"buy-ins missing {self.missing}, double {self.doubled}; "
            + ", ".join(f"{way} {count}" for way, count in sorted(self.used.items()))
        )

    @property
    def used(self) -> Counter[str]:
        """How often each way of playing was tried."""
        return sum((player.used for player in self.players), Counter())

    @property
    def acknowledged(self) -> int:
        """How many actions the boards of all games have shown."""
        return sum(ply for _, (ply, _) in self.shown())

    def shown(self) -> list[tuple[int, tuple[int, int]]]:
        """List what the players have seen of all games."""
        return [seen for player in self.players for seen in player.seen.items()]


def is_torn(record: GameRecord) -> bool:
    """Tell whether a stored game's log leads elsewhere than to what is stored of the game."""
    try:
        game = Game.replay(Deal(record.deal), Rules.parse(record.rules), record.log)
    except KlondikeError:
        return True
    stored = (record.ply, record.score, record.assisted)
    booked = game.booked if record.books else 0
    led = (game.ply, game.score, game.assisted) == stored and booked == record.booked
    return not led or game.outcome() not in OUTCOMES[record.status]


@pytest.fixture
async def siege(tmp_path: Path) -> AsyncIterator[Siege]:
    """Give a house without a bot, and people who will play whenever there is one."""
    async with LocalDiscord(spec=SPEC if SPEC.is_file() else None) as fake:
        # A busy machine may answer late; what is held here is no time.
        fake.patience = fake._world.deadline = LONG
        house = House(fake, tmp_path / "klondike.db")
        yield Siege(house, [], random.Random(7))
        assert fake.breaches == []


def people(house: House, count: int) -> list[Seat]:
    """Give so many people in turn at home, in a second server, and in direct messages."""
    away = house.fake.guild("Away")
    hall = away.channel("hall")
    seats = []
    for number in range(count):
        user = house.fake.user(f"guest{number}")
        match number % 3:
            case 0:
                house.home.add(user)
                seats.append(user.at(house.general))
            case 1:
                away.add(user)
                seats.append(user.at(hall))
            case _:
                seats.append(user.at(house.fake.direct(user)))
    return seats


async def besiege(siege: Siege, rounds: int, count: int) -> None:
    """Let so many people play, kill the bot so many times, and see that there was something to lose."""
    seats = people(siege.house, count)
    siege.players = [Player(seat, random.Random(number)) for number, seat in enumerate(seats)]
    for number in range(rounds):
        await siege.round()
        if number % REPORT == REPORT - 1:
            print(siege.figures(), flush=True)  # noqa: T201 - `make soak` shows it
    assert len(siege.shown()) >= len(siege.players)
    assert siege.acknowledged > 0
    assert siege.kills == rounds
    print(siege.figures())  # noqa: T201 - `make soak` shows it


async def test_d33_nothing_shown_is_lost_by_a_kill(siege: Siege) -> None:
    """Five times killed while three people play: every board seen is there or newer, no dollar is lost."""
    await besiege(siege, 5, 3)


@pytest.mark.slow
async def test_d33_nothing_shown_is_lost_by_two_hundred_kills(siege: Siege) -> None:
    """The same for long, with ten people in two servers and in direct messages, by every way of playing."""
    await besiege(siege, 200, 10)
    assert set(siege.used) == {*WAYS, "give up", "new"}
