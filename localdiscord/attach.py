"""The only place that knows discord.py: it turns the library to a local Discord and shuts other doors."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import aiohttp
import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aiohttp.connector import Connection
    from aiohttp.tracing import Trace

__all__ = ["NetworkGuardError", "attached", "network_guard"]


LOOPBACK = "127.0.0.1"


class NetworkGuardError(RuntimeError):
    """Something wanted to leave this machine; the message ends with the host.

    No OSError: aiohttp would wrap it and discord.py try again.
    """


class _Guard(aiohttp.TCPConnector):
    """A connector that opens no door but the loopback's."""

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - aiohttp calls it so
    ) -> Connection:
        if req.url.host != LOOPBACK:
            raise NetworkGuardError(f"the network is shut: {req.url.host}")
        return await super().connect(req, traces, timeout)


def network_guard() -> aiohttp.TCPConnector:
    """Return a connector for ``Bot(connector=...)`` that reaches 127.0.0.1 and nothing else.

    Make it inside a running loop; discord.py closes it with the bot.
    """
    return _Guard(limit=0)


@contextmanager
def attached(url: str) -> Iterator[None]:
    """Point discord.py at the local Discord with this address (``fake.url``), and back again at the end.

    The server may run in another process. The three seams are class attributes, so a process can be attached
    to one local Discord at a time.
    """
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    Route.BASE = f"{url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws", 1) + "/gateway")
    Asset.BASE = f"{url}/cdn"
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before
