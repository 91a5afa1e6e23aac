"""The commands that look on: verdict, replay, watch."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice as Entry
from discord.ext import commands

from cogs.choices import Choice, settle
from cogs.film_id import FilmId, Playback, Watch
from cogs.i18n import command_text, speaker
from cogs.layouts import CHOICE_LIMIT, MENU_LIMIT
from cogs.past import past_game, past_games, past_text
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

    @app_commands.command(name="replay", description=command_text("command.replay"))
    @app_commands.describe(game=command_text("option.past-game"), animated=command_text("option.animated"))
    async def replay(
        self,
        interaction: Interaction,
        game: app_commands.Range[str, 1, CHOICE_LIMIT] | None = None,
        animated: bool = False,  # noqa: FBT001, FBT002 - discord.py passes options by name
    ) -> None:
        """Show a game of the player's that is over as it was played."""
        async with self.bot.desk.answering(interaction) as answer:
            record = await past_game(self.bot.sessions.store, seat_of(interaction), game)
            if animated:
                await self.bot.clips.give(answer, record)
            else:
                await self.bot.screen.open(answer, FilmId(Playback(record.id), 0, interaction.user.id))

    @replay.autocomplete("game")
    async def _past(self, interaction: Interaction, current: str) -> list[Entry[str]]:
        found = await past_games(self.bot.sessions.store, seat_of(interaction))
        named = ((past_text(interaction.locale.value, game), str(game.id)) for game in found)
        wanted = f" {current.strip().lower()}"
        entries = (
            Entry(name=name[:CHOICE_LIMIT], value=value)
            for name, value in named
            if wanted in f" #{value} {name}".lower()
        )
        return list(islice(entries, MENU_LIMIT))  # no more are written than are shown

    @app_commands.command(name="watch", description=command_text("command.watch"))
    @app_commands.describe(draw=command_text("option.draw"), scoring=command_text("option.scoring"))
    @app_commands.choices(draw=DRAW_CHOICES)
    @app_commands.choices(scoring=SCORING_CHOICES)
    async def watch(
        self, interaction: Interaction, draw: int | None = None, scoring: str | None = None
    ) -> None:
        """Show a random deal that the hints play, step by step."""
        async with self.bot.desk.answering(interaction, private=False) as answer:
            sessions, user, seat = self.bot.sessions, interaction.user.id, seat_of(interaction)
            habits = await sessions.store.read(lambda conn: players.habits(conn, user, seat.guild))
            rules, _ = settle(Choice(draw, scoring), habits)
            reel = Watch(self.bot.films.best, DealCode(sessions.random_deal(), rules))
            await answer.post(await self.bot.screen.page(interaction, FilmId(reel, 0, user)))
