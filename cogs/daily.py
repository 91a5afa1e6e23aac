"""The command of the daily deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.daily_id import DayPageId
from cogs.i18n import command_text, speaker
from data.periods import day_of

if TYPE_CHECKING:
    from cogs.client import KlondikeBot

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["DailyCommands"]


class DailyCommands(commands.Cog):
    """Mixed into the group: the deal of the day."""

    bot: KlondikeBot

    @app_commands.command(name="daily", description=command_text("command.daily"))
    @app_commands.describe(results=command_text("option.daily-results"))
    async def daily(
        self,
        interaction: Interaction,
        results: bool = False,  # noqa: FBT001, FBT002 - discord.py passes options by name
    ) -> None:
        """Play today's deal, or show its list."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            if results:
                today = day_of(self.bot.sessions.clock())
                await self.bot.daily_play.list(answer, DayPageId(today), say)
            else:
                await self.bot.daily_play.play(answer, say)
