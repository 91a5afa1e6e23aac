"""Starting, being told to stop, and not starting for a reason."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

from cogs.client import COMMAND_ID_KEY, COMMANDS_KEY
from data import Store, audit, games, meta, schema
from localdiscord import Callback, LocalDiscord, NoAnswer, delay
from tests.e2e.house import SPEC, House
from tests.e2e.program import working
from tests.e2e.reading import PATIENCE, action_of, board_in, game_of, until

if TYPE_CHECKING:
    from pathlib import Path

    from localdiscord import Message, Seat

CROWD = 20
AFTERWARDS = 8.0
"""Seconds after which a press counts as unanswered: longer than a stop takes."""


def registrations(house: House) -> int:
    """Count how often commands were sent to Discord."""
    return sum(one.method == "PUT" and one.path.endswith("/commands") for one in house.fake.requests)


async def test_d16_commands_are_registered_once(house: House) -> None:
    """The first start registers the commands, globally and nowhere else; a restart does not again."""
    assert registrations(house) == 1
    assert set(house.fake.commands) == {None}
    await house.restart()
    house.fake.gateway.reconnect()
    await house.fake.settled(quiet=0.3)
    assert registrations(house) == 1


async def test_d15_changed_commands_are_registered_again(house: House) -> None:
    """A start with other commands than Discord knows registers them."""
    await house.store.transact(lambda conn: meta.put(conn, COMMANDS_KEY, "of an older version"))
    await house.restart()
    assert registrations(house) == 2
    await house.restart()
    assert registrations(house) == 2


async def test_a_stop_that_overtakes_the_start_leaves_no_trace(house: House) -> None:
    """Word that all is ready may come when the store is closed already: nothing is begun then."""
    late = house.bot
    await house.stop()
    await late.on_ready()
    await house.start()


async def test_commands_in_texts_can_be_clicked(house: House) -> None:
    """They carry the id that Discord gave, also after a restart that registers nothing, in every answer."""
    (command,) = house.fake.commands[None]
    mention = f"</klondike new:{command['id']}>"
    assert f"{mention} starts one" in (await house.alice.slash("/klondike draw")).text
    await house.restart()
    assert f"{mention} starts one" in (await house.alice.slash("/klondike draw")).text
    await house.alice.say("d", mention_bot=True)
    await house.fake.settled()
    assert f"{mention} starts one" in house.general.messages[-1].text


async def test_commands_whose_id_was_not_kept_are_registered_once_more(house: House) -> None:
    """A database of before the id was kept gets it with the next start."""
    await house.store.transact(
        lambda conn: conn.execute(schema.meta.delete().where(schema.meta.c.key == COMMAND_ID_KEY))
    )
    await house.restart()
    assert registrations(house) == 2
    assert "</klondike new:" in (await house.alice.slash("/klondike draw")).text


async def test_a_lost_connection_is_taken_up_again(house: House) -> None:
    """After the gateway hangs up, events that came meanwhile are played once the bot is back."""
    board = await house.deal()
    house.fake.gateway.lose()
    press = house.alice.click(board, "Draw")
    house.fake.gateway.close()
    await press
    assert action_of(board) == 1


async def test_sigterm_finishes_the_press_in_flight(tmp_path: Path) -> None:
    """Told to stop right after a press, the program carries it out, shows it, and ends with status 0."""
    database = tmp_path / "klondike.db"
    async with LocalDiscord(spec=SPEC if SPEC.is_file() else None) as fake:
        house = House(fake, database)
        async with working(fake, database) as process:
            await house.alice.slash("/klondike new", scoring="vegas")
            board = board_in(house.general)
            slow = fake.fault("POST", r"/callback$", delay(0.5))
            press = house.alice.click(board, "Draw")
            await until(lambda: slow.hits)
            process.send_signal(signal.SIGTERM)
            reply = await press
            assert await process.wait() == 0
        assert (reply.kind, action_of(board)) == (Callback.UPDATE, 1)
        assert fake.breaches == []
    store = await Store.open(f"sqlite:///{database}")
    assert await store.read(audit) == []
    await store.close()


class Crowd:
    """Twenty people who press as fast as they are answered.

    :ivar told: whether the bot has been told to stop.
    :ivar unanswered: presses before that which nobody answered.
    """

    def __init__(self, house: House) -> None:
        self.house = house
        self.people = [house.person(f"guest{number}") for number in range(CROWD)]
        self.boards: dict[Seat, Message] = {}
        self.told = False
        self.unanswered = 0

    async def sit_down(self) -> None:
        """Start a game each."""
        await asyncio.gather(*(self._start(one) for one in self.people))

    async def press(self, seat: Seat) -> None:
        """Draw and undo until the bot takes nothing more."""
        board = self.boards[seat]
        while True:
            early = not self.told
            try:
                reply = await seat.click(board, "↩️" if action_of(board) % 2 else "🎴")
            except NoAnswer:
                self.unanswered += early
                return
            if reply.kind is not Callback.UPDATE:
                assert "restarting" in reply.text
                return

    async def _start(self, seat: Seat) -> None:
        await seat.slash("/klondike new", scoring="vegas")
        mention = f"<@{seat.user.id}>"
        self.boards[seat] = await seat.channel.wait_for(
            lambda message: bool(message.image) and mention in message.text, timeout=PATIENCE
        )


async def test_sigterm_while_twenty_people_press(tmp_path: Path) -> None:
    """Told to stop under load, the program shows every action that it stored, and ends with status 0."""
    database = tmp_path / "klondike.db"
    async with LocalDiscord(spec=SPEC if SPEC.is_file() else None) as fake:
        fake.patience = fake._world.deadline = AFTERWARDS
        house = House(fake, database)
        crowd = Crowd(house)
        async with working(fake, database) as process:
            await crowd.sit_down()
            pressing = [asyncio.create_task(crowd.press(one)) for one in crowd.people]
            await until(lambda: sum(map(action_of, crowd.boards.values())) >= CROWD)
            crowd.told = True
            process.send_signal(signal.SIGTERM)
            assert await process.wait() == 0
            await asyncio.gather(*pressing)
            assert crowd.unanswered == 0
        shown = {game_of(board): action_of(board) for board in crowd.boards.values()}
        assert fake.breaches == []
    store = await Store.open(f"sqlite:///{database}")
    stored = {}
    for game in shown:
        record = await store.read(lambda conn, game=game: games.by_id(conn, game))  # type: ignore[misc]
        stored[game] = record.ply if record else None
    assert await store.read(audit) == []
    await store.close()
    assert stored == shown
