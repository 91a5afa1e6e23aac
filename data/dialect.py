"""The seam between databases: what SQLite and PostgreSQL say alike, but SQLAlchemy builds apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

__all__ = ["insert"]


def insert(conn: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insert into `table` that knows `on_conflict_do_nothing` and `on_conflict_do_update`."""
    if conn.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)
