"""Bring a database to the newest schema, from an empty folder on, with no step by hand."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect
from sqlalchemy.pool import NullPool

from data import sqlite
from data.errors import DatabaseTooNew, DatabaseUnusable
from data.place import explained, file_of

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection

__all__ = ["config", "migrate", "refuse_unknown"]

# Alembic's `op` and `context` are proxies of the whole process: two threads would share them.
_ONE_AT_A_TIME: Final = threading.Lock()


def config(conn: Connection | None = None) -> Config:
    """Return Alembic's settings; the environment runs on `conn`, inside its transaction."""
    settings = Config()
    folder = Path(__file__).parent / "migrations"
    settings.set_main_option("script_location", str(folder).replace("%", "%%"))
    settings.attributes["connection"] = conn
    return settings


def migrate(url: URL) -> None:
    """Bring the database at `url` to the newest schema. Blocks: call it in a worker thread.

    Its transaction holds the write lock throughout, so that no second process migrates meanwhile, and
    nothing is changed when it fails.

    :raises DatabaseTooNew: when a newer program has written it
    :raises DatabaseUnusable: when it cannot be opened or written, is corrupt or belongs to another program
    """
    path = file_of(url)
    with _ONE_AT_A_TIME, explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(
            url.set(drivername="sqlite"), poolclass=NullPool, connect_args=sqlite.AUTOCOMMIT
        )
        sqlite.prepare(engine, begin=sqlite.BEGIN_WRITE, pragmas=sqlite.UNCHECKED)
        with engine.begin() as conn:
            _refuse_damage(conn, path)
            _refuse_readonly(conn)
            _upgrade(conn, path)


def _refuse_damage(conn: Connection, path: Path) -> None:
    """Look at every page once, at the start: the first bad one would else be met in the middle of a game."""
    verdict: str = conn.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if verdict != "ok":
        raise DatabaseUnusable(
            str(path),
            f"it is corrupt ({' '.join(verdict.split())}); restore a backup (make restore FROM=...)",
        )


def _refuse_readonly(conn: Connection) -> None:
    """Write what stands there anyway: SQLite lets even BEGIN IMMEDIATE pass on a file that it may only read.

    :raises DBAPIError: it cannot be written
    """
    version: int = conn.exec_driver_sql("PRAGMA user_version").scalar_one()
    conn.exec_driver_sql(f"PRAGMA user_version = {version}")


def refuse_unknown(conn: Connection, path: Path) -> None:
    """Check that a database is one of ours, of this version or an older one.

    :raises DatabaseTooNew: when a newer program has written it
    :raises DatabaseUnusable: when it belongs to another program
    """
    current = MigrationContext.configure(conn).get_current_revision()
    if current is None:
        raise DatabaseUnusable(
            str(path), "it holds no games of this program; name another file in DATABASE_URL"
        )
    scripts = ScriptDirectory.from_config(config(conn))
    if current not in {script.revision for script in scripts.walk_revisions()}:
        raise DatabaseTooNew(str(path), current)


def _upgrade(conn: Connection, path: Path) -> None:
    settings = config(conn)
    current = MigrationContext.configure(conn).get_current_revision()
    if current == ScriptDirectory.from_config(settings).get_current_head():
        return
    if current is not None or inspect(conn).get_table_names():
        refuse_unknown(conn, path)
    command.upgrade(settings, "head")
    _refuse_orphans(conn, path)


def _refuse_orphans(conn: Connection, path: Path) -> None:
    """Check what foreign keys would have held while they were off."""
    orphans = conn.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if orphans:
        tables = sorted({row[0] for row in orphans})
        raise DatabaseUnusable(str(path), f"after migrating, rows refer to nothing in {', '.join(tables)}")
