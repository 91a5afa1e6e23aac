"""The commands that help: hint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice as Entry
from discord.ext import commands

from cogs.advice import Level
from cogs.i18n import command_text, speaker
from cogs.layouts import notice
from cogs.places import seat_of
from cogs.presses import ask_hint, hint_parts
from klondike import Help

if TYPE_CHECKING:
    from cogs.client import KlondikeBot

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["LEVEL_CHOICES", "HintCommands"]

LEVEL_CHOICES: Final = [Entry(name=command_text(f"choice.{level}"), value=level.value) for level in Level]


class HintCommands(commands.Cog):
    """Mixed into the group: help with a game."""

    bot: KlondikeBot

    @app_commands.command(name="hint", description=command_text("command.hint"))
    @app_commands.describe(level=command_text("option.level"))
    @app_commands.choices(level=LEVEL_CHOICES)
    async def hint(self, interaction: Interaction, level: str | None = None) -> None:
        """Tell a good move, after a question where the game has had no help yet."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            seat = seat_of(interaction)
            record = (await self.bot.sessions.current(seat, interaction.channel_id)).record
            self.bot.sessions.allow_help(record, Help.HINT)
            chosen = Level(level) if level else self.bot.adviser.best
            if not record.assisted:
                await answer.say(ask_hint(say, record, chosen))
                return
            turn = await self.bot.adviser.give(
                self.bot.sessions,
                record.id,
                interaction.user.id,
                chosen,
                interaction=interaction.id,
                by=seat,
            )
            words, controls = hint_parts(turn, say)
            try:
                await self.bot.table.repaint(turn, say)
            finally:
                await answer.say(notice(words or say("board.stale"), *controls))
