"""The writer's commits: units that wait together share one, and each keeps every promise of its own."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError, OperationalError

import data
from data import Store, meta
from data.store import BATCH
from tests.data.test_store import facts, put
from tests.data.waiting import PATIENCE, Pause, happened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from sqlalchemy import Connection

KILLED = -9

_TORN = """
import asyncio, os, signal, sys, threading
from data import Store, meta
begun, go_on = threading.Event(), threading.Event()
def pause(conn):
    begun.set()
    go_on.wait()
def kill(conn):
    os.kill(os.getpid(), signal.SIGKILL)
async def promise(store, key):
    await store.transact(lambda conn: meta.put(conn, key, key))
    print(key, flush=True)
async def main():
    store = await Store.open(sys.argv[1])
    await promise(store, "before")
    waiting = [asyncio.create_task(store.transact(pause))]
    await asyncio.to_thread(begun.wait)
    waiting += [asyncio.create_task(promise(store, str(n))) for n in range(5)]
    waiting.append(asyncio.create_task(store.transact(kill)))
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.wait(waiting)
asyncio.run(main())
"""

_FULL = """
import asyncio, resource, sys, threading
from pathlib import Path
from data import Store, meta
begun, go_on = threading.Event(), threading.Event()
def pause(conn):
    begun.set()
    go_on.wait()
async def main():
    store = await Store.open(sys.argv[1])
    hold = asyncio.create_task(store.transact(pause))
    await asyncio.to_thread(begun.wait)
    batch = [asyncio.create_task(store.transact(lambda conn, n=n: meta.put(conn, str(n), "x" * 20_000)))
        for n in range(5)]
    await asyncio.sleep(0)
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    log = Path(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + 50_000, hard))
    go_on.set()
    print(*[type(end).__name__ for end in await asyncio.gather(hold, *batch, return_exceptions=True)])
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    await store.transact(lambda conn: meta.put(conn, "after", "after"))
    await store.close()
asyncio.run(main())
"""


@asynccontextmanager
async def busy_writer(store: Store) -> AsyncIterator[None]:
    """Keep the writer busy meanwhile, so that what is asked for becomes one batch."""
    pause = Pause()
    running = asyncio.create_task(store.transact(pause))
    await happened(pause.reached)
    yield
    await asyncio.sleep(0)
    pause.go_on.set()
    await running


def asked(store: Store, *units: Callable[[Connection], object]) -> list[asyncio.Task[object]]:
    """Ask for units at the same time, in this order."""
    return [asyncio.create_task(store.transact(unit)) for unit in units]


async def ended(tasks: list[asyncio.Task[object]]) -> list[type]:
    """Give what became of each task, as the type of its result or error."""
    async with asyncio.timeout(PATIENCE):
        return [type(end) for end in await asyncio.gather(*tasks, return_exceptions=True)]


async def run(program: str, *arguments: str) -> tuple[int, str]:
    """Run a program and give its status and what it printed."""
    root = str(Path(data.__file__).parents[1])
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program, *arguments),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": root},
    )
    async with asyncio.timeout(60):
        printed, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, printed.decode()


async def test_units_that_wait_share_commits_and_no_batch_grows_without_bound(store: Store) -> None:
    """Three batches' worth of waiting units take three commits, whatever their number."""
    commits: list[object] = []
    event.listen(store._writer._engine, "commit", commits.append)
    async with busy_writer(store):
        tasks = asked(store, *(put(f"{n}") for n in range(3 * BATCH)))
    await ended(tasks)
    assert len(commits) == 1 + 3
    assert len(await facts(store)) == 2 + 3 * BATCH


async def test_nobody_is_answered_before_the_commit(store: Store) -> None:
    """A unit that has run, but whose batch goes on, is neither answered nor to be seen."""
    last = Pause()
    async with busy_writer(store):
        tasks = asked(store, put("early"), last)
    await happened(last.reached)
    await asyncio.sleep(0.05)
    assert not any(task.done() for task in tasks)
    assert await facts(store) == {"first", "second"}
    last.go_on.set()
    await ended(tasks)
    assert "early" in await facts(store)


