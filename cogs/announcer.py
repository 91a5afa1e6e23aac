"""The daily deal announced in the channels that servers chose, once a day, soon after midnight UTC.

What day it is the clock of the games tells. A server's day is claimed in the store before it is announced, so
that neither a restart nor another process announces it again; what cannot be posted then is not made up for.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from cogs.control import button
from cogs.daily_id import DayPageId, PlayId
from cogs.daily_list import ranking
from cogs.days import date_text
from cogs.i18n import speaker
from cogs.layouts import notice
from data import daily
from data.periods import DAY_MS, GRACE_MS, day_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discord import ui
    from sqlalchemy import Connection

    from cogs.i18n import Say
    from cogs.sessions import Sessions
    from data import GuildSettings
    from data.daily import DayPage

__all__ = ["Announcer", "invitation"]

_log: Final = logging.getLogger(__name__)

LOOK_SECONDS: Final = 30.0
"""How often the clock is looked at: it may be set anew, and a computer may have slept over midnight."""

CLOSE_SECONDS: Final = 2.0
"""How long a stop waits for an announcement that is under way."""

TOP: Final = 3
"""Players of yesterday's list who are named."""


class Announcer:
    """Announces each day's deal.

    :param client: the bot: it announces in the servers that this very process is connected to.
    """

    def __init__(self, client: discord.Client, sessions: Sessions) -> None:
        self._client = client
        self._sessions = sessions
        self._running: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()

    def begin(self) -> None:
        """Begin to look at the clock, once."""
        if self._running is None and not self._closing.is_set():
            self._running = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what was claimed is still posted, unless Discord takes long."""
        self._closing.set()
        if self._running is not None:
            await asyncio.wait({self._running}, timeout=CLOSE_SECONDS)
            self._running.cancel()
            await asyncio.wait({self._running})

    async def _run(self) -> None:
        sound = True
        while not self._closing.is_set():
            try:
                await self.look()
                sound = True
            except Exception as error:  # noqa: BLE001 - whatever it is, the next look may do better
                if sound:
                    _log.warning("the daily deal is not announced for a while: %r", error)
                sound = False
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._closing.wait()

    async def look(self) -> None:
        """Announce the day's deal wherever that is still to be done."""
        today = day_of(self._sessions.clock())
        store = self._sessions.store
        for guild_id, settings in await store.read(lambda conn: daily.to_announce(conn, today)):
            guild = self._client.get_guild(guild_id)
            if self._closing.is_set():
                return
            if guild is None:  # it belongs to another process, or the bot is no longer a member
                continue
            claimed = guild.id
            if await store.transact(lambda conn, claimed=claimed: daily.claim(conn, claimed, today)):  # type: ignore[misc]
                await self._announce(guild, settings, today)

    async def _announce(self, guild: discord.Guild, settings: GuildSettings, day: int) -> None:
        say = speaker(settings.locale or guild.preferred_locale.value)
        channel = self._client.get_partial_messageable(settings.daily_channel or 0, guild_id=guild.id)
        draw, yesterday = await self._sessions.store.read(lambda conn: _found(conn, guild.id, day))
        roles = [discord.Object(settings.daily_role)] if settings.daily_role else []
        layout = invitation(say, day, draw, yesterday, role=settings.daily_role)
        mentions = discord.AllowedMentions(everyone=False, users=False, roles=roles, replied_user=False)
        try:
            await channel.send(view=layout, allowed_mentions=mentions)
        except (discord.HTTPException, aiohttp.ClientError) as error:
            _log.info("the daily deal could not be announced in channel %s: %s", channel.id, error)


def _found(conn: Connection, guild_id: int, day: int) -> tuple[int, DayPage]:
    yesterday = daily.page(conn, guild_id, day - 1, 0, size=TOP, number=1)
    return daily.draw_of(conn, guild_id, day), yesterday


def invitation(say: Say, day: int, draw: int, yesterday: DayPage, *, role: int | None) -> ui.LayoutView:
    """Lay out the invitation to a day's deal.

    :param yesterday: the list of the day before, of which the first are named.
    :param role: Discord id of the role that is mentioned.
    """
    buttons: list[Any] = [button(PlayId(), say("button.daily-play"), emoji="🎴", style=_PRIMARY)]
    if yesterday.players:
        buttons.append(button(DayPageId(day - 1), say("button.daily-list"), emoji="📅"))
    return notice("\n".join(_lines(say, day, draw, yesterday, role)), *buttons)


def _lines(say: Say, day: int, draw: int, yesterday: DayPage, role: int | None) -> Iterator[str]:
    if role is not None:
        yield f"<@&{role}>"
    yield say("daily.announce", date=date_text(say, day), draw=draw)
    if not yesterday.players:
        return
    yield say("daily.announce-yesterday", date=date_text(say, day - 1))
    yield from ranking(say, tuple(row for row in yesterday.rows if row.rank is not None), is_over=True)
    playing = yesterday.players - yesterday.ranked
    if playing:
        # They have a while longer than the day, so the list may still change.
        yield say("daily.announce-playing", n=playing, time=f"<t:{(day * DAY_MS + GRACE_MS) // 1000}:t>")


_PRIMARY: Final = discord.ButtonStyle.success
