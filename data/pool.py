"""Units on the pool: deals that are known to be winnable, each with its line, until a game is dealt from it.

A deal lies there under the class of its rules, `Rules.winning_class`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, func, select

from data import schema
from data.dialect import insert
from data.records import PooledDeal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

__all__ = ["add", "counts", "drop", "everything", "take"]

_POOL: Final = schema.pool
_DEAL: Final = (_POOL.c.id, _POOL.c.rules_class, _POOL.c.deal, _POOL.c.line)


def add(conn: Connection, rules_class: str, deal: int, line: str, *, now: int) -> None:
    """Put a deal into the pool; one that lies there already stays as it is.

    :param line: the canonical moves that win it, with spaces between.
    :param now: milliseconds UTC.
    """
    values: dict[str, Any] = {"rules_class": rules_class, "deal": deal, "line": line, "made_at": now}
    conn.execute(insert(conn, _POOL).values(**values).on_conflict_do_nothing())


def take(conn: Connection, rules_class: str) -> PooledDeal | None:
    """Take the oldest deal of a class out for good, or return None when there is none.

    In the transaction that starts its game nobody else gets it, and it lies there still when that fails.
    """
    oldest = (
        select(_POOL.c.id)
        .where(_POOL.c.rules_class == rules_class)
        .order_by(_POOL.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
        .scalar_subquery()
    )
    row = conn.execute(delete(_POOL).where(_POOL.c.id == oldest).returning(*_DEAL)).mappings().first()
    return PooledDeal(**row) if row is not None else None


def counts(conn: Connection) -> dict[str, int]:
    """Return how many deals there are of each class that has any."""
    query = select(_POOL.c.rules_class, func.count().label("held")).group_by(_POOL.c.rules_class)
    return {row.rules_class: row.held for row in conn.execute(query)}


def everything(conn: Connection) -> tuple[PooledDeal, ...]:
    """Return all that lies in the pool, the oldest first."""
    rows = conn.execute(select(*_DEAL).order_by(_POOL.c.id)).mappings()
    return tuple(PooledDeal(**row) for row in rows)


def drop(conn: Connection, ids: Iterable[int]) -> None:
    """Throw deals away; those that are no longer there do not matter."""
    conn.execute(delete(_POOL).where(_POOL.c.id.in_(tuple(ids))))
