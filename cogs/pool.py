"""Winnable deals, kept ready: a thread that searches at leisure, and at once for a player who waits.

Imports no Discord. The solver is an extra (`cogs.compiled`): where it is not there, what lies in the pool is
still dealt.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Final, TypeVar

from cogs.faults import NoSolver, NoWinnableDeal, Restarting
from cogs.winnable import wins
from data import pool
from klondike import Deal, Rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.choices import Choice
    from cogs.compiled import Compiled
    from cogs.sessions import Seat, Sessions, Turn
    from data import PooledDeal

__all__ = ["CLASSES", "Pool"]

T = TypeVar("T")

_log: Final = logging.getLogger(__name__)

READY: Final = 4
"""Deals that are kept ready for each class of rules."""

MAX_STATES: Final = 500_000
"""Positions looked at for one deal, some tenths of a second: another deal is sooner found than a hard one."""

PAUSE_SECONDS: Final = 1.0
"""The pause between two searches, while nobody waits."""

RETRY_SECONDS: Final = 60.0
"""The pause after something went wrong, such as a full disk."""

SEARCH_SECONDS: Final = 5.0
"""How long a player waits for a search where the pool holds no deal: one in twenty can be won where it is
hardest (Vegas, draw 3), and a search takes some hundredths of a second."""

CLASSES: Final = tuple(
    {
        rules.winning_class: rules
        for rules in (Rules.parse(f"D{draw}{letter}") for letter in "CVTBN" for draw in (1, 3))
    }.values()
)
"""Rules of each class, one for all those under which the same deals can be won."""


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    """A player who waits for a deal."""

    rules: Rules
    deal: asyncio.Future[Deal]


class Pool:
    """Keeps winnable deals ready and starts games on them.

    :param compiled: compiled search, with the solver where there is one.
    """

    def __init__(self, sessions: Sessions, compiled: Compiled) -> None:
        self._sessions = sessions
        self._compiled = compiled
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pool")
        self._classes = deque(CLASSES)
        self._waiting: deque[_Waiting] = deque()
        self._wake = asyncio.Event()
        self._stopping = Event()
        self._filling: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin to fill the pool, once the solver is ready; where there is none, nothing is filled."""
        if self._filling is None and self._compiled.solve is not None and not self._stopping.is_set():
            self._filling = asyncio.create_task(self._fill())

    async def start(
        self,
        seat: Seat,
        choice: Choice,
        *,
        interaction: int,
        replaces: int | None = None,
        revision: int | None = None,
    ) -> Turn:
        """Start a game as `Sessions.start` does; where the pool has no deal for it, one is searched for.

        :raises NoWinnableDeal: none was found in time; nothing was changed.
        :raises NoSolver: none can be searched for; nothing was changed.
        """
        begin = partial(
            self._sessions.start,
            *(seat, choice),
            interaction=interaction,
            replaces=replaces,
            revision=revision,
        )
        try:
            return await begin()
        except NoWinnableDeal as none:
            return await begin(deal=await self._search(none.rules))
        finally:
            if choice.winnable:
                self._wake.set()

    async def close(self) -> None:
        """Stop searching at once; whoever waits for a deal is told."""
        self._stopping.set()
        for waiting in self._waiting:
            if not waiting.deal.done():
                waiting.deal.set_exception(Restarting())
        if self._filling is not None:
            self._filling.cancel()
            await asyncio.wait({self._filling})
        self._thread.shutdown(wait=True, cancel_futures=True)

    async def _search(self, rules: Rules) -> Deal:
        """Have a deal searched for before all others."""
        if self._stopping.is_set():
            raise Restarting
        if self._compiled.solve is None:
            raise NoWinnableDeal(rules) if self._compiled.loading else NoSolver
        waiting = _Waiting(rules, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._wake.set()
        try:
            async with asyncio.timeout(SEARCH_SECONDS):
                return await waiting.deal
        except TimeoutError:
            raise NoWinnableDeal(rules) from None
        finally:
            self._waiting.remove(waiting)

    async def _fill(self) -> None:
        """Fill the pool for ever; what goes wrong is told once, and tried again later."""
        sound, checked = True, False
        while True:
            try:
                if not checked:
                    await self._throw_out()
                    checked = True
                await self._step()
                sound = True
            except Exception as error:  # noqa: BLE001 - whatever it is, no player waits for it
                if sound:
                    _log.warning("no winnable deals are made for a while: %r", error)
                sound = False
                await self._rest(RETRY_SECONDS)

    async def _step(self) -> None:
        """Search one deal for what is wanted most, or wait until something is."""
        self._wake.clear()
        rules = self._asked_for() or await self._short_of()
        if rules is None:
            await self._wake.wait()
            return
        deal = self._sessions.random_deal()
        line = await self._aside(lambda: self._solved(deal, rules))
        if line:
            await self._put(deal, rules, line)
        if not self._waiting:
            await self._rest(PAUSE_SECONDS)

    def _asked_for(self) -> Rules | None:
        """Give the rules that a player waits for, all of them in turn."""
        self._waiting.rotate(-1)
        return self._waiting[-1].rules if self._waiting else None

    async def _short_of(self) -> Rules | None:
        """Give rules for which deals are missing, all of them in turn."""
        held = await self._sessions.store.read(pool.counts)
        for _ in range(len(self._classes)):
            self._classes.rotate(-1)
            rules = self._classes[-1]
            if held.get(rules.winning_class, 0) < READY:
                return rules
        return None

    async def _put(self, deal: Deal, rules: Rules, line: str) -> None:
        """Give a deal to a player who waits for it, or keep it."""
        for waiting in self._waiting:
            if waiting.rules.winning_class == rules.winning_class and not waiting.deal.done():
                waiting.deal.set_result(deal)
                return
        number, now = deal.number, self._sessions.clock()
        assert number is not None  # noqa: S101 - a random deal has a number
        await self._sessions.store.transact(
            lambda conn: pool.add(conn, rules.winning_class, number, line, now=now)
        )
        _log.debug("one more winnable deal for %s", rules.winning_class)

    async def _throw_out(self) -> None:
        """Throw away what an older program has left that can no longer be won so."""
        store = self._sessions.store
        held = await store.read(pool.everything)
        wrong = await self._aside(lambda: [one.id for one in held if not _holds(one)])
        if wrong:
            await store.transact(lambda conn: pool.drop(conn, wrong))
            _log.debug("winnable deals of an older program: %s", len(wrong))

    def _solved(self, deal: Deal, rules: Rules) -> str:
        """Give a line that wins, which the engine has played; empty where none was found."""
        solve = self._compiled.solve
        assert solve is not None  # noqa: S101 - without it the pool is not filled
        solution = solve(deal, rules, max_states=MAX_STATES, stop=self._stopping.is_set)
        line = " ".join(map(str, solution.line))
        return line if wins(deal, rules, line) else ""

    async def _aside(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _rest(self, seconds: float) -> None:
        """Pause, until something is wanted."""
        self._wake.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()


def _holds(pooled: PooledDeal) -> bool:
    rules = next((rules for rules in CLASSES if rules.winning_class == pooled.rules_class), None)
    return rules is not None and wins(Deal(pooled.deal), rules, pooled.line)
