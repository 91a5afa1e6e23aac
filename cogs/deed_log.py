"""Tells who did what in a game that several play together, to whoever asks on its board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogs.chronicle import log_text
from cogs.faults import UnknownBoard
from cogs.i18n import speaker
from cogs.layouts import notice
from cogs.places import server_of
from cogs.together_id import DeedsId
from data import Kind, deeds

if TYPE_CHECKING:
    import discord

    from cogs.desk import Desk
    from cogs.sessions import Sessions

__all__ = ["DeedLog"]


class DeedLog:
    """Answers presses on the control of a board that asks for it."""

    def __init__(self, desk: Desk, sessions: Sessions) -> None:
        self._desk = desk
        self._sessions = sessions

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Tell it to whoever pressed, where the game's server is."""
        if not await self._desk.admits(interaction):
            return
        async with self._desk.answering(interaction) as answer:
            asked = DeedsId.parse(str(dict(interaction.data or {}).get("custom_id", "")))
            record = await self._sessions.record(asked.game if asked else 0)
            guild = server_of(interaction)
            if record.kind is not Kind.TOGETHER or not guild or record.guild_discord_id != guild:
                raise UnknownBoard(record.id)
            done = await self._sessions.store.read(lambda conn: deeds.deeds_of(conn, record.id))
            await answer.say(notice(log_text(speaker(interaction.locale.value), record, done)))
