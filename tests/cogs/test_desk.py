"""The frame of every handler: once each, bounded memory, and a stop that waits."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cogs import desk as module
from cogs.desk import REMEMBERED, Desk

if TYPE_CHECKING:
    from collections.abc import Callable


def test_an_interaction_is_taken_once() -> None:
    """The second delivery of an interaction is known."""
    desk = Desk()
    assert [desk.first_time(number) for number in (1, 2, 1, 2, 3)] == [True, True, False, False, True]


def test_the_memory_of_interactions_is_bounded() -> None:
    """Only the latest ids are kept; the newest of them are still known."""
    desk = Desk()
    assert all(desk.first_time(number) for number in range(3 * REMEMBERED))
    assert len(desk._seen) == REMEMBERED
    assert not desk.first_time(3 * REMEMBERED - 1)


async def test_a_stop_waits_for_the_work_under_way() -> None:
    """Draining returns when the handlers have finished, and takes no new work from its beginning."""
    desk, done, begun = Desk(), [], asyncio.Event()

    async def work() -> None:
        async with desk.working():
            begun.set()
            await asyncio.sleep(0)
            done.append(desk.closing)

    task = asyncio.create_task(work())
    await begun.wait()
    await desk.drain()
    assert done == [True]
    await task


async def test_a_stop_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler that hangs does not keep the bot from stopping."""
    monkeypatch.setattr(module, "DRAIN_SECONDS", 0)
    desk, begun = Desk(), asyncio.Event()

    async def hang() -> None:
        async with desk.working():
            begun.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(hang())
    await begun.wait()
    await desk.drain()
    assert not task.done()
    task.cancel()
    await asyncio.wait({task})
    assert not desk._working


async def test_work_that_fails_is_no_longer_under_way() -> None:
    """Errors and cancellations leave no task behind."""
    desk = Desk()

    def failing(error: type[BaseException]) -> Callable[[], None]:
        def fail() -> None:
            raise error

        return fail

    for error in (RuntimeError, asyncio.CancelledError):
        with pytest.raises(error):
            async with desk.working():
                failing(error)()
    assert not desk._working
