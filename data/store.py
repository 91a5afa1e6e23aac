"""The one door to the database: a thread that writes, first come, first served, and readers beside it."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, Self, TypeVar

from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError

from data import sqlite
from data.errors import StoreClosed, StoreDamaged
from data.failures import failure
from data.migrate import migrate
from data.place import parse
from data.trouble import Trouble

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
        self._hurt = asyncio.Event()
        self._damage: StoreDamaged | None = None

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database at `url` (`sqlite:///…`), made or migrated first as needed.

        :raises DatabaseTooNew: when a newer program has written it
        :raises DatabaseUnusable: when it cannot be opened, is corrupt or belongs to another program
        """
        target = parse(url)
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

        :raises StoreFailing: the database does not work at the moment; nothing has changed.
        :raises StoreClosed: after `close`
        """
        self._refuse_when_closed()
        if self._damage is not None:
            raise self._damage
        return await self._run(self._writer, unit)

    async def read(self, unit: Callable[[Connection], T]) -> T:
        """Run `unit` on one consistent snapshot, in a reader's thread beside the writer; it cannot write.

        It returns plain values: rows that nobody has fetched are gone with the snapshot.

        :raises StoreFailing: the database does not work at the moment.
        :raises StoreClosed: after `close`
        """
        self._refuse_when_closed()
        return await self._run(self._reader, unit)

    async def damaged(self) -> StoreDamaged:
        """Wait until the database is found to be damaged, and give what was found."""
        await self._hurt.wait()
        assert self._damage is not None  # noqa: S101 - set before the event
        return self._damage

    async def close(self) -> None:
        """Let the work that was accepted finish, then close every connection and end its thread."""
        if self._ending is None:
            self._ending = _in_thread(self._end)
        await _to_the_end(self._ending)

    async def _run(self, workers: _Workers, unit: Callable[[Connection], T]) -> T:
        try:
            return await workers.run(unit)
        except StoreDamaged as damage:
            # What is written into a damaged file damages it further.
            self._damage = self._damage or damage
            self._hurt.set()
            raise

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
        self._reading = begin == sqlite.BEGIN_READ
        self._trouble = Trouble("read" if self._reading else "written")

    async def run(self, unit: Callable[[Connection], T]) -> T:
        """Run `unit` when its turn comes; a caller that is cancelled before that withdraws it."""
        return await _to_the_end(self._threads.submit(self._told, unit), revocable=True)

    def _told(self, unit: Callable[[Connection], T]) -> T:
        """Run `unit`, and keep the log informed about whether the database works.

        :raises StoreFailing: it does not.
        """
        try:
            result = _within(self._engine, unit)
        except DBAPIError as error:
            failing = failure(error, reading=self._reading)
            if failing is None:
                raise
            self._trouble.met(failing.reason)
            # A connection made while nothing could be written stays so: the next unit gets another.
            self._engine.dispose()
            raise failing from error
        self._trouble.over()
        return result

    def end(self) -> None:
        """Wait for every unit that was given and for the threads, then close the connections."""
        self._threads.shutdown()
        self._engine.dispose()


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
        hide_parameters=True,  # names and typed lines of players are not for the log
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
