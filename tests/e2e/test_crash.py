"""Killed again and again while people play, the bot keeps every board that anybody has seen."""

from __future__ import annotations

import asyncio
import itertools
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from data import Store, audit, games
from localdiscord import ClientRefusal, LocalDiscord, NoAnswer
from tests.e2e.house import SPEC, House
from tests.e2e.program import working
from tests.e2e.reading import action_of, game_of, revision_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sqlalchemy import Connection

    from localdiscord import Message, Pending, Reply, Seat


@dataclass
class Player:
    """Somebody who plays Vegas without end and remembers the newest board of each game.

    :ivar seen: the action number and revision that the board of each game has shown.
    """

    seat: Seat
    chance: random.Random
    seen: dict[int, tuple[int, int]] = field(default_factory=dict)

    async def play(self) -> None:
        """Do one thing after the other, whether it is answered or not, until cancelled."""
        for turn in itertools.count():
            try:
                await self._once(turn)
            except (NoAnswer, ClientRefusal, IndexError):
                # Killed meanwhile; not allowed at the moment; or there is no board to press.
                await asyncio.sleep(0.01)
            self.look()

    def look(self) -> None:
        """Remember what the boards show now."""
        for board in self._boards():
            if board.selects:
                game, state = game_of(board), (action_of(board), revision_of(board))
                self.seen[game] = max(self.seen.get(game, state), state)

    def _boards(self) -> list[Message]:
        mention = f"<@{self.seat.user.id}>"
        return [one for one in self.seat.channel.messages if one.image and mention in one.text]

    async def _once(self, turn: int) -> None:
        if turn % 9 == 0:
            answer = await self.seat.slash("/klondike new", scoring="vegas")
            if answer.text.startswith("You have an open game"):
                await self.seat.click(answer.shown, "Give up and start anew")
            return
        await self._act(self._boards()[-1])

    def _act(self, board: Message) -> Pending[Reply]:
        match self.chance.randrange(4):
            case 0:
                return self.seat.slash("/klondike move", text="d d u")
            case 1:
                return self.seat.click(board, "🎴")
            case 2:
                return self.seat.slash("/klondike draw")
            case _:
                choices = [choice for menu in board.selects for choice in menu.choices]
                return self.seat.select(board, str(self.chance.choice(choices).value))


@dataclass
class Siege:
    """A house whose bot is killed again and again.

    :ivar kills: how often it was killed so far.
    :ivar lost: actions that a board has shown and that the store did not hold after a kill.
    :ivar missing: buy-ins that the newest look into the store did not find; `doubled` likewise.
    """

    house: House
    players: list[Player]
    chance: random.Random
    kills: int = 0
    lost: int = 0
    games: int = 0
    missing: int = 0
    doubled: int = 0

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
        for player in self.players:
            if not player.seen:
                continue
            answer = await player.seat.slash("/klondike show")
            assert "Here is your board" in answer.text
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
            await store.read(self._count_buy_ins)
        finally:
            await store.close()
        assert (self.lost, self.missing, self.doubled) == (0, 0, 0)

    def _count_buy_ins(self, conn: Connection) -> None:
        """Count the games, all of which are Vegas, and how many of them have no buy-in or more than one."""
        stakes = conn.execute(
            text(
                "SELECT (SELECT COUNT(*) FROM ledger WHERE game_id = game.id AND reason = 'buy-in') FROM game"
            )
        )
        counts = stakes.scalars().all()
        self.games, self.missing = len(counts), counts.count(0)
        self.doubled = sum(count > 1 for count in counts)

    def figures(self) -> str:
        """Tell what was at stake and what was lost."""
        return (
            f"kills {self.kills}, games {self.games}, acknowledged actions {self.acknowledged}, "
            f"lost {self.lost}, buy-ins missing {self.missing}, double {self.doubled}"
        )

    @property
    def acknowledged(self) -> int:
        """How many actions the boards of all games have shown."""
        return sum(ply for _, (ply, _) in self.shown())

    def shown(self) -> list[tuple[int, tuple[int, int]]]:
        """List what the players have seen of all games."""
        return [seen for player in self.players for seen in player.seen.items()]


@pytest.fixture
async def siege(tmp_path: Path) -> AsyncIterator[Siege]:
    """Give a house without a bot, and three people who will play whenever there is one."""
    async with LocalDiscord(spec=SPEC if SPEC.is_file() else None) as fake:
        house = House(fake, tmp_path / "klondike.db")
        chance = random.Random(7)
        seats = [house.alice, house.bob, house.person("carol")]
        players = [Player(seat, random.Random(number)) for number, seat in enumerate(seats)]
        yield Siege(house, players, chance)
        assert fake.breaches == []


async def besiege(siege: Siege, rounds: int) -> None:
    """Kill the bot so many times, and see that there was something to lose."""
    for _ in range(rounds):
        await siege.round()
    assert len(siege.shown()) >= len(siege.players)
    assert siege.acknowledged > 0
    assert siege.kills == rounds
    print(siege.figures())  # noqa: T201 - `make soak` shows it


async def test_d33_nothing_shown_is_lost_by_a_kill(siege: Siege) -> None:
    """Five times killed while three people play: every board seen is there or newer, no dollar is lost."""
    await besiege(siege, 5)


@pytest.mark.slow
async def test_d33_nothing_shown_is_lost_by_fifty_kills(siege: Siege) -> None:
    """The same for long."""
    await besiege(siege, 50)
