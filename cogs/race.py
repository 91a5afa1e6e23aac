"""The commands that race: race."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.i18n import command_text
from cogs.play import DRAW_CHOICES
from cogs.races import LONGEST_MINUTES, USUAL_MINUTES

if TYPE_CHECKING:
    from cogs.client import KlondikeBot

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["RaceCommands"]

_ASKED = command_text("option.race-member")


class RaceCommands(commands.Cog):
    """Mixed into the group: races."""

    bot: KlondikeBot

    @app_commands.command(name="race", description=command_text("command.race"))
    @app_commands.describe(
        draw=command_text("option.race-draw"),
        limit=command_text("option.race-limit"),
        member1=_ASKED,
        member2=_ASKED,
        member3=_ASKED,
        member4=_ASKED,
        member5=_ASKED,
    )
    @app_commands.choices(draw=DRAW_CHOICES)
    async def race(  # noqa: PLR0913, PLR0917 - the command's options
        self,
        interaction: Interaction,
        draw: int = 1,
        limit: app_commands.Range[int, 1, LONGEST_MINUTES] = USUAL_MINUTES,
        member1: discord.User | None = None,
        member2: discord.User | None = None,
        member3: discord.User | None = None,
        member4: discord.User | None = None,
        member5: discord.User | None = None,
    ) -> None:
        """Open the lobby of a race."""
        named = (member1, member2, member3, member4, member5)
        asked = [member.id for member in named if member is not None and not member.bot]
        async with self.bot.desk.answering(interaction, private=False) as answer:
            await self.bot.racing.offer(answer, draw=draw, minutes=limit, asked=asked)
