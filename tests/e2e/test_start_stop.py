"""Starting, being told to stop, and not starting for a reason."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from cogs.client import COMMANDS_KEY
from data import Store, audit, meta
from localdiscord import Callback, LocalDiscord, delay
from tests.e2e.house import SPEC, House
from tests.e2e.program import working
from tests.e2e.reading import action_of, board_in, until

if TYPE_CHECKING:
    from pathlib import Path


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
