"""`/healthz` on 127.0.0.1: whether the bot does its work, for whatever watches over it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from aiohttp import web

from data import meta

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from cogs.client import KlondikeBot
    from data import Store

__all__ = ["Health", "HealthPortTaken"]

_log: Final = logging.getLogger(__name__)

HOST: Final = "127.0.0.1"
STORE_SECONDS: Final = 1.0
"""How long a write may take."""
LAG_SECONDS: Final = 1.0
"""How late the event loop may be; Discord waits three seconds for an answer."""
TICK_SECONDS: Final = 0.25
LOOKED_BACK_SECONDS: Final = 10.0
"""How long the loop's worst delay counts."""
HEALTH_KEY: Final = "health"
"""The stored fact that a look at the health writes."""


class HealthPortTaken(Exception):
    """Nothing can listen on the port that is set as HEALTH_PORT."""

    def __init__(self, port: int, reason: str) -> None:
        super().__init__(f"HEALTH_PORT: nothing can listen on {HOST}:{port} ({reason}); set another port")


class Health:
    """Looks at the gateway, the store and the event loop.

    :ivar lag: the loop's worst delay of late, in seconds.
    """

    def __init__(self, bot: KlondikeBot) -> None:
        self._bot = bot
        self._ticks: deque[tuple[float, float]] = deque()
        self._write: asyncio.Task[float] | None = None

    @asynccontextmanager
    async def served(self, port: int) -> AsyncIterator[None]:
        """Answer at `http://127.0.0.1:PORT/healthz` meanwhile.

        :raises HealthPortTaken: the port cannot be had.
        """
        app = web.Application()
        app.router.add_get("/healthz", self._answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        ticking = asyncio.create_task(self._tick())
        try:
            try:
                await web.TCPSite(runner, HOST, port).start()
            except OSError as error:
                raise HealthPortTaken(port, error.strerror or str(error)) from error
            _log.info("health is served", extra={"address": f"http://{HOST}:{port}/healthz"})
            yield
        finally:
            ticking.cancel()
            await runner.cleanup()

    async def problems(self) -> list[str]:
        """List what is wrong, in words; empty when all is well."""
        found = []
        if self._bot.desk.closing:
            found.append("the bot is stopping")
        elif self._bot.ws is None or not self._bot.ws.open:  # type: ignore[redundant-expr]  # None until connected
            found.append("the gateway is not connected")
        if (trouble := await self._store_trouble()) is not None:
            found.append(trouble)
        if self.lag > LAG_SECONDS:
            found.append(f"the event loop was {self.lag:.1f} s late")
        return found

    @property
    def lag(self) -> float:
        """The loop's worst delay of late, in seconds."""
        return max((late for _, late in self._ticks), default=0.0)

    async def _answer(self, _request: web.Request) -> web.Response:
        problems = await self.problems()
        body = {
            "status": "failing" if problems else "ok",
            "problems": problems,
            "lag_ms": round(self.lag * 1000),
            "servers": len(self._bot.guilds),
        }
        return web.json_response(body, status=503 if problems else 200)

    async def _store_trouble(self) -> str | None:
        """Write, for at most a second; a write that hangs is waited for by later looks too."""
        if self._write is None or self._write.done():
            self._write = asyncio.create_task(_written(self._bot.sessions.store))
        await asyncio.wait({self._write}, timeout=STORE_SECONDS)
        if not self._write.done():
            return f"the store takes more than {STORE_SECONDS:.0f} s for a write"
        error = self._write.exception()
        return None if error is None else f"the store refuses to write: {error}"

    async def _tick(self) -> None:
        """Measure how late the loop wakes a task, again and again."""
        while True:
            due = time.monotonic() + TICK_SECONDS
            await asyncio.sleep(TICK_SECONDS)
            now = time.monotonic()
            self._ticks.append((now, now - due))
            while self._ticks[0][0] < now - LOOKED_BACK_SECONDS:
                self._ticks.popleft()


async def _written(store: Store) -> float:
    """Write a fact and give the seconds that it took."""
    begun = time.monotonic()
    await store.transact(lambda conn: meta.put(conn, HEALTH_KEY, str(int(time.time()))))
    return time.monotonic() - begun
