"""Long work beside the event loop, little at once, which a stop of the bot breaks off. Imports no Discord."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING, Final, TypeVar

from cogs.faults import Busy, Restarting, StillWorking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Halted", "Workbench"]

T = TypeVar("T")

WORKERS: Final = 2
"""Works at once: each keeps a core busy, and a step of a film or a press must still find one."""

WAIT_SECONDS: Final = 15.0
"""How long work waits for its turn: two long ones before it, and well below what an answer may take."""


class Halted(Exception):
    """Work under way was told to end."""


class Workbench:
    """Where work is done in a thread that is not the event loop's.

    :param wait: seconds that work waits for its turn.
    :param name: of its threads.
    """

    def __init__(self, wait: float = WAIT_SECONDS, name: str = "workbench") -> None:
        self._wait = wait
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix=name)
        self._free = asyncio.Semaphore(WORKERS)
        self._stopping = Event()
        self._members: set[int] = set()

    @contextmanager
    def only(self, member: int) -> Iterator[None]:
        """Let a member have something worked out, one thing at a time, so that nobody keeps all others out.

        :raises StillWorking: the last one is not done yet.
        """
        if member in self._members:
            raise StillWorking
        self._members.add(member)
        try:
            yield
        finally:
            self._members.discard(member)

    async def run(self, work: Callable[[Callable[[], bool]], T]) -> T:
        """Do work, which is given a `stop` that it asks now and then.

        :raises Busy: others were before it for too long.
        :raises Restarting: the bot stops.
        """
        try:
            async with asyncio.timeout(self._wait):
                await self._free.acquire()
        except TimeoutError:
            raise Busy from None
        try:
            if self._stopping.is_set():
                raise Restarting
            result = await asyncio.get_running_loop().run_in_executor(
                self._threads, work, self._stopping.is_set
            )
        except Halted:
            raise Restarting from None
        finally:
            self._free.release()
        if self._stopping.is_set():
            raise Restarting  # broken off, so what came of it is not what was asked for
        return result

    def halt(self) -> None:
        """Break off what is under way, and take nothing more."""
        self._stopping.set()

    def close(self) -> None:
        """Break off what is under way and let the threads go."""
        self.halt()
        self._threads.shutdown(wait=True, cancel_futures=True)
