"""`/klondike me`: the commands about the player alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice as Entry
from discord.ext import commands

from cogs.faults import ServerNeeded
from cogs.i18n import command_text, speaker
from cogs.layouts import notice
from cogs.places import seat_of
from data import Member, guilds, players

if TYPE_CHECKING:
    from cogs.client import KlondikeBot

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["WISH_CHOICES", "MeCommands"]

_WISHES: Final = {"yes": True, "no": False, "server": None}
WISH_CHOICES: Final = [Entry(name=command_text(f"choice.{wish}"), value=wish) for wish in _WISHES]


class MeCommands(commands.Cog):
    """Mixed into the group: the group of what belongs to the player."""

    bot: KlondikeBot

    me = app_commands.Group(name="me", description=command_text("command.me"))

    @me.command(name="look", description=command_text("command.look"))
    async def look(self, interaction: Interaction) -> None:
        """Show the looks, to choose from."""
        async with self.bot.desk.answering(interaction) as answer:
            await self.bot.wardrobe.open(answer, speaker(interaction.locale.value))

    @me.command(name="listed", description=command_text("command.listed"))
    @app_commands.describe(wish=command_text("option.wish"))
    @app_commands.choices(wish=WISH_CHOICES)
    async def listed(self, interaction: Interaction, wish: str) -> None:
        """Keep whether the player wants to be on this server's boards."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            seat, store = seat_of(interaction), self.bot.sessions.store
            if not seat.guild:
                raise ServerNeeded("listed")
            member, now = Member(seat.player, seat.guild, seat.name), self.bot.sessions.clock()
            await store.transact(lambda conn: players.wish_listed(conn, member, _WISHES[wish], now=now))
            settings = await store.read(lambda conn: guilds.settings_of(conn, seat.guild))
            shown = settings.listed if _WISHES[wish] is None else _WISHES[wish]
            words = say("listed.yes" if shown else "listed.no")
            await answer.say(notice(f"{words} {say('listed.server')}" if wish == "server" else words))

    @me.command(name="history", description=command_text("command.history"))
    async def history(self, interaction: Interaction) -> None:
        """Show the player's games that are over."""
        async with self.bot.desk.answering(interaction) as answer:
            await self.bot.histories.open(answer)
