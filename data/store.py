"""The one door to the database: a thread that writes, first come, first served, and readers beside it."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, Self, TypeVar

from sqlalchemy import create_engine, make_url
from sqlalchemy.exc import ArgumentError

from data import sqlite
from data.errors import DatabaseUnusable, StoreClosed
from data.migrate import migrate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future
    from typing import Any

    from sqlalchemy import URL, Connection, Engine

__all__ = ["Store"]

_log: Final = logging.getLogger(__name__)

T = TypeVar("T")

# Readers at once; each is a thread with a connection. More wait their turn.
_READERS: Final = 4


class Store:
    """The database, opened with `await Store.open(url)` and closed with `await store.close()`."""

    def __init__(self, writer: _Workers, reader: _Workers) -> None:
        self._writer = writer
        self._reader = reader
        self._ending: Future[None] | None = None

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database at `url` (`sqlite:///…`), made or migrated first as needed.

        :raises DatabaseTooNew: when a newer program has written it
        :raises DatabaseUnusable: when it cannot be opened, is corrupt or belongs to another program
        """
        target = _parse(url)
        await _to_the_end(_in_thread(lambda: migrate(target)))
        return cls(
            _Workers(target, "store-writer", begin=sqlite.BEGIN_WRITE, pragmas=sqlite.DURABLE),
            _Workers(
                target, "store-reader", count=_READERS, begin=sqlite.BEGIN_READ, pragmas=sqlite.QUERY_ONLY
            ),
        )

    async def transact(self, unit: Callable[[Connection], T]) -> T:
        """Run `unit` in a transaction of its own and return its result once that is on the disk.

        The unit is a plain function and runs whole in the writer's thread, so it changes nothing but the
        database. Whatever it raises rolls everything back. Cancelling the caller while it waits for its turn
        means that nothing happens; after that the transaction is carried to its end first.

        :raises StoreClosed: after `close`
        """
        self._refuse_when_closed()
        return await self._writer.run(unit)

    async def read(self, unit: Callable[[Connection], T]) -> T:
        """Run `unit` on one consistent snapshot, in a reader's thread beside the writer; it cannot write.

        It returns plain values: rows that nobody has fetched are gone with the snapshot.

        :raises StoreClosed: after `close`
        """
        self._refuse_when_closed()
        return await self._reader.run(unit)

    async def close(self) -> None:
        """Let the work that was accepted finish, then close every connection and end its thread."""
        if self._ending is None:
            self._ending = _in_thread(self._end)
        await _to_the_end(self._ending)

    def _end(self) -> None:
        self._reader.end()
        # Last: the connection that is closed last folds the write-ahead log back into the file.
        self._writer.end()

    def _refuse_when_closed(self) -> None:
        if self._ending is not None:
            raise StoreClosed("the store is closed")


class _Workers:
    """Threads that run units on one engine, in the order in which they were given."""

    def __init__(self, url: URL, name: str, *, count: int = 1, begin: str, pragmas: Sequence[str]) -> None:
        self._engine = _engine(url, connections=count, begin=begin, pragmas=pragmas)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix=name)

    async def run(self, unit: Callable[[Connection], T]) -> T:
        """Run `unit` when its turn comes; a caller that is cancelled before that withdraws it."""
        return await _to_the_end(self._threads.submit(_within, self._engine, unit), revocable=True)

    def end(self) -> None:
        """Wait for every unit that was given and for the threads, then close the connections."""
        self._threads.shutdown()
        self._engine.dispose()


def _parse(url: str) -> URL:
    """Read a URL; an SQLite one means the standard library's driver, whichever it names."""
    try:
        target = make_url(url)
    except ArgumentError as error:
        # The text may hold a password: it is not repeated.
        raise DatabaseUnusable("(given by URL)", "the URL cannot be read") from error
    return target.set(drivername="sqlite") if target.get_backend_name() == "sqlite" else target


def _engine(url: URL, *, connections: int, begin: str, pragmas: Sequence[str]) -> Engine:
    engine = create_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        # The pool lends a connection to one thread at a time, which is all that SQLite asks for; but it
        # may be another one than the last time, and `close` ends all of them from a thread of its own.
        connect_args={**sqlite.AUTOCOMMIT, "check_same_thread": False},
        # A commit that fails, as on a full disk, leaves SQLite's transaction open: no other one could begin.
        pool_reset_on_return="rollback",
    )
    sqlite.prepare(engine, begin=begin, pragmas=pragmas)
    return engine


def _within(engine: Engine, unit: Callable[[Connection], T]) -> T:
    """Run `unit` in one transaction: committed when it returns, rolled back whatever it raises."""
    try:
        with engine.begin() as conn:
            return unit(conn)
    except StopIteration as error:
        # No future takes it, so the caller would wait for ever.
        raise RuntimeError("a unit raised StopIteration") from error


def _in_thread(work: Callable[[], T]) -> Future[T]:
    """Begin blocking `work` in a thread that ends with it (the loop's own pool would keep one for ever)."""
    pool = ThreadPoolExecutor(1, thread_name_prefix="store")
    try:
        return pool.submit(work)
    finally:
        pool.shutdown(wait=False)


async def _to_the_end(work: Future[T], *, revocable: bool = False) -> T:
    """Await the work of a thread: when the caller is cancelled, that is raised only after its end.

    Work that is `revocable` and has not begun is then not done at all.
    """
    ending = asyncio.wrap_future(work)
    try:
        return await asyncio.shield(ending)
    except asyncio.CancelledError:
        if revocable and work.cancel():
            raise
        await _ended(ending)
        if (error := ending.exception()) is not None:
            _log.warning("work whose caller had gone failed: %r", error)
        raise


async def _ended(work: asyncio.Future[Any]) -> None:
    """Wait until `work` has ended, however often the caller is cancelled meanwhile."""
    while not work.done():
        try:
            await asyncio.wait([work])
        except asyncio.CancelledError:
            continue
