"""Where in a server the bot plays, as those who manage it have chosen."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

from cogs.answering import Answer
from cogs.faults import NotPlayedHere
from cogs.places import seat_of, server_of
from data import GuildSettings, deeds, guilds

if TYPE_CHECKING:
    import discord

    from cogs.desk import Desk
    from cogs.sessions import Sessions

__all__ = ["HouseRules"]

_log: Final = logging.getLogger(__name__)

_ASIDE: Final = frozenset(
    {"about", "bankroll", "check", "help", "me", "replay", "report", "server", "stats", "verdict"}
)
"""Commands whose answers nobody but the asker sees: they work everywhere."""
_GOING_ON: Final = frozenset({"code", "draw", "hint", "move", "redo", "resign", "show", "undo"})
"""Commands about an open game: they work wherever its board lies."""


class HouseRules:
    """Keeps games to the channels that a server has chosen; one that runs elsewhere can be finished there."""

    def __init__(self, desk: Desk, sessions: Sessions) -> None:
        self._desk = desk
        self._sessions = sessions

    async def settings(self, guild_id: int) -> GuildSettings:
        """Give what a server has chosen; 0 is a private place, which chooses nothing."""
        if not guild_id:
            return GuildSettings()
        return await self._sessions.store.read(lambda conn: guilds.settings_of(conn, guild_id))

    async def admits(self, interaction: discord.Interaction[Any]) -> bool:
        """Tell whether a command may be used where it was; if not, its user is told where it may."""
        name = interaction.command.qualified_name.split()[1] if interaction.command else ""
        if not name or name in _ASIDE or not server_of(interaction):
            return True
        try:
            if name in _GOING_ON and await self._lies_here(interaction):
                return True
            await self.require_at(interaction)
        except NotPlayedHere as elsewhere:
            await self._desk.report(Answer(interaction), elsewhere)
            return False
        except Exception as error:  # noqa: BLE001 - the command itself will meet it, and tell
            _log.info("what a server has chosen could not be read: %r", error)
        return True

    async def require_at(self, interaction: discord.Interaction[Any]) -> None:
        """Refuse to begin a game where somebody has pressed for one, as `require` does."""
        await self.require(server_of(interaction), interaction.channel, interaction.guild)

    async def require(self, guild_id: int, channel: Any, guild: discord.Guild | None) -> None:
        """Refuse to begin a game where none is to be played.

        :raises NotPlayedHere: it is elsewhere that the server wants them.
        """
        chosen = (await self.settings(guild_id)).channels
        place = {getattr(channel, "id", None), getattr(channel, "parent_id", None)}
        if not chosen or channel is None or not place.isdisjoint(chosen):
            return
        there = [one for one in chosen if guild is None or guild.get_channel_or_thread(one) is not None]
        raise NotPlayedHere(tuple(there))

    async def _lies_here(self, interaction: discord.Interaction[Any]) -> bool:
        """Tell whether the board of the game that a command is about lies where the command was used."""
        seat, channel = seat_of(interaction), interaction.channel_id or 0
        record = await self._sessions.store.read(
            lambda conn: deeds.at_hand(conn, seat.player, seat.guild, channel)
        )
        return record is not None and record.channel_id in {None, channel}
