"""Backups that the bot makes by itself, every so many hours, without keeping anybody waiting."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import asynccontextmanager
from threading import Event
from typing import TYPE_CHECKING, Final

from data import StoreError, backup

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

__all__ = ["Schedule", "now_ms"]

_log: Final = logging.getLogger(__name__)

FIRST_SECONDS: Final = 60.0
"""How soon after the start one is made that has been due before."""
RETRY_SECONDS: Final = 10 * 60.0
"""How long after one that failed the next one is tried, if that is not due earlier."""


def now_ms() -> int:
    """Give the time in milliseconds UTC."""
    return time.time_ns() // 1_000_000


class Schedule:
    """Makes backups of the database at a URL.

    :param seconds: between two of them.
    :param keep: how many of them stay, the newest ones.
    :param clock: milliseconds UTC.
    """

    def __init__(self, url: str, seconds: float, keep: int, *, clock: Callable[[], int] = now_ms) -> None:
        self._url = url
        self._seconds = seconds
        self._keep = keep
        self._clock = clock
        self._stopping = Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Make backups meanwhile; one that is being made at the end is given up."""
        working = asyncio.create_task(self._work())
        try:
            yield
        finally:
            self._stopping.set()
            working.cancel()
            await asyncio.wait({working})

    async def _work(self) -> None:
        pause = max(self._until_due(), min(FIRST_SECONDS, self._seconds))
        while True:
            await asyncio.sleep(pause)
            made = await asyncio.to_thread(self._make)
            pause = self._seconds if made else min(self._seconds, RETRY_SECONDS)

    def _until_due(self) -> float:
        """Give the seconds until the next one is due; none where there is none yet."""
        made = backup.scheduled_backups(self._url)
        return self._seconds - (self._clock() / 1000 - made[-1].stat().st_mtime) if made else 0.0

    def _make(self) -> Path | None:
        """Make a backup and remove what is too many; None, and a word in the log, where that fails."""
        begun = time.monotonic()
        try:
            made = backup.back_up(self._url, self._clock(), scheduled=True, stop=self._stopping.is_set)
            backup.prune(self._url, self._keep)
        except (StoreError, OSError) as error:
            if not self._stopping.is_set():
                _log.error("no backup could be made", extra={"reason": str(error)})
            return None
        _log.info("backup made", extra={"path": str(made), "seconds": round(time.monotonic() - begun, 3)})
        return made
