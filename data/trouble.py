"""What the log says while the database does not work: a line when it begins, now and then, and at the end."""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Trouble"]

_log: Final = logging.getLogger(__name__)

REPEAT_SECONDS: Final = 60.0
"""The same trouble is told once a minute, however many players meet it."""


class Trouble:
    """Trouble of one kind, as it comes and goes; may be told of from several threads.

    :param what: what cannot be done to the database: "read" or "written".
    :param clock: seconds that never go back.
    """

    def __init__(self, what: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._clock = clock
        self._lock = threading.Lock()
        self._met = 0
        self._told = False
        self._told_at: dict[str, float] = {}

    def met(self, reason: str) -> None:
        """Count a failure, and tell of it unless that was done a moment ago."""
        with self._lock:
            self._met += 1
            now, met = self._clock(), self._met
            if now - self._told_at.get(reason, -REPEAT_SECONDS) < REPEAT_SECONDS:
                return
            self._told_at[reason] = now
            self._told = True
        _log.error("the database cannot be %s", self._what, extra={"reason": reason, "failures": met})

    def over(self) -> None:
        """Note that it works; that is told where the log says that it does not."""
        if not self._met:
            return
        with self._lock:
            met, told = self._met, self._told
            self._met, self._told = 0, False
        if told:
            _log.warning("the database can be %s again", self._what, extra={"failures": met})
