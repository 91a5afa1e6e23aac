"""How a connection to SQLite is set up, the same for the writer, the readers and the migrations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Engine

__all__ = ["AUTOCOMMIT", "BEGIN_READ", "BEGIN_WRITE", "DURABLE", "QUERY_ONLY", "UNCHECKED", "prepare"]

# Connect arguments that leave BEGIN to us: the driver would begin only at the first write, and too weakly.
AUTOCOMMIT: Final[dict[str, Any]] = {"isolation_level": None}

# Takes the write lock at once, so that a transaction never fails half-way for having read first.
BEGIN_WRITE: Final = "BEGIN IMMEDIATE"
BEGIN_READ: Final = "BEGIN"

# The waiting time comes first, since the switch to WAL may already have to wait for another process.
DURABLE: Final = (
    "busy_timeout=5000",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    # What a long reader has made the write-ahead log grow to is given back after it: 16 MiB stay.
    "journal_size_limit=16777216",
)
QUERY_ONLY: Final = (*DURABLE, "query_only=ON")
# Migrations rebuild tables, and dropping the old one would delete the rows that refer to it. The wait is
# long enough for another process to finish migrating.
UNCHECKED: Final = ("busy_timeout=60000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=OFF")


def prepare(engine: Engine, *, begin: str, pragmas: Sequence[str]) -> None:
    """Set `pragmas` on each new connection of `engine` and begin each transaction with `begin`."""

    def set_pragmas(dbapi_connection: Any, _record: object) -> None:
        cursor = dbapi_connection.cursor()
        try:
            for pragma in pragmas:
                cursor.execute(f"PRAGMA {pragma}")
        finally:
            cursor.close()

    def emit_begin(conn: Connection) -> None:
        conn.exec_driver_sql(begin)

    event.listen(engine, "connect", set_pragmas)
    event.listen(engine, "begin", emit_begin)
