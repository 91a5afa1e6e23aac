"""The one door to the database: a thread that writes, first come, first served, and readers beside it."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeVar

from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError

from data import sqlite
from data.errors import StoreClosed, StoreDamaged
from data.failures import failure
from data.migrate import migrate
from data.place import parse
from data.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import URL, Connection, Engine

__all__ = ["BATCH", "Store"]

_log: Final = logging.getLogger(__name__)

T = TypeVar("T")

# Readers at once; each is a thread with a connection. More wait their turn.
_READERS: Final = 4

BATCH: Final = 32
"""Units that share a commit at most: more would save little, and the first one waits for the last."""


class Store:
    """The database, opened with `await Store.open(url)` and closed with `await store.close()`."""

    def __init__(self, writer: _Writer, reader: _Readers) -> None:
        self._writer = writer
        self._reader = reader
        self._ending: Future[None] | None = None
        self._hurt = asyncio.Event()
        self._damage: StoreDamaged | None = None

    @classmethod
    async def open(cls, url: str, *, batch: int = BATCH) -> Self:
        """Open the database at `url` (`sqlite:///…`), made or migrated first as needed.

        :param batch: units that share a commit at most.
        :raises DatabaseTooNew: when a newer program has written it
        :raises DatabaseUnusable: when it cannot be opened, is corrupt or belongs to another program
        """
        target = parse(url)
        await _to_the_end(_in_thread(lambda: migrate(target)))
        return cls(_Writer(target, batch), _Readers(target))

    async def transact(self, unit: Callable[[Connection], T]) -> T:
        """Run `unit`, whole or not at all, and return its result once that is on the disk.

        The unit is a plain function and runs whole in the writer's thread, so it changes nothing but the
        database. Whatever it raises undoes all that it did. Units that wait at the same time share a commit:
        where that fails, all of them do. Cancelling the caller while it waits for its turn means that nothing
        happens; after that the unit is carried to its end first.

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

    async def _run(self, workers: _Writer | _Readers, unit: Callable[[Connection], T]) -> T:
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


class _Watch:
    """Sorts what the database raises, and keeps the log informed about whether it works."""

    def __init__(self, engine: Engine, *, reading: bool) -> None:
        self._engine = engine
        self._reading = reading
        self._trouble = Trouble("read" if reading else "written")

    def met(self, error: BaseException) -> BaseException:
        """Give what a caller is told: `StoreFailing` where the database does not work, else the error."""
        failing = failure(error, reading=self._reading) if isinstance(error, DBAPIError) else None
        if failing is None:
            return error
        self._trouble.met(failing.reason)
        # A connection made while nothing could be written stays so: the next unit gets another.
        self._engine.dispose()
        failing.__cause__ = error
        return failing

    def over(self) -> None:
        """Note that the database works."""
        self._trouble.over()


def _concerns_all(error: Exception) -> bool:
    """Tell whether an error of a unit means that the database does not work."""
    return isinstance(error, DBAPIError) and failure(error, reading=False) is not None


class _Readers:
    """Threads that run units, each on a snapshot of its own, in the order in which they were given."""

    def __init__(self, url: URL) -> None:
        self._engine = _engine(url, connections=_READERS, begin=sqlite.BEGIN_READ, pragmas=sqlite.QUERY_ONLY)
        self._threads = ThreadPoolExecutor(_READERS, thread_name_prefix="store-reader")
        self._watch = _Watch(self._engine, reading=True)

    async def run(self, unit: Callable[[Connection], T]) -> T:
        """Run `unit` when its turn comes; a caller that is cancelled before that withdraws it."""
        return await _to_the_end(self._threads.submit(self._read, unit), revocable=True)

    def _read(self, unit: Callable[[Connection], T]) -> T:
        try:
            with _transaction(self._engine) as conn:
                result = _result(unit, conn)
        except DBAPIError as error:
            told = self._watch.met(error)
            if told is error:
                raise
            raise told from error
        self._watch.over()
        return result

    def end(self) -> None:
        """Wait for every unit that was given and for the threads, then close the connections."""
        self._threads.shutdown()
        self._engine.dispose()


class _Writer:
    """The thread that writes: the units that wait when it begins share a transaction, in their order.

    A commit waits for the disk, and each statement for the interpreter where the event loop is busy, so that
    a transaction for each unit would be what limits many players at once.
    """

    def __init__(self, url: URL, batch: int) -> None:
        self._batch = batch
        self._engine = _engine(url, connections=1, begin=sqlite.BEGIN_WRITE, pragmas=sqlite.DURABLE)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._waiting: deque[_Order[Any]] = deque()
        self._watch = _Watch(self._engine, reading=False)

    async def run(self, unit: Callable[[Connection], T]) -> T:
        """Run `unit` when its turn comes; a caller that is cancelled before that withdraws it."""
        order = _Order(unit)
        self._waiting.append(order)
        # One drain for each order: it finds nothing to do where an earlier one has taken the order along.
        self._thread.submit(self._drain)
        return await _to_the_end(order.answer, revocable=True)

    def _drain(self) -> None:
        """Carry out what waits, at most a batch, and answer all callers once it is on the disk."""
        first = self._next()
        if first is None:
            return
        batch, lost = [first], None
        # Those that come meanwhile are left for the next batch, or the first one would wait for them too.
        others = min(len(self._waiting), self._batch - 1)
        try:
            with _transaction(self._engine) as conn:
                first.carry_out(conn)
                while len(batch) <= others and (order := self._next()) is not None:
                    batch.append(order)
                    order.carry_out(conn)
        except BaseException as error:  # noqa: BLE001 - the callers get it
            lost = self._watch.met(error)
        else:
            self._watch.over()
        for order in batch:
            order.reply(lost)

    def _next(self) -> _Order[Any] | None:
        """Take the first order whose caller has not withdrawn it."""
        while self._waiting:
            order = self._waiting.popleft()
            if order.answer.set_running_or_notify_cancel():
                return order
        return None

    def end(self) -> None:
        """Wait for every unit that was given and for the thread, then close the connection."""
        self._thread.shutdown()
        self._engine.dispose()


class _Order(Generic[T]):
    """A unit that is to write, and the answer that its caller waits for."""

    def __init__(self, unit: Callable[[Connection], T]) -> None:
        self.answer: Future[T] = Future()
        self._unit = unit
        self._error: BaseException | None = None

    def carry_out(self, conn: Connection) -> None:
        """Run the unit within a transaction; what it did is undone, and that alone, whatever it raises."""
        conn.exec_driver_sql("SAVEPOINT unit")
        try:
            self._result = _result(self._unit, conn)
        except BaseException as error:
            if not isinstance(error, Exception) or _concerns_all(error):
                raise  # the transaction around it may be gone already
            conn.exec_driver_sql("ROLLBACK TO unit")
            self._error = error
        conn.exec_driver_sql("RELEASE unit")

    def reply(self, lost: BaseException | None) -> None:
        """Answer the caller: what the unit came to, unless the transaction around it has failed."""
        error = lost or self._error
        if error is None:
            self.answer.set_result(self._result)
        else:
            self.answer.set_exception(error)


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


@contextmanager
def _transaction(engine: Engine) -> Iterator[Connection]:
    """Commit what is done meanwhile; whatever is raised rolls it back, also by the commit itself."""
    with engine.begin() as conn:
        yield conn


def _result(unit: Callable[[Connection], T], conn: Connection) -> T:
    try:
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
