"""`/klondike me`: the commands about the player alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.i18n import command_text, speaker

if TYPE_CHECKING:
    from cogs.client import KlondikeBot

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["MeCommands"]


class MeCommands(commands.Cog):
    """Mixed into the group: the group of what belongs to the player."""

    bot: KlondikeBot

    me = app_commands.Group(name="me", description=command_text("command.me"))

    @me.command(name="look", description=command_text("command.look"))
    async def look(self, interaction: Interaction) -> None:
        """Show the looks, to choose from."""
        async with self.bot.desk.answering(interaction) as answer:
            await self.bot.wardrobe.open(answer, speaker(interaction.locale.value))

    @me.command(name="history", description=command_text("command.history"))
    async def history(self, interaction: Interaction) -> None:
        """Show the player's games that are over."""
        async with self.bot.desk.answering(interaction) as answer:
            await self.bot.histories.open(answer)
