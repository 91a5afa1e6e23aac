"""A database that fails under the store: what callers are told, what the log says, and how it goes on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from data import StoreFailing, claimed, meta
from data.errors import DatabaseInUse, DatabaseUnusable
from data.trouble import REPEAT_SECONDS, Trouble

if TYPE_CHECKING:
    from pathlib import Path

    from data import Store

KEPT_BYTES = 16 * 2**20
"""What may stay of SQLite's log."""


async def test_a_full_database_refuses_and_goes_on(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """What finds no room leaves nothing behind, what fits is stored, and the log tells both once."""
    await store.transact(lambda conn: conn.exec_driver_sql("PRAGMA max_page_count = 1"))
    for _ in range(3):
        with pytest.raises(StoreFailing, match="make room"):
            await store.transact(lambda conn: meta.put(conn, "long", "x" * 100_000))
        await store.transact(lambda conn: conn.exec_driver_sql("PRAGMA max_page_count = 1"))
    assert await store.read(lambda conn: meta.get(conn, "long")) is None
    assert [one.levelname for one in caplog.records] == ["ERROR", "WARNING"]


async def test_a_database_that_may_not_be_written_for_a_while(store: Store) -> None:
    """A connection that may only read is given up, so that the next unit writes if it may again."""
    await store.transact(lambda conn: conn.exec_driver_sql("PRAGMA query_only = ON"))
    with pytest.raises(StoreFailing, match="writable"):
        await store.transact(lambda conn: meta.put(conn, "key", "first"))
    await store.transact(lambda conn: meta.put(conn, "key", "second"))
    assert await store.read(lambda conn: meta.get(conn, "key")) == "second"


async def test_the_log_of_sqlite_comes_back_from_a_long_reader(store: Store, path: Path) -> None:
    """While somebody reads an old state it grows with every write; after that it shrinks to its bound."""
    log = path.with_name(f"{path.name}-wal")
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM game").fetchall()
        for turn in range(20):
            await store.transact(lambda conn, turn=turn: meta.put(conn, "long", str(turn) * 1_200_000))  # type: ignore[misc]
        assert log.stat().st_size > KEPT_BYTES
    for turn in range(3):
        await store.transact(lambda conn, turn=turn: meta.put(conn, "short", str(turn)))  # type: ignore[misc]
    assert log.stat().st_size <= KEPT_BYTES


def test_trouble_is_told_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    """Whoever meets it, and however it comes and goes, the log says the same at most once a minute."""
    now = 0.0
    trouble = Trouble("written", lambda: now)
    for _ in range(100):
        trouble.met("full")
        trouble.over()
    assert [one.levelname for one in caplog.records] == ["ERROR", "WARNING"]
    trouble.met("gone")
    now = REPEAT_SECONDS
    trouble.met("full")
    trouble.over()
    trouble.over()
    told = [(one.levelname, vars(one)["failures"]) for one in caplog.records]
    assert told[2:] == [("ERROR", 1), ("ERROR", 2), ("WARNING", 2)]


def test_a_database_belongs_to_one_at_a_time(tmp_path: Path) -> None:
    """A second one is refused by whichever name it asks, and let in afterwards."""
    (tmp_path / "klondike.db").touch()
    (tmp_path / "other.db").symlink_to(tmp_path / "klondike.db")
    with claimed(f"sqlite:///{tmp_path}/klondike.db"):
        for name in ("klondike.db", "other.db"):
            with pytest.raises(DatabaseInUse), claimed(f"sqlite:///{tmp_path}/{name}"):
                pass
    with claimed(f"sqlite:///{tmp_path}/other.db"):
        pass


@pytest.mark.parametrize("where", ["folder", "folder/file/klondike.db"])
def test_a_place_without_files_cannot_be_claimed(tmp_path: Path, where: str) -> None:
    """Where no file can lie, the error says so of the database."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").touch()
    (tmp_path / "folder.lock").mkdir()
    with pytest.raises(DatabaseUnusable, match="folder"), claimed(f"sqlite:///{tmp_path}/{where}"):
        pass
