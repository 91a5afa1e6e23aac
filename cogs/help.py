"""`/klondike help`: how to play, how to type, what counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord import app_commands
from discord.app_commands import Choice as Entry
from discord.ext import commands

from cogs.i18n import command_text, speaker
from cogs.layouts import notice

if TYPE_CHECKING:
    import discord

    from cogs.client import KlondikeBot

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["TOPICS", "HelpCommands"]

TOPICS: Final = ("start", "moves", "rules", "scoring", "ranking")


class HelpCommands(commands.Cog):
    """Mixed into the group: help."""

    bot: KlondikeBot

    @app_commands.command(name="help", description=command_text("command.help"))
    @app_commands.describe(topic=command_text("option.topic"))
    @app_commands.choices(
        topic=[Entry(name=command_text(f"choice.help-{topic}"), value=topic) for topic in TOPICS]
    )
    async def help(self, interaction: Interaction, topic: str = "start") -> None:
        """Explain one topic."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            await answer.say(notice(say(f"help.{topic}")))
