"""Starting, being told to stop, and not starting for a reason."""

from __future__ import annotations

import os
import signal
import sqlite3
from typing import TYPE_CHECKING

from cogs.client import COMMAND_ID_KEY, COMMANDS_KEY
from data import Store, audit, meta, schema
from localdiscord import Callback, LocalDiscord, delay
from tests.e2e.house import SPEC, House
from tests.e2e.program import run_bot, working
from tests.e2e.reading import action_of, board_in, until

if TYPE_CHECKING:
    from pathlib import Path

TOKEN = {"DISCORD_TOKEN": "not.a.token"}


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


async def test_without_a_token_it_says_what_to_do(tmp_path: Path) -> None:
    """`python bot.py` without a token ends with status 2 and one line that names both ways on."""
    ended = await run_bot(tmp_path)
    assert (ended.status, ended.output) == (2, "")
    assert len(ended.errors.splitlines()) == 1
    assert ".env.example" in ended.errors
    assert "make play" in ended.errors
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - pathlib would be refused in a coroutine


async def test_a_bad_setting_is_named(tmp_path: Path) -> None:
    """A value that cannot be used ends the start with status 2 and one line that begins with its name."""
    ended = await run_bot(tmp_path, **TOKEN, SANDBOX_PORT="70000")
    assert ended.status == 2
    assert len(ended.errors.splitlines()) == 1
    assert ended.errors.startswith("SANDBOX_PORT: Input should be")
    assert TOKEN["DISCORD_TOKEN"] not in ended.errors


async def test_settings_come_from_the_env_file_too(tmp_path: Path) -> None:
    """A `.env` in the working folder is read, and its mistakes are named in the same way."""
    (tmp_path / ".env").write_text("LOG_LEVEL=LOUD\n", encoding="utf-8")
    ended = await run_bot(tmp_path)
    assert (ended.status, ended.errors.partition(":")[0]) == (2, "LOG_LEVEL")


async def refused_database(folder: Path, database: Path) -> str:
    """Start on a database that cannot be used, and give the one line that says why."""
    ended = await run_bot(folder, **TOKEN, DATABASE_URL=f"sqlite:///{database}")
    assert ended.status == 1
    assert len(ended.errors.splitlines()) == 1
    return ended.errors


async def test_a_corrupt_database_is_refused(tmp_path: Path) -> None:
    """A file that is no database ends the start with status 1 and the reason, and stays as it is."""
    database = tmp_path / "klondike.db"
    database.write_bytes(b"no database at all, but long enough to be looked at" * 40)
    before = database.read_bytes()
    said = await refused_database(tmp_path, database)
    assert "klondike.db cannot be used: " in said
    assert database.read_bytes() == before


async def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    """A database that a newer program has written ends the start with status 1 and says so."""
    database = tmp_path / "klondike.db"
    await (await Store.open(f"sqlite:///{database}")).close()
    with sqlite3.connect(database) as conn:
        conn.execute("UPDATE alembic_version SET version_num = '9999'")
    conn.close()
    assert "newer than this program" in await refused_database(tmp_path, database)


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