async def test_a_unit_that_fails_undoes_itself_alone(store: Store) -> None:
    """Its neighbours before and after it are stored, and its caller alone gets the error."""
    error = ValueError("no")

    def fail(conn: Connection) -> None:
        meta.put(conn, "before", "overwritten")
        meta.put(conn, "half", "done")
        raise error

    async with busy_writer(store):
        tasks = asked(store, put("before"), fail, put("after"))
    assert await ended(tasks) == [type(None), ValueError, type(None)]
    assert tasks[1].exception() is error
    assert await facts(store) == {"first", "second", "before", "after"}
    assert await store.read(lambda conn: meta.get(conn, "before")) == "before"


async def test_a_caller_cancelled_while_its_batch_runs_writes_nothing(store: Store) -> None:
    """Until its own turn comes within the batch, it can withdraw; the others are stored."""
    earlier = Pause()
    async with busy_writer(store):
        tasks = asked(store, earlier, put("gone"), put("behind"))
    await happened(earlier.reached)
    tasks[1].cancel()
    await asyncio.wait([tasks[1]], timeout=PATIENCE)
    assert tasks[1].cancelled()
    earlier.go_on.set()
    assert await ended(tasks) == [str, asyncio.CancelledError, type(None)]
    assert await facts(store) == {"first", "second", "behind"}


async def test_a_caller_cancelled_after_its_turn_is_told_after_the_commit(store: Store) -> None:
    """What it asked for is done, since its batch goes on."""
    later = Pause()
    async with busy_writer(store):
        tasks = asked(store, put("done"), later)
    await happened(later.reached)
    tasks[0].cancel()
    await asyncio.sleep(0)
    assert not tasks[0].done()
    later.go_on.set()
    assert await ended(tasks) == [asyncio.CancelledError, str]
    assert "done" in await facts(store)


async def test_a_commit_that_fails_fails_all(store: Store) -> None:
    """Everybody in the batch is told, also who had an error of their own, and the next batch works."""

    def orphan(conn: Connection) -> None:
        conn.execute(text("PRAGMA defer_foreign_keys = ON"))
        conn.execute(text("INSERT INTO member (guild_id, player_id, name) VALUES (7, 7, 'nobody')"))

    def fail(_: Connection) -> None:
        raise ValueError("no")

    async with busy_writer(store):
        tasks = asked(store, put("before"), orphan, fail, put("after"))
    assert await ended(tasks) == [IntegrityError] * 4
    await store.transact(put("next"))
    assert await facts(store) == {"first", "second", "next"}


async def test_what_rolls_the_whole_transaction_back_fails_who_was_in_it(store: Store) -> None:
    """Units that had run are told that nothing was stored; those that had not are run after it."""

    def undo_all(conn: Connection) -> None:
        conn.execute(text("INSERT OR ROLLBACK INTO meta (key, value) VALUES ('first', 'again')"))

    async with busy_writer(store):
        tasks = asked(store, put("before"), undo_all, put("after"))
    assert await ended(tasks) == [OperationalError, OperationalError, type(None)]
    assert await facts(store) == {"first", "second", "after"}


async def test_a_full_disk_at_the_commit_fails_the_batch_and_nothing_more(url: str, path: Path) -> None:
    """Where the log cannot grow, all five are told so; with room again the store goes on."""
    log = path.with_name(f"{path.name}-wal")
    status, printed = await run(_FULL, url, str(log))
    assert (status, printed.split()) == (0, ["NoneType", *["StoreFailing"] * 5])
    store = await Store.open(url)
    assert await facts(store) == {"after"}
    await store.close()


async def test_a_kill_in_the_middle_of_a_batch_leaves_nothing_of_it(url: str) -> None:
    """No caller was answered, and nothing of what had run is there."""
    assert await run(_TORN, url) == (KILLED, "before\n")
    store = await Store.open(url)
    assert await facts(store) == {"before"}
    await store.close()
