"""Units that wait, and how a test waits for them beside its event loop."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Final

from data import meta

if TYPE_CHECKING:
    from sqlalchemy import Connection

PATIENCE: Final = 30.0
"""Seconds after which a unit waits no longer, so that a failing test ends."""


async def happened(event: threading.Event) -> None:
    """Wait until a thread has set `event`."""
    assert await asyncio.to_thread(event.wait, PATIENCE)


class Pause:
    """A unit that writes, says so, and waits in the middle of its transaction."""

    def __init__(self, *, error: BaseException | None = None) -> None:
        self.reached = threading.Event()
        self.go_on = threading.Event()
        self._error = error

    def __call__(self, conn: Connection) -> str:
        """Write half, wait, write the other half."""
        meta.put(conn, "first", "half")
        self.reached.set()
        assert self.go_on.wait(PATIENCE)
        if self._error is not None:
            raise self._error
        meta.put(conn, "second", "half")
        return "whole"
