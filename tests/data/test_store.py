"""The store: one writer in order, readers beside it, whole transactions whatever happens to the caller."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError

from data import Store, StoreClosed, meta
from tests.data.house import House, new_game
from tests.data.waiting import PATIENCE, Pause, happened

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy import Connection

READERS = 4
"""Threads of the store that read."""


def put(key: str) -> Callable[[Connection], None]:
    """Return a unit that writes one fact."""
    return lambda conn: meta.put(conn, key, key)


def keys(conn: Connection) -> set[str]:
    """Return the keys that are there."""
    return set(conn.scalars(text("SELECT key FROM meta")))


async def facts(store: Store) -> set[str]:
    """Return the keys that are really in the database."""
    return await store.read(keys)


async def test_a_fact_is_there_until_another_takes_its_place(store: Store) -> None:
    """`meta.put` keeps one value a key, and `meta.get` of an unknown key is None."""
    assert await store.read(lambda conn: meta.get(conn, "commands")) is None
    for value in ("old", "new"):
        await store.transact(lambda conn, value=value: meta.put(conn, "commands", value))  # type: ignore[misc]
    assert await store.read(lambda conn: meta.get(conn, "commands")) == "new"


async def test_units_run_in_threads_of_their_own(store: Store) -> None:
    """One thread writes, others read, and none of them is that of the event loop."""

    def where(_: Connection) -> str:
        return threading.current_thread().name

    writers = {await store.transact(where) for _ in range(10)}
    readers = {await store.read(where) for _ in range(10)}
    assert len(writers) == 1
    assert writers.isdisjoint(readers)
    assert threading.current_thread().name not in writers | readers


@pytest.mark.parametrize(
    "error", [ValueError("no"), KeyboardInterrupt("no"), SystemExit("no"), asyncio.CancelledError("no")]
)
async def test_whatever_a_unit_raises_rolls_everything_back(store: Store, error: BaseException) -> None:
    """Exceptions, interrupts and cancellations inside leave nothing behind, and the next unit works."""

    def unit(conn: Connection) -> None:
        meta.put(conn, "half", "done")
        raise error

    with pytest.raises(type(error)) as caught:
        await store.transact(unit)
    assert caught.value is error
    await store.transact(put("next"))
    assert await facts(store) == {"next"}


async def test_a_unit_that_exhausts_an_iterator_tells_its_caller(store: Store) -> None:
    """StopIteration, which no future can hold, becomes another error instead of silence."""

    def unit(conn: Connection) -> None:
        meta.put(conn, "half", "done")
        next(iter(()))

    with pytest.raises(RuntimeError, match="StopIteration"):
        await asyncio.wait_for(store.transact(unit), PATIENCE)
    with pytest.raises(RuntimeError, match="StopIteration"):
        await asyncio.wait_for(store.read(lambda _: next(iter(()))), PATIENCE)
    assert await facts(store) == set()


async def test_a_commit_that_fails_leaves_nothing_behind(store: Store) -> None:
    """As on a full disk: nothing of the unit is stored, and the next one is carried out as ever."""

    def unit(conn: Connection) -> None:
        meta.put(conn, "a", "b")
        conn.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        conn.exec_driver_sql("INSERT INTO member (guild_id, player_id, name) VALUES (77, 77, 'nobody')")

    for _ in range(2):
        with pytest.raises(IntegrityError):
            await store.transact(unit)
    assert await store.read(lambda conn: meta.get(conn, "a")) is None
    await store.transact(lambda conn: meta.put(conn, "a", "c"))
    assert await store.read(lambda conn: meta.get(conn, "a")) == "c"


async def test_a_cancelled_caller_does_not_cut_its_transaction(store: Store) -> None:
    """Cancelled in the middle, the transaction completes first; only then is the caller told."""
    pause = Pause()
    caller = asyncio.create_task(store.transact(pause))
    await happened(pause.reached)
    caller.cancel()
    await asyncio.sleep(0)
    caller.cancel()
    await asyncio.sleep(0)
    assert not caller.done()
    pause.go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert await facts(store) == {"first", "second"}


async def test_a_cancelled_caller_whose_unit_fails_leaves_nothing(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """The transaction rolls back, and the error that nobody waits for is logged."""
    pause = Pause(error=ValueError("lost"))
    caller = asyncio.create_task(store.transact(pause))
    await happened(pause.reached)
    caller.cancel()
    pause.go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert await facts(store) == set()
    assert "lost" in caplog.text


async def test_a_caller_cancelled_before_its_turn_writes_nothing(store: Store) -> None:
    """Waiting in the queue, a cancelled caller simply leaves it, and the queue goes on."""
    pause = Pause()
    running = asyncio.create_task(store.transact(pause))
    await happened(pause.reached)
    waiting = asyncio.create_task(store.transact(put("gone")))
    behind = asyncio.create_task(store.transact(put("behind")))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting], timeout=PATIENCE)
    assert waiting.cancelled()  # at once, while the writer is still busy
    assert not running.done()
    pause.go_on.set()
    assert await running == "whole"
    await behind
    assert await facts(store) == {"first", "second", "behind"}


async def test_a_cancelled_reader_leaves_its_connection_usable(store: Store) -> None:
    """Many cancelled readers exhaust no pool: those that had begun end, the others never read."""
    begun, go_on = threading.Semaphore(0), threading.Event()

    def unit(conn: Connection) -> None:
        conn.execute(text("SELECT 1")).all()
        begun.release()
        go_on.wait(PATIENCE)
        conn.execute(text("SELECT 2")).all()

    readers = [asyncio.create_task(store.read(unit)) for _ in range(20)]
    try:
        for _ in range(READERS):
            assert await asyncio.to_thread(begun.acquire, timeout=PATIENCE)
        for reader in readers:
            reader.cancel()
        _, waiting = await asyncio.wait(readers[READERS:], timeout=PATIENCE)
        assert not waiting
    finally:
        go_on.set()
    ended = await asyncio.gather(*readers, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ended)
    assert not begun.acquire(blocking=False)
    assert await facts(store) == set()


async def test_writers_come_in_the_order_in_which_they_asked(store: Store) -> None:
    """The queue is first come, first served."""
    order: list[int] = []
    pause = Pause()
    first = asyncio.create_task(store.transact(pause))
    await happened(pause.reached)
    others = [
        asyncio.create_task(store.transact(lambda _, n=n: order.append(n)))  # type: ignore[misc]
        for n in range(20)
    ]
    await asyncio.sleep(0)
    pause.go_on.set()
    await asyncio.gather(first, *others)
    assert order == list(range(20))


async def test_two_hundred_moves_beside_a_long_reader(house: House) -> None:
    """Nobody meets 'database is locked', the reader keeps its snapshot, and every move is there (D28)."""
    games = [await house.start(new_game(player)) for player in range(200)]
    begun, over = threading.Event(), threading.Event()

    def count_revisions(conn: Connection) -> int:
        return int(conn.execute(text("SELECT SUM(revision) FROM game")).scalar_one())

    def long_reader(conn: Connection) -> tuple[int, int]:
        before = count_revisions(conn)
        begun.set()
        over.wait()
        return before, count_revisions(conn)

    reader = asyncio.create_task(house.store.read(long_reader))
    try:
        await happened(begun)
        moved = await asyncio.gather(*(house.act(game) for game in games))
        assert not reader.done()
    finally:
        over.set()
    assert await reader == (0, 0)
    assert [game.revision for game in moved] == [1] * 200
    assert await house.store.read(count_revisions) == 200


async def test_a_long_writer_holds_neither_readers_nor_the_loop(store: Store) -> None:
    """In the middle of a transaction everybody else reads on, what was there before it."""
    await store.transact(put("before"))
    pause = Pause()
    writing = asyncio.create_task(store.transact(pause))
    await happened(pause.reached)
    assert await asyncio.gather(*(facts(store) for _ in range(20))) == [{"before"}] * 20
    assert not writing.done()
    pause.go_on.set()
    await writing
    assert await facts(store) == {"before", "first", "second"}


async def test_more_readers_than_threads_queue(store: Store) -> None:
    """With every reader busy the next ones wait, the writer does not, and all are answered in the end."""
    go_on = threading.Event()
    busy = [asyncio.create_task(store.read(lambda _: go_on.wait(PATIENCE))) for _ in range(READERS)]
    await asyncio.sleep(0)
    queued = [asyncio.create_task(facts(store)) for _ in range(10)]
    try:
        await store.transact(put("meanwhile"))
        assert not any(reader.done() for reader in (*busy, *queued))
    finally:
        go_on.set()
    assert await asyncio.gather(*busy) == [True] * READERS
    assert await asyncio.gather(*queued) == [{"meanwhile"}] * 10


async def test_a_second_store_on_the_file_waits_for_its_turn(store: Store, url: str) -> None:
    """Two writers on one file (the bot and a tool) wait for each other instead of failing."""
    other = await Store.open(url)
    await asyncio.gather(*(s.transact(put(f"{i} {s is store}")) for i in range(20) for s in (store, other)))
    assert len(await facts(store)) == 40
    await other.close()


async def test_a_reader_cannot_write(store: Store) -> None:
    """`transact` is the only way to write."""
    with pytest.raises(OperationalError, match="readonly"):
        await store.read(put("sneaked in"))


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 5000)],
)
async def test_every_connection_is_durable_and_checked(store: Store, pragma: str, value: object) -> None:
    """WAL, full synchronisation, foreign keys and patience, on the writer as on the readers."""

    def unit(conn: Connection) -> Any:
        return conn.execute(text(f"PRAGMA {pragma}")).scalar_one()

    assert await store.transact(unit) == value
    assert await store.read(unit) == value


async def test_foreign_keys_are_enforced(store: Store) -> None:
    """A row that refers to nothing is refused."""

    def unit(conn: Connection) -> None:
        conn.execute(text("INSERT INTO member (guild_id, player_id, name) VALUES (7, 7, 'nobody')"))

    with pytest.raises(IntegrityError):
        await store.transact(unit)


async def test_close_waits_for_the_work_that_was_accepted(url: str) -> None:
    """The running transaction and those in the queue finish; what comes later is refused."""
    store = await Store.open(url)
    pause = Pause()
    running = asyncio.create_task(store.transact(pause))
    await happened(pause.reached)
    queued = asyncio.create_task(store.transact(put("queued")))
    await asyncio.sleep(0)
    closing = [asyncio.create_task(store.close()) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(StoreClosed):
        await store.transact(put("late"))
    with pytest.raises(StoreClosed):
        await facts(store)
    assert not any(closer.done() for closer in closing)
    pause.go_on.set()
    await asyncio.gather(running, queued, *closing)
    again = await Store.open(url)
    assert await facts(again) == {"first", "second", "queued"}
    await again.close()


async def test_close_waits_for_readers(url: str) -> None:
    """A reader that was accepted gets its answer, one that waits for its turn too."""
    store = await Store.open(url)
    readers = [asyncio.create_task(facts(store)) for _ in range(3 * READERS)]
    await asyncio.sleep(0)
    await asyncio.gather(store.close(), store.close())
    assert await asyncio.gather(*readers) == [set()] * len(readers)


async def test_a_cancelled_closer_closes_all_the_same(url: str) -> None:
    """Cancelled while it waits for a transaction, `close` is carried to its end first."""
    store = await Store.open(url)
    pause = Pause()
    running = asyncio.create_task(store.transact(pause))
    await happened(pause.reached)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    closing.cancel()
    await asyncio.sleep(0)
    assert not closing.done()
    pause.go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await closing
    assert running.done()
    with pytest.raises(StoreClosed):
        await facts(store)


async def test_close_folds_the_write_ahead_log_back(url: str, path: Path) -> None:
    """After `close` the file alone is the database, so that it can be copied."""
    store = await Store.open(url)
    await asyncio.gather(
        *(store.transact(put(str(n))) for n in range(10)), *(facts(store) for _ in range(10))
    )
    assert path.with_name(f"{path.name}-wal").is_file()
    await store.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


async def test_close_leaves_no_thread_behind(url: str) -> None:
    """Every thread that a store started has ended or is just ending, so the process can exit."""
    before = set(threading.enumerate())
    store = await Store.open(url)
    await asyncio.gather(*(facts(store) for _ in range(10)), store.transact(put("key")))
    started = set(threading.enumerate()) - before
    await store.close()
    assert started
    for thread in started:
        thread.join(timeout=30)
        assert not thread.is_alive()
