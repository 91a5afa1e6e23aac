"""The commands that look on: verdict, watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.choices import Choice, settle
from cogs.film_id import FilmId, Watch
from cogs.i18n import command_text, speaker
from cogs.places import seat_of
from cogs.play import DRAW_CHOICES, SCORING_CHOICES
from data import players
from klondike import DealCode

if TYPE_CHECKING:
    from cogs.client import KlondikeBot

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["AfterCommands"]


class AfterCommands(commands.Cog):
    """Mixed into the group: what is shown of games that nobody plays."""

    bot: KlondikeBot

    @app_commands.command(name="verdict", description=command_text("command.verdict"))
    async def verdict(self, interaction: Interaction) -> None:
        """Tell whether the player's last game could be won, once it is over."""
        async with self.bot.desk.answering(interaction) as answer:
            turn = await self.bot.sessions.last(seat_of(interaction))
            await self.bot.verdicts.tell(answer, turn.record, speaker(interaction.locale.value))

    @app_commands.command(name="watch", description=command_text("command.watch"))
    @app_commands.describe(draw=command_text("option.draw"), scoring=command_text("option.scoring"))
    @app_commands.choices(draw=DRAW_CHOICES)
    @app_commands.choices(scoring=SCORING_CHOICES)
    async def watch(
        self, interaction: Interaction, draw: int | None = None, scoring: str | None = None
    ) -> None:
        """Show a random deal that the hints play, step by step."""
        async with self.bot.desk.answering(interaction, private=False) as answer:
            sessions, user = self.bot.sessions, interaction.user.id
            remembered = await sessions.store.read(lambda conn: players.find(conn, user))
            rules, _ = settle(Choice(draw, scoring), remembered)
            reel = Watch(self.bot.films.best, DealCode(sessions.random_deal(), rules))
            await answer.post(await self.bot.screen.page(interaction, FilmId(reel, 0, user)))
