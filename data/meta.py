"""Units on the small facts of the installation, such as the hash of the synchronised commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from data import schema
from data.dialect import insert

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

__all__ = ["get", "put"]


async def get(conn: AsyncConnection, key: str) -> str | None:
    """Return what was last put under `key`, or None."""
    query = select(schema.meta.c.value).where(schema.meta.c.key == key)
    found: str | None = await conn.scalar(query)
    return found


async def put(conn: AsyncConnection, key: str, value: str) -> None:
    """Keep `value` under `key`, in place of what was there."""
    await conn.execute(
        insert(conn, schema.meta)
        .values(key=key, value=value)
        .on_conflict_do_update(index_elements=["key"], set_={"value": value})
    )
