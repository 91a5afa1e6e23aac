"""The deal of each day: the same for everybody, known to nobody before, winnable where that can be proved.

Imports no Discord. A day's deal number is a keyed hash of its date and the number of the attempt. Attempts go
on until the solver proves a win under draw 3, which wins under draw 1 too: with unlimited passes three single
draws bring the same card as one draw of three, and leave the same waste.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING, Final

from cogs.winnable import wins
from data import daily, meta
from data.daily import DayDeal
from data.periods import DAY_MS, day_of
from klondike import Deal, Rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.compiled import Compiled, Solve
    from cogs.sessions import Sessions
    from cogs.workbench import Workbench

__all__ = ["DayDeals", "deal_number"]

_log: Final = logging.getLogger(__name__)

KEY: Final = "daily-key"
"""The stored fact that holds the key where the environment names none."""

PROOF_SECONDS: Final = 10.0
"""How long a winnable deal is looked for. Eight of ten attempts are settled in some tenths of a second."""

MAX_STATES: Final = 500_000
"""Positions looked at in one attempt, some tenths of a second: the next is sooner settled than a hard one."""

LOADING_SECONDS: Final = 60.0
"""How long the first player of a day waits for a solver that is just being made ready."""

LOOK_SECONDS: Final = 0.2

_PROVED: Final = Rules.preset(draw=3)
_BITS: Final = 60


def deal_number(key: str, day: int, attempt: int) -> int:
    """Give the deal number of an attempt at a day (days since 1970 UTC): 60 bits of HMAC-SHA256."""
    date = datetime.fromtimestamp(day * DAY_MS / 1000, UTC).date()
    digest = hmac.digest(key.encode(), f"{date.isoformat()}:{attempt}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big") >> (64 - _BITS)


class DayDeals:
    """Gives the deal of each day, made when the first one asks.

    :param compiled: compiled search, with the solver where there is one.
    :param bench: where it works.
    :param key: of the hash; None takes the stored one, made once.
    """

    def __init__(self, sessions: Sessions, compiled: Compiled, bench: Workbench, key: str | None) -> None:
        self._sessions = sessions
        self._compiled = compiled
        self._bench = bench
        self._key = key
        self._making = asyncio.Lock()

    async def of(self, day: int) -> DayDeal:
        """Give the deal of a day that has begun. Whoever asks while it is being made waits for the same one.

        :raises ValueError: the day has not begun.
        :raises Busy: it is still to be made, and others want too much worked out.
        :raises Restarting: the bot stops before it is made.
        """
        if day > day_of(self._sessions.clock()):
            raise ValueError(f"day {day} has not begun")
        found = await self._kept(day)
        if found is not None:
            return found
        async with self._making:
            found = await self._kept(day)
            if found is not None:
                return found
            made, now = await self._made(day), self._sessions.clock()
            return await self._sessions.store.transact(lambda conn: daily.keep(conn, made, now=now))

    async def _kept(self, day: int) -> DayDeal | None:
        return await self._sessions.store.read(lambda conn: daily.deal_of(conn, day))

    async def _made(self, day: int) -> DayDeal:
        key = self._key or await self._stored_key()
        solve = await self._solver()
        if solve is not None:
            proven = await self._bench.run(lambda stop: _proven(key, day, solve, stop))
            if proven is not None:
                return DayDeal(day, proven, proven=True)
        return DayDeal(day, deal_number(key, day, 0), proven=False)

    async def _stored_key(self) -> str:
        made = secrets.token_hex(32)
        return await self._sessions.store.transact(lambda conn: meta.keep(conn, KEY, made))

    async def _solver(self) -> Solve | None:
        """Give the solver; one that is just being made ready is waited for."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LOADING_SECONDS):
                while self._compiled.loading:  # noqa: ASYNC110 - it is made ready once in the bot's life
                    await asyncio.sleep(LOOK_SECONDS)
        return self._compiled.solve


def _proven(key: str, day: int, solve: Solve, stop: Callable[[], bool]) -> int | None:
    """Give the first attempt that is proved to be winnable; None where time runs out before."""
    end = monotonic() + PROOF_SECONDS

    def is_late() -> bool:
        return stop() or monotonic() > end

    try:
        for attempt in count():
            if is_late():
                return None
            number = deal_number(key, day, attempt)
            solution = solve(Deal(number), _PROVED, max_states=MAX_STATES, stop=is_late)
            line = " ".join(map(str, solution.line))
            if line and wins(Deal(number), _PROVED, line):
                return number
    except Exception as error:  # noqa: BLE001 - a day without a proof is better than one without a deal
        _log.warning("no proof for the deal of day %s: %r", day, error)
    return None
