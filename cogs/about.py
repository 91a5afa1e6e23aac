"""`/klondike about`: what the bot is, and what it keeps about people."""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs.i18n import command_text, speaker
from cogs.layouts import notice
from cogs.report import PROGRAM, program_version

if TYPE_CHECKING:
    from collections.abc import Iterator

    import discord

    from cogs.client import KlondikeBot

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["AboutCommands"]


class AboutCommands(commands.Cog):
    """Mixed into the group: about."""

    bot: KlondikeBot

    @app_commands.command(name="about", description=command_text("command.about"))
    async def about(self, interaction: Interaction) -> None:
        """Tell what the bot is."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            servers = say("about.servers", n=len(self.bot.guilds))
            text = say("about.text", version=program_version(), servers=servers)
            await answer.say(notice("\n".join([text, *_links(), say("about.stored")])))


def _links() -> Iterator[str]:
    """Give the addresses that the program names itself, if any."""
    try:
        found = metadata.metadata(PROGRAM).get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return
    for entry in found:
        name, _, address = entry.partition(", ")
        yield f"[{name}](<{address}>)"
