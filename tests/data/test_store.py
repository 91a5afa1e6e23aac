"""The store: one writer in order, readers beside it, whole transactions whatever happens to the caller."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError

import data
from data import Store, StoreClosed, meta
from data.store import _within
from tests.data.house import House, new_game

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy.ext.asyncio import AsyncConnection


_FORGETFUL = """
import asyncio, sys
from data import Store, meta
reached = asyncio.Event()
async def unit(conn):
    await meta.put(conn, "half", "done")
    reached.set()
    await asyncio.sleep(3600)
async def main():
    store = await Store.open(sys.argv[1])
    running = asyncio.create_task(store.transact(unit))
    await reached.wait()
asyncio.run(main())
"""


class Pause:
    """A unit that writes, says so, and waits in the middle of its transaction."""

    def __init__(self, *, error: BaseException | None = None) -> None:
        self.reached = asyncio.Event()
        self.go_on = asyncio.Event()
        self._error = error

    async def __call__(self, conn: AsyncConnection) -> str:
        """Write half, wait, write the other half."""
        await meta.put(conn, "first", "half")
        self.reached.set()
        await self.go_on.wait()
        if self._error is not None:
            raise self._error
        await meta.put(conn, "second", "half")
        return "whole"


def put(key: str) -> Callable[[AsyncConnection], Awaitable[None]]:
    """Return a unit that writes one fact."""
    return lambda conn: meta.put(conn, key, key)


async def facts(store: Store) -> set[str]:
    """Return the keys that are really in the database."""

    async def unit(conn: AsyncConnection) -> set[str]:
        return set((await conn.scalars(text("SELECT key FROM meta"))).all())

    return await store.read(unit)


async def test_a_fact_is_there_until_another_takes_its_place(store: Store) -> None:
    """`meta.put` keeps one value a key, and `meta.get` of an unknown key is None."""
    assert await store.read(lambda conn: meta.get(conn, "commands")) is None
    for value in ("old", "new"):
        await store.transact(lambda conn, value=value: meta.put(conn, "commands", value))  # type: ignore[misc]
    assert await store.read(lambda conn: meta.get(conn, "commands")) == "new"


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt("no"), asyncio.CancelledError("no")])
async def test_whatever_a_unit_raises_rolls_everything_back(store: Store, error: BaseException) -> None:
    """Exceptions, interrupts and cancellations inside leave nothing behind, and the next unit works."""

    async def unit(conn: AsyncConnection) -> None:
        await meta.put(conn, "half", "done")
        raise error

    # asyncio hands an interrupt on to the whole loop, so the transaction itself is driven here.
    with pytest.raises(type(error)):
        await _within(store._writer, unit)
    await store.transact(put("next"))
    assert await facts(store) == {"next"}


async def test_a_cancelled_caller_does_not_cut_its_transaction(store: Store) -> None:
    """Cancelled in the middle, the transaction completes first; only then is the caller told."""
    pause = Pause()
    caller = asyncio.create_task(store.transact(pause))
    await pause.reached.wait()
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
    await pause.reached.wait()
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
    await pause.reached.wait()
    waiting = asyncio.create_task(store.transact(put("gone")))
    behind = asyncio.create_task(store.transact(put("behind")))
    await asyncio.sleep(0)
    waiting.cancel()
    pause.go_on.set()
    assert await running == "whole"
    await behind
    assert waiting.cancelled()
    assert await facts(store) == {"first", "second", "behind"}


async def test_a_cancelled_reader_leaves_its_connection_usable(store: Store) -> None:
    """Many cancelled readers exhaust no pool: reading goes on."""

    async def unit(conn: AsyncConnection) -> None:
        await conn.execute(text("SELECT 1"))
        await asyncio.sleep(0)
        await conn.execute(text("SELECT 2"))

    readers = [asyncio.create_task(store.read(unit)) for _ in range(20)]
    await asyncio.sleep(0)
    for reader in readers:
        reader.cancel()
    await asyncio.gather(*readers, return_exceptions=True)
    assert await facts(store) == set()


async def test_writers_come_in_the_order_in_which_they_asked(store: Store) -> None:
    """The lock is first come, first served."""
    order: list[int] = []

    async def unit(_: AsyncConnection, number: int) -> None:
        await asyncio.sleep(0)
        order.append(number)

    await asyncio.gather(*(store.transact(lambda conn, n=n: unit(conn, n)) for n in range(20)))  # type: ignore[misc]
    assert order == list(range(20))


async def test_two_hundred_moves_beside_a_long_reader(house: House) -> None:
    """Nobody meets 'database is locked', the reader keeps its snapshot, and every move is there (D28)."""
    games = [await house.start(new_game(player)) for player in range(200)]
    begun, over = asyncio.Event(), asyncio.Event()

    async def count_revisions(conn: AsyncConnection) -> int:
        return int((await conn.execute(text("SELECT SUM(revision) FROM game"))).scalar_one())

    async def long_reader(conn: AsyncConnection) -> tuple[int, int]:
        before = await count_revisions(conn)
        begun.set()
        await over.wait()
        return before, await count_revisions(conn)

    reader = asyncio.create_task(house.store.read(long_reader))
    await begun.wait()
    moved = await asyncio.gather(*(house.act(game) for game in games))
    over.set()
    assert await reader == (0, 0)
    assert [game.revision for game in moved] == [1] * 200
    assert await house.store.read(count_revisions) == 200


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

    async def unit(conn: AsyncConnection) -> Any:
        return (await conn.execute(text(f"PRAGMA {pragma}"))).scalar_one()

    assert await store.transact(unit) == value
    assert await store.read(unit) == value


async def test_foreign_keys_are_enforced(store: Store) -> None:
    """A row that refers to nothing is refused."""

    async def unit(conn: AsyncConnection) -> None:
        await conn.execute(text("INSERT INTO member (guild_id, player_id, name) VALUES (7, 7, 'nobody')"))

    with pytest.raises(IntegrityError):
        await store.transact(unit)


async def test_close_waits_for_the_work_that_was_accepted(url: str) -> None:
    """The running transaction and those in the queue finish; what comes later is refused."""
    store = await Store.open(url)
    pause = Pause()
    running = asyncio.create_task(store.transact(pause))
    await pause.reached.wait()
    queued = asyncio.create_task(store.transact(put("queued")))
    await asyncio.sleep(0)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    with pytest.raises(StoreClosed):
        await store.transact(put("late"))
    with pytest.raises(StoreClosed):
        await facts(store)
    pause.go_on.set()
    await asyncio.gather(running, queued, closing)
    again = await Store.open(url)
    assert await facts(again) == {"first", "second", "queued"}
    await again.close()


async def test_close_waits_for_readers(url: str) -> None:
    """A reader that was accepted gets its answer."""
    store = await Store.open(url)
    reader = asyncio.create_task(facts(store))
    await asyncio.sleep(0)
    await asyncio.gather(store.close(), store.close())
    assert await reader == set()


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


async def test_a_process_that_forgets_to_close_still_exits(url: str) -> None:
    """When the loop is torn down around a transaction, it rolls back and no thread holds the exit."""
    root = Path(data.__file__).parents[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _FORGETFUL, url, env={**os.environ, "PYTHONPATH": str(root)}
    )
    assert await process.wait() == 0
    store = await Store.open(url)
    assert await facts(store) == set()
    await store.close()
