"""A disk that fails under the running program: players are told, nothing shown is lost, it goes on after."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from data import Store, audit, games
from localdiscord import LocalDiscord
from tests.e2e.house import SPEC, House
from tests.e2e.program import Serving, serving
from tests.e2e.reading import PATIENCE, action_of, board_in, game_of, revision_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from localdiscord import Message, Reply

resource = pytest.importorskip("resource", reason="Windows limits no program's files")
if not hasattr(resource, "prlimit"):
    pytest.skip("only Linux limits a running program's files", allow_module_level=True)

CANNOT_SAVE = "I cannot save games at the moment"
ROOM = "1m"
"""The size of a disk that is soon full."""


@asynccontextmanager
async def played(folder: Path) -> AsyncIterator[tuple[House, Serving, Message]]:
    """Give a running bot with a house around it, and a board of Alice's on which a card was drawn."""
    async with LocalDiscord(spec=SPEC if SPEC.is_file() else None) as fake:
        fake.patience = fake._world.deadline = PATIENCE
        house = House(fake, folder / "var" / "klondike.db")
        async with serving(fake, folder) as bot:
            await house.alice.slash("/klondike new", scoring="vegas")
            board = board_in(house.general)
            await house.alice.click(board, "Draw")
            yield house, bot, board
        assert fake.breaches == []


@contextmanager
def no_room(bot: Serving, database: Path) -> Iterator[None]:
    """Let the program's files grow no more meanwhile, as on a full disk."""
    log = database.with_name(f"{database.name}-wal")
    everything = resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, (log.stat().st_size, everything[1]))
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, everything)


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """Put a real small disk in a folder's place, where this user may."""
    mounted = subprocess.run(  # noqa: S603
        ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(folder)],  # noqa: S607
        check=False,
        capture_output=True,
    )
    if mounted.returncode:
        pytest.skip("this user may not mount a disk")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)  # noqa: S603, S607


def fill(file: Path) -> None:
    """Write until there is no room."""
    with file.open("wb", buffering=0) as written, suppress(OSError):
        while written.write(bytes(4096)):
            pass


async def tell_tale(house: House, board: Message) -> None:
    """Look into the store, after the end: what the board shows is there, and the books are right."""
    store = await Store.open(f"sqlite:///{house.database}")
    try:
        record = await store.read(lambda conn: games.by_id(conn, game_of(board)))
        assert record is not None
        assert (record.ply, record.revision) == (action_of(board), revision_of(board))
        assert await store.read(audit) == []
    finally:
        await store.close()


async def press_in_vain(house: House, board: Message) -> list[Reply]:
    """Press ten times by several ways, and hold every answer to the same words."""
    before = action_of(board)
    answers = []
    for turn in range(10):
        if turn % 3 == 0:
            answers.append(await house.alice.slash("/klondike draw"))
        elif turn % 3 == 1:
            answers.append(await house.alice.click(board, "🎴"))
        else:
            answers.append(await house.alice.select(board, "d"))
    answers.append(await house.bob.slash("/klondike new"))
    assert all(answer.text.startswith(CANNOT_SAVE) for answer in answers), [one.text for one in answers]
    assert action_of(board) == before
    return answers


def errors_in(bot: Serving) -> list[str]:
    """Give the log's lines about what went wrong."""
    return [line for line in bot.lines() if " ERROR " in line or "Traceback" in line]


async def test_a_full_disk_is_told_and_got_over(tmp_path: Path) -> None:
    """No file can grow: all are told, the log says it once, reads go on; with room again, play goes on."""
    async with played(tmp_path) as (house, bot, board):
        with no_room(bot, house.database):
            await press_in_vain(house, board)
            assert "first steps" in (await house.bob.slash("/klondike help")).text
            (told,) = errors_in(bot)
            assert "the database cannot be written" in told
            assert "disk" in told
        # The board shown is the game's, not one that ran ahead: the next draw is action 2 of both.
        await house.alice.click(board, "Draw")
        assert (action_of(board), revision_of(board)) == (2, 2)
        assert "on the table" in (await house.bob.slash("/klondike new")).text
        assert "the database can be written again" in bot.lines()[-1]
        assert await bot.end() == 0
    await tell_tale(house, board)


async def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """The same on a disk of a megabyte that another file fills."""
    var = tmp_path / "var"
    var.mkdir()
    with small_disk(var):
        async with played(tmp_path) as (house, bot, _):
            filler = var / "filler"
            fill(filler)
            # The log of SQLite may have room left for some actions.
            for _ in range(1000):
                answer = await house.alice.slash("/klondike draw")
                if answer.text.startswith(CANNOT_SAVE):
                    break
            await press_in_vain(house, board_in(house.general))
            assert len(errors_in(bot)) == 1
            filler.unlink()
            last = board_in(house.general)
            action = action_of(last)
            await house.alice.click(last, "🎴")
            assert action_of(last) == action + 1
            assert await bot.end() == 0
        await tell_tale(house, last)


async def test_killed_on_a_full_disk_nothing_shown_is_lost(tmp_path: Path) -> None:
    """Killed while nothing can be written, the bot comes back with every board that was seen."""
    async with played(tmp_path) as (house, bot, board):
        with no_room(bot, house.database):
            await press_in_vain(house, board)
            bot.process.send_signal(signal.SIGKILL)
            await bot.process.wait()
    await tell_tale(house, board)


async def test_damage_while_it_runs_ends_it_with_the_reason(tmp_path: Path) -> None:
    """Overwritten bytes under the running bot: whoever meets them is told, and the bot ends itself."""
    async with played(tmp_path) as (house, bot, _):
        fold_log(house.database)
        size = house.database.stat().st_size
        with house.database.open("r+b") as file:
            file.seek(4096)
            file.write(os.urandom(size - 4096))
        answer = await house.bob.slash("/klondike stats")
        assert "have been damaged" in answer.text
        assert await bot.process.wait() == 1
        assert "make restore" in bot.lines()[-1]
        assert not any("Traceback" in line for line in bot.lines())


def fold_log(database: Path) -> None:
    """Bring what SQLite's log holds into the file, so that it is read from there."""
    code = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA wal_checkpoint').fetchall()"
    # In a process of its own: to close a file here would drop the locks of others in this process.
    subprocess.run([sys.executable, "-c", code, str(database)], check=True, capture_output=True)  # noqa: S603
