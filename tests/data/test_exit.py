"""A process that forgets its store still exits, and leaves whole transactions only."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

import data
from data import Store
from tests.data.test_store import facts

_BEGIN = """
import asyncio, sys, threading, time
from data import Store, meta
reached = threading.Event()
def unit(conn):
    meta.put(conn, "first", "half")
    reached.set()
    time.sleep(0.3)
    meta.put(conn, "second", "half")
async def main():
    store = await Store.open(sys.argv[1])
    running = asyncio.create_task(store.transact(unit))
    queued = asyncio.create_task(store.transact(lambda conn: meta.put(conn, "queued", "never")))
    await asyncio.to_thread(reached.wait)
"""

_ENDS = {
    "returns": "asyncio.run(main())",
    "raises": "    raise SystemExit(0)\nasyncio.run(main())",
    "interrupted": "    import signal; signal.raise_signal(signal.SIGINT); await asyncio.sleep(3600)\n"
    # A shell lets what it starts in the background ignore the signal; Python then would too.
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "try:\n    asyncio.run(main())\nexcept KeyboardInterrupt:\n    pass",
}


async def exit_of(program: str, url: str) -> int:
    """Run a program and return how it ended."""
    root = Path(data.__file__).parents[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, url, env={**os.environ, "PYTHONPATH": str(root)}
    )
    async with asyncio.timeout(60):
        return await process.wait()


@pytest.mark.parametrize("end", _ENDS)
async def test_a_process_that_forgets_to_close_still_exits(url: str, end: str) -> None:
    """When the loop is torn down around a transaction, that ends, the queue behind it does not begin."""
    assert await exit_of(_BEGIN + _ENDS[end], url) == 0
    store = await Store.open(url)
    assert await facts(store) == {"first", "second"}
    await store.close()


async def test_a_process_whose_store_is_idle_exits(url: str) -> None:
    """Threads that wait for work hold no exit."""
    program = "import asyncio, sys\nfrom data import Store, meta\nasync def main():\n"
    program += "    store = await Store.open(sys.argv[1])\n"
    program += "    await store.transact(lambda conn: meta.put(conn, 'first', 'half'))\n"
    program += "    await store.read(lambda conn: meta.get(conn, 'first'))\n    return store\n"
    assert await exit_of(f"{program}kept = asyncio.run(main())", url) == 0
    store = await Store.open(url)
    assert await facts(store) == {"first"}
    await store.close()
