"""Opening: from nothing, from an older state, from a newer one, and from what is no database of ours."""
# ruff: noqa: ASYNC240  (a test may block its own loop)

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import MetaData, create_engine, make_url
from sqlalchemy.dialects import postgresql
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateIndex, CreateTable

import data
from data import DatabaseTooNew, DatabaseUnusable, Store, meta, schema
from data.migrate import _refuse_orphans, config, migrate
from tests.data.house import House, new_game

_OPEN_AND_CLOSE = """
import asyncio, sys
from data import Store
async def main():
    await (await Store.open(sys.argv[1])).close()
asyncio.run(main())
"""


async def test_a_store_opens_in_a_folder_that_does_not_exist(url: str, path: Path) -> None:
    """Opening makes the parent folders, the file and the tables, with no step by hand."""
    store = await Store.open(url)
    await House(store).start(new_game())
    await store.close()
    assert path.is_file()


async def test_what_was_written_is_there_after_opening_again(url: str) -> None:
    """Opening a database of today's schema changes nothing in it."""
    first = await Store.open(url)
    game = await House(first).start(new_game())
    await first.close()
    second = await Store.open(url)
    assert (await second.read(lambda conn: data.games.by_id(conn, game.id))) == game
    await second.close()


def test_the_migrated_schema_is_the_metadata(path: Path) -> None:
    """Alembic finds no difference between the migrated database and the tables in the code."""
    migrate(make_url(f"sqlite:///{path}"))
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.connect() as conn:
        assert compare_metadata(MigrationContext.configure(conn), schema.metadata) == []


def test_the_migrated_schema_is_the_metadata_to_the_letter(path: Path, tmp_path: Path) -> None:
    """Defaults, partial indexes and AUTOINCREMENT too, which Alembic's comparison does not look at."""
    migrate(make_url(f"sqlite:///{path}"))
    fresh = tmp_path / "fresh.db"
    schema.metadata.create_all(create_engine(f"sqlite:///{fresh}", poolclass=NullPool))
    assert _definitions(path) == _definitions(fresh)


def _definitions(path: Path) -> dict[str, set[str]]:
    with closing(sqlite3.connect(path)) as conn:
        rows = conn.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'alembic%'").fetchall()
    return {
        # SQLite writes a column that is added later behind the last one, in the same line.
        name: {line.strip(" ,\t").replace(" ( ", " (") for line in re.split(r"\n|, (?=\w+ [A-Z]+\b)", sql)}
        for name, sql in rows
        if sql
    }


async def test_a_url_that_names_the_old_driver_opens_the_same_file(url: str) -> None:
    """Settings written for aiosqlite are still good: the standard library's driver takes its place."""
    first = await Store.open(url)
    game = await House(first).start(new_game())
    await first.close()
    second = await Store.open(url.replace("sqlite:", "sqlite+aiosqlite:"))
    assert (await second.read(lambda conn: data.games.by_id(conn, game.id))) == game
    await second.close()


async def test_a_newer_database_is_refused(url: str, path: Path) -> None:
    """A database at a revision that the program does not know is left alone, and the error names it."""
    await (await Store.open(url)).close()
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("UPDATE alembic_version SET version_num = '9999'")
        conn.commit()
    with pytest.raises(DatabaseTooNew, match="9999") as caught:
        await Store.open(url)
    assert caught.value.revision == "9999"


async def test_a_file_that_is_no_database_is_refused(url: str, path: Path) -> None:
    """The error says what is wrong, and the file stays as it was."""
    path.parent.mkdir(parents=True)
    path.write_bytes(b"this is a letter, not a database" * 200)
    with pytest.raises(DatabaseUnusable, match="not a database"):
        await Store.open(url)
    assert path.read_bytes().startswith(b"this is a letter")


@pytest.mark.parametrize("damage", ["one index", "all but the first pages", "half of it is gone"])
async def test_a_damaged_database_is_refused(url: str, path: Path, damage: str) -> None:
    """Damage anywhere in the file is found at the start, not in the middle of a game."""
    house = House(await Store.open(url))
    for player in range(40):
        await house.start(new_game(player))
    await house.store.close()
    _damage(path, damage)
    with pytest.raises(DatabaseUnusable, match=r"corrupt|malformed"):
        await Store.open(url)


