"""How long Discord is waited for, and what is asked of it once more."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, TypeVar

import aiohttp
import discord

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

__all__ = ["PATIENCE", "patiently"]

T = TypeVar("T")

PATIENCE: Final = 10.0
"""Seconds that a request may take with all its retries: others wait for the same board meanwhile, and
discord.py alone would go on for 25 seconds, or for minutes where nothing comes back."""

PAUSE: Final = 1.0
"""Seconds before a request that was turned away goes out again."""

TURNED_AWAY: Final = frozenset({429, 503})
"""Statuses of a request that nobody has carried out, which discord.py does not always repeat: too many,
as the network before Discord says it, and no service."""


async def patiently(request: Callable[[], Awaitable[T]], seconds: float = PATIENCE) -> T:
    """Send a request, and once more where the connection was lost or the request turned away.

    :param request: begins a try; one that was carried out although its receipt was lost is made again.
    :raises aiohttp.ServerTimeoutError: when it took longer than so many seconds.
    """
    try:
        async with asyncio.timeout(seconds):
            try:
                return await request()
            except aiohttp.ClientError:
                return await request()
            except discord.HTTPException as error:
                if error.status not in TURNED_AWAY:
                    raise
                await asyncio.sleep(PAUSE)
                return await request()
    except TimeoutError as error:
        raise aiohttp.ServerTimeoutError(f"no answer within {seconds:.1f} s") from error
