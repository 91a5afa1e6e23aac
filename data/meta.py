"""Units on the small facts of the installation, such as the hash of the synchronised commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from data import schema
from data.dialect import insert

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["get", "keep", "put"]


def get(conn: Connection, key: str) -> str | None:
    """Return what was last put under `key`, or None."""
    query = select(schema.meta.c.value).where(schema.meta.c.key == key)
    found: str | None = conn.scalar(query)
    return found


def put(conn: Connection, key: str, value: str) -> None:
    """Keep `value` under `key`, in place of what was there."""
    conn.execute(
        insert(conn, schema.meta)
        .values(key=key, value=value)
        .on_conflict_do_update(index_elements=["key"], set_={"value": value})
    )


def keep(conn: Connection, key: str, value: str) -> str:
    """Keep `value` under `key` unless there is something, and return what is kept."""
    conn.execute(
        insert(conn, schema.meta).values(key=key, value=value).on_conflict_do_nothing(index_elements=["key"])
    )
    kept = get(conn, key)
    assert kept is not None  # noqa: S101 - it has just been stored
    return kept
