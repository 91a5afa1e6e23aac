"""`/klondike server`: the commands of those who manage a server.

Discord hides commands by permission only whole, never one of a group, so each of these asks for itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.i18n import command_text, speaker
from cogs.steward import manager_seat

if TYPE_CHECKING:
    from cogs.client import KlondikeBot

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["ServerCommands"]


class ServerCommands(commands.Cog):
    """Mixed into the group: the group of what concerns the whole server."""

    bot: KlondikeBot

    server = app_commands.Group(name="server", description=command_text("command.server"))

    @server.command(name="settings", description=command_text("command.settings"))
    async def settings(self, interaction: Interaction) -> None:
        """Show the settings, with menus to change them."""
        async with self.bot.desk.answering(interaction) as answer:
            seat = manager_seat(interaction)
            await answer.say(await self.bot.steward.settings(seat, speaker(interaction.locale.value)))

    @server.command(name="season", description=command_text("command.season"))
    async def season(self, interaction: Interaction) -> None:
        """Begin a new season, after a question."""
        async with self.bot.desk.answering(interaction) as answer:
            seat = manager_seat(interaction)
            await answer.say(await self.bot.steward.season(seat, speaker(interaction.locale.value)))

    @server.command(name="end", description=command_text("command.end"))
    @app_commands.describe(member=command_text("option.end-member"))
    async def end(self, interaction: Interaction, member: discord.User) -> None:
        """End an open game of a member, after a question."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            seat = manager_seat(interaction)
            await answer.say(await self.bot.steward.open_games(seat, member.id, say))

    @server.command(name="log", description=command_text("command.log"))
    async def log(self, interaction: Interaction) -> None:
        """Show what was changed."""
        async with self.bot.desk.answering(interaction) as answer:
            seat = manager_seat(interaction)
            await answer.say(await self.bot.steward.log(seat, speaker(interaction.locale.value)))
