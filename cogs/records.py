"""The commands about results: leaderboard, stats, bankroll."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice as Entry
from discord.ext import commands

from cogs.choices import Choice, settle
from cogs.i18n import command_text, speaker
from cogs.layouts import notice
from cogs.page_id import BoardPageId, StatsPageId
from cogs.places import may_attach, seat_of
from cogs.play import DRAW_CHOICES
from cogs.wording import dollars
from data import ListClass, Period, boards, players
from data import games as games_of
from klondike import Rules

if TYPE_CHECKING:
    from cogs.client import KlondikeBot
    from cogs.sessions import Seat

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["RecordCommands"]

BOARD_CHOICES: Final = [
    Entry(name=command_text(f"choice.{name}"), value=name)
    for name in (
        "wins",
        "rate",
        "streak",
        "score",
        "moves",
        "bankroll",
        "daily",
        "daily-streak",
        "race",
    )
]
_OWN_LISTS: Final = {
    "daily": ("wins", ListClass.DAILY),
    "daily-streak": ("streak", ListClass.DAILY),
    "race": ("wins", ListClass.RACE),
}
"""The boards of games that are no ranked ones, as they are called among the choices."""
SPAN_CHOICES: Final = [Entry(name=command_text(f"choice.{span}"), value=span.value) for span in Period]
LIST_CHOICES: Final = [
    Entry(name=command_text(f"choice.{letter}"), value=letter) for letter in ("N", "V", "C", "T", "B")
]
CLASS_CHOICES: Final = [
    Entry(name=command_text(f"choice.{name}"), value=name) for name in ("clean", "assisted")
]


class RecordCommands(commands.Cog):
    """Mixed into the group: leaderboards and figures."""

    bot: KlondikeBot

    @app_commands.command(name="leaderboard", description=command_text("command.leaderboard"))
    @app_commands.describe(
        board=command_text("option.board"),
        draw=command_text("option.board-draw"),
        scoring=command_text("option.board-scoring"),
        games=command_text("option.board-class"),
        span=command_text("option.span"),
    )
    @app_commands.choices(draw=DRAW_CHOICES)
    @app_commands.choices(board=BOARD_CHOICES, scoring=LIST_CHOICES, games=CLASS_CHOICES, span=SPAN_CHOICES)
    async def leaderboard(  # noqa: PLR0913, PLR0917 - the command's options
        self,
        interaction: Interaction,
        board: str = "wins",
        draw: int | None = None,
        scoring: str | None = None,
        games: str | None = None,
        span: str = Period.ALL,
    ) -> None:
        """Show a board of this server."""
        async with self.bot.desk.answering(interaction, private=False) as answer:
            seat = seat_of(interaction)
            last = await self._last_rules(seat)
            kind, cls = _OWN_LISTS.get(board, (board, ListClass(games or ListClass.CLEAN)))
            asked = BoardPageId(
                kind, draw or last.draw, scoring or last.letter, cls, seat.player, span=Period(span)
            )
            note = _note(interaction.locale.value, board, draw, scoring or games, span)
            await answer.tell((await self.bot.pages.board(interaction, asked, note)).layout)

    async def _last_rules(self, seat: Seat) -> Rules:
        """Give the rules that somebody played last in this server, or anywhere where that was never."""
        store = self.bot.sessions.store
        record = await store.read(lambda conn: games_of.latest(conn, seat.player, seat.guild))
        if record is not None:
            with suppress(ValueError):  # rules that this version no longer knows
                return Rules.parse(record.rules)
        habits = await store.read(lambda conn: players.habits(conn, seat.player, seat.guild))
        return settle(Choice(), habits).rules

    @app_commands.command(name="stats", description=command_text("command.stats"))
    @app_commands.describe(member=command_text("option.member"), compare=command_text("option.compare"))
    async def stats(
        self,
        interaction: Interaction,
        member: discord.User | None = None,
        compare: discord.User | None = None,
    ) -> None:
        """Show a player's figures in this server."""
        async with self.bot.desk.answering(interaction) as answer:
            who = member or interaction.user
            other = compare.id if compare is not None and compare.id != who.id else None
            message = await self.bot.pages.profiles.page(
                interaction.locale.value,
                StatsPageId(who.id, other),
                seat_of(interaction),
                drawn=may_attach(interaction),
                names={one.id: one.display_name for one in (member, compare) if one is not None},
            )
            await answer.say(message.layout, *message.files())

    @app_commands.command(name="bankroll", description=command_text("command.bankroll"))
    async def bankroll(self, interaction: Interaction) -> None:
        """Show one's own bankroll in this server."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            seat = seat_of(interaction)
            balance = await self.bot.sessions.store.read(
                lambda conn: boards.balance(conn, seat.player, seat.guild)
            )
            key = (
                "bankroll.empty" if balance is None else "bankroll.here" if seat.guild else "bankroll.private"
            )
            await answer.say(notice(say(key, amount=dollars(balance or 0))))


def _note(locale: str, board: str, draw: int | None, rest: str | None, span: str) -> str | None:
    """Say which options a board has no use for."""
    say = speaker(locale)
    if board == "bankroll" and (draw or rest or span != Period.ALL):
        return say("leaderboard.aside")
    return say("leaderboard.aside-own") if board in _OWN_LISTS and rest else None