def _damage(path: Path, damage: str) -> None:
    page = 4096
    with closing(sqlite3.connect(path)) as conn:
        root = conn.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'ix_game_message_id'"
        ).fetchone()[0]
    content = bytearray(path.read_bytes())
    if damage == "one index":
        content[page * (root - 1) : page * root] = bytes(page)
    elif damage == "all but the first pages":
        content[page * 2 :] = b"\xa5" * (len(content) - 2 * page)
    else:
        del content[len(content) // (2 * page) * page :]
    path.write_bytes(content)


async def test_a_folder_in_place_of_the_file_is_refused(url: str, path: Path) -> None:
    """A folder where the file should be is an error of the store, not of the driver."""
    path.mkdir(parents=True)
    with pytest.raises(DatabaseUnusable):
        await Store.open(url)


async def test_a_file_in_place_of_the_folder_is_refused(url: str, path: Path) -> None:
    """A parent folder that cannot be made is an error of the store, not of the file system."""
    path.parent.parent.mkdir(parents=True)
    path.parent.write_text("in the way")
    with pytest.raises(DatabaseUnusable):
        await Store.open(url)


async def test_a_database_of_another_program_is_refused(url: str, path: Path) -> None:
    """Tables that are not ours are not mixed with ours."""
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE recipe (id INTEGER PRIMARY KEY)")
        conn.commit()
    with pytest.raises(DatabaseUnusable, match="no games of this program"):
        await Store.open(url)


@pytest.mark.parametrize(
    "refused",
    [
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite+aiosqlite:///:memory:",
        "postgresql://bot:secret@db/klondike",
        "nonsense",
    ],
)
async def test_a_url_that_names_no_file_is_refused(refused: str) -> None:
    """Memory, other databases and nonsense are refused by name, without the password."""
    with pytest.raises(DatabaseUnusable) as caught:
        await Store.open(refused)
    assert "secret" not in str(caught.value)


async def test_several_processes_may_open_a_new_database_at_once(url: str) -> None:
    """Whoever is first migrates, the others wait for it: all of them open it."""
    root = Path(data.__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-W", "error", "-c", _OPEN_AND_CLOSE, url, env=environment
        )
        for _ in range(4)
    ]
    assert [await process.wait() for process in processes] == [0, 0, 0, 0]


async def test_several_stores_may_open_a_new_database_at_once(url: str) -> None:
    """Two threads of one process do not share Alembic's proxies at the same time."""
    stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
    await stores[0].transact(lambda conn: meta.put(conn, "key", "value"))
    assert await stores[3].read(lambda conn: meta.get(conn, "key")) == "value"
    for store in stores:
        await store.close()


def test_a_failed_migration_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error half-way through rolls back every table that was made before it."""

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("data.migrate._refuse_orphans", fail)
    with pytest.raises(DatabaseUnusable, match="the disk is full"):
        migrate(make_url(f"sqlite:///{path}"))
    assert _definitions(path) == {}


def test_rows_that_lost_what_they_refer_to_stop_a_migration(path: Path) -> None:
    """Foreign keys are off while tables are rebuilt, so they are checked before the commit."""
    migrate(make_url(f"sqlite:///{path}"))
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as conn:
        conn.exec_driver_sql("INSERT INTO member (guild_id, player_id, name) VALUES (7, 7, 'nobody')")
        with pytest.raises(DatabaseUnusable, match="member"):
            _refuse_orphans(conn, path)


def test_the_tables_can_be_made_on_postgresql() -> None:
    """Nothing in the schema is SQLite's alone: ids number themselves and the partial index is there."""
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    tables = schema.metadata.sorted_tables
    ddl = [str(CreateTable(table).compile(dialect=dialect)) for table in tables]
    ddl += [str(CreateIndex(index).compile(dialect=dialect)) for table in tables for index in table.indexes]
    assert sum("BIGSERIAL" in statement for statement in ddl) == 8
    assert any("WHERE status = 'open'" in statement for statement in ddl)


def test_alembic_writes_new_steps_from_the_same_settings() -> None:
    """The settings name the folder of the migrations wherever the program lies, and a naming convention."""
    assert Path(config().get_main_option("script_location") or "").is_dir()
    assert isinstance(schema.metadata, MetaData)
    assert schema.metadata.naming_convention["pk"] == "pk_%(table_name)s"
