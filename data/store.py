"""The one door to the database: a single writer behind a FIFO lock, and readers beside it."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, Self, TypeVar

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import create_async_engine

from data import sqlite
from data.errors import DatabaseUnusable, StoreClosed
from data.migrate import migrate

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence
    from typing import Any

    from sqlalchemy import URL
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

__all__ = ["Store"]

_log: Final = logging.getLogger(__name__)

T = TypeVar("T")

# Readers at once; each holds a thread of its own. More wait their turn.
_READERS: Final = 4


class Store:
    """The database, opened with `await Store.open(url)` and closed with `await store.close()`."""

    def __init__(self, writer: AsyncEngine, reader: AsyncEngine) -> None:
        self._writer = writer
        self._reader = reader
        self._turn = asyncio.Lock()  # asyncio's lock is fair: first come, first served
        self._reads: set[asyncio.Future[Any]] = set()
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database at `url` (`sqlite+aiosqlite:///…`), made or migrated first as needed.

        :raises DatabaseTooNew: when a newer program has written it
        :raises DatabaseUnusable: when it cannot be opened, is corrupt or belongs to another program
        """
        target = _parse(url)
        await _in_thread(lambda: migrate(target))
        return cls(
            _engine(target, connections=1, begin=sqlite.BEGIN_WRITE, pragmas=sqlite.DURABLE),
            _engine(target, connections=_READERS, begin=sqlite.BEGIN_READ, pragmas=sqlite.QUERY_ONLY),
        )

    async def transact(self, unit: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run `unit` in a transaction of its own and return its result once that is on the disk.

        Whatever the unit raises rolls everything back. Cancelling the caller while it waits for its turn
        means that nothing happens; after that the transaction is carried to its end first. A unit must
        not call `transact` again: it would wait for itself.

        :raises StoreClosed: after `close`
        """
        self._refuse_when_closed()
        async with self._turn:
            return await _to_the_end(_within(self._writer, unit))

    async def read(self, unit: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run `unit` on one consistent snapshot, beside the writer; writing in it is refused.

        :raises StoreClosed: after `close`
        """
        self._refuse_when_closed()
        task = asyncio.ensure_future(_within(self._reader, unit))
        self._reads.add(task)
        task.add_done_callback(self._reads.discard)
        return await _to_the_end(task)

    async def close(self) -> None:
        """Let the work that was accepted finish, then close every connection and end its thread."""
        self._closed = True
        await _to_the_end(self._close())

    async def _close(self) -> None:
        async with self._turn:
            if self._reads:
                await asyncio.wait(self._reads)
            await self._reader.dispose()
            # Last, so that its end folds the write-ahead log back into the file.
            await self._writer.dispose()

    def _refuse_when_closed(self) -> None:
        if self._closed:
            raise StoreClosed("the store is closed")


def _parse(url: str) -> URL:
    try:
        return make_url(url)
    except ArgumentError as error:
        # The text may hold a password: it is not repeated.
        raise DatabaseUnusable("(given by URL)", "the URL cannot be read") from error


def _engine(url: URL, *, connections: int, begin: str, pragmas: Sequence[str]) -> AsyncEngine:
    engine = create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        connect_args=dict(sqlite.AUTOCOMMIT),
        pool_reset_on_return=None,  # `_within` always ends its transaction
    )
    sqlite.prepare(engine.sync_engine, begin=begin, pragmas=pragmas)
    return engine


async def _within(engine: AsyncEngine, unit: Callable[[AsyncConnection], Awaitable[T]]) -> T:
    """Run `unit` in one transaction: committed when it returns, rolled back whatever it raises."""
    async with engine.begin() as conn:
        return await unit(conn)


async def _in_thread(work: Callable[[], T]) -> T:
    """Run blocking `work` in a thread that ends with it (the loop's own pool would keep one for ever)."""
    pool = ThreadPoolExecutor(1, thread_name_prefix="migrate")
    try:
        return await _to_the_end(asyncio.get_running_loop().run_in_executor(pool, work))
    finally:
        pool.shutdown()  # waits for a thread that has nothing left to do


async def _to_the_end(work: Coroutine[Any, Any, T] | asyncio.Future[T]) -> T:
    """Await `work` shielded whole: when the caller is cancelled, that is raised only after its end."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await _ended(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.warning("work whose caller had gone failed: %r", error)
        raise


async def _ended(task: asyncio.Future[Any]) -> None:
    """Wait until `task` has ended, however often the caller is cancelled meanwhile."""
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            continue
