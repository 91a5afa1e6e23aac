"""A start that fails: `python bot.py` says in one sentence what is wrong and what to do, and ends."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sqlite3
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from data import Store, claimed
from localdiscord import LocalDiscord
from tests.e2e.program import ROOT, Ended, run, run_bot, serving
from tests.e2e.reading import until

if TYPE_CHECKING:
    from pathlib import Path

TOKEN = {"DISCORD_TOKEN": "not.a.token"}
WITHOUT_PRIVILEGE = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""Takes from the user who may do everything the right to write where only reading is allowed."""
TOKEN_GONE = 4004


def one_sentence(ended: Ended, status: int) -> str:
    """Hold an end against what every one must be, and give the last line that was said."""
    *before, said = ended.errors.splitlines()
    assert ended.status == status, ended.errors
    assert ended.output == ""
    assert "Traceback" not in ended.errors
    # The log may have told of the start before.
    assert all(" INFO " in line for line in before), before
    assert TOKEN["DISCORD_TOKEN"] not in ended.errors
    return said


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


async def refused_database(folder: Path, database: Path | str, *wrapper: str) -> str:
    """Start on a database that cannot be used, and give the one line that says why."""
    command = (*wrapper, sys.executable, str(ROOT / "bot.py"))
    ended = await run(folder, *command, **TOKEN, DATABASE_URL=f"sqlite:///{database}")
    assert len(ended.errors.splitlines()) == 1
    return one_sentence(ended, 1)


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


async def test_a_database_with_damaged_pages_is_refused(tmp_path: Path) -> None:
    """Bytes that were overwritten are found at the start, and the sentence leads to the backups."""
    database = tmp_path / "klondike.db"
    await (await Store.open(f"sqlite:///{database}")).close()
    content = bytearray(database.read_bytes())
    content[8192:20480] = b"\x55" * 12288
    database.write_bytes(content)
    said = await refused_database(tmp_path, database)
    assert "make restore" in said


async def test_a_place_that_takes_no_database_is_refused(tmp_path: Path) -> None:
    """Where there can be no folder, the sentence says so of the path that was set."""
    said = await refused_database(tmp_path, "/dev/null/klondike.db")
    assert "/dev/null/klondike.db cannot be used: " in said
    assert "writable for the user that runs the bot" in said


@pytest.mark.parametrize("what", ["file", "folder"])
async def test_a_database_that_may_only_be_read_is_refused(tmp_path: Path, what: str) -> None:
    """Without the right to write into the file or its folder, the sentence asks for that right."""
    wrapper: tuple[str, ...] = ()
    if not hasattr(os, "getuid") or os.getuid() == 0:
        if shutil.which(WITHOUT_PRIVILEGE[0]) is None:
            pytest.skip("this user may write everywhere")
        wrapper = WITHOUT_PRIVILEGE
    place = tmp_path / "place"
    place.mkdir()
    database = place / "klondike.db"
    await (await Store.open(f"sqlite:///{database}")).close()
    barred = database if what == "file" else place
    before = barred.stat().st_mode
    barred.chmod(0o555)
    try:
        said = await refused_database(tmp_path, database, *wrapper)
    finally:
        barred.chmod(before)
    assert "writable for the user that runs the bot" in said


async def test_one_process_a_database(tmp_path: Path) -> None:
    """While a bot works on a database, another one does not start; after a kill it does."""
    async with LocalDiscord() as fake:
        async with serving(fake, tmp_path) as first:
            again = await run_bot(tmp_path, discord=fake.url, DISCORD_TOKEN=fake.token)
            assert f"in use by another process ({first.process.pid})" in one_sentence(again, 1)
            first.process.send_signal(signal.SIGKILL)
            await first.process.wait()
        with claimed(f"sqlite:///{tmp_path}/var/klondike.db"):
            pass  # free again


async def test_a_token_that_discord_does_not_know(tmp_path: Path) -> None:
    """A wrong token is told by the name of its setting, and never repeated."""
    async with LocalDiscord() as fake:
        ended = await run_bot(tmp_path, discord=fake.url, **TOKEN)
    assert one_sentence(ended, 2).startswith("DISCORD_TOKEN: Discord does not know this token")


async def test_a_token_that_is_taken_back_while_the_bot_runs(tmp_path: Path) -> None:
    """When the gateway no longer takes the token, the bot ends and says the same."""
    async with LocalDiscord() as fake, serving(fake, tmp_path) as bot:
        await until(lambda: any(" ready " in line for line in bot.lines()))
        fake.gateway.close(TOKEN_GONE)
        assert await bot.process.wait() == 2
        assert bot.lines()[-1].startswith("DISCORD_TOKEN: ")
        assert not any("Traceback" in line for line in bot.lines())


async def test_an_intent_that_is_not_switched_on(tmp_path: Path) -> None:
    """Without the privilege that MESSAGE_CONTENT needs, both ways on are named."""
    async with LocalDiscord() as fake:
        ended = await run_bot(tmp_path, discord=fake.url, DISCORD_TOKEN=fake.token, MESSAGE_CONTENT="1")
    said = one_sentence(ended, 2)
    assert said.startswith("MESSAGE_CONTENT: ")
    assert "MESSAGE_CONTENT=False" in said


async def test_discord_out_of_reach(tmp_path: Path) -> None:
    """Where nobody answers at Discord's address, the sentence speaks of the network."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    ended = await run_bot(tmp_path, discord=f"http://127.0.0.1:{port}", **TOKEN)
    assert "Discord cannot be reached" in one_sentence(ended, 1)


async def test_a_health_port_that_is_taken(tmp_path: Path) -> None:
    """The sentence names the setting and the port."""
    async with LocalDiscord() as fake:
        with closing(socket.create_server(("127.0.0.1", 0))) as taken:
            port = str(taken.getsockname()[1])
            ended = await run_bot(tmp_path, discord=fake.url, DISCORD_TOKEN=fake.token, HEALTH_PORT=port)
    said = one_sentence(ended, 2)
    assert said.startswith("HEALTH_PORT: ")
    assert port in said
