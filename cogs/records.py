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
from cogs.leaderboard import value_text
from cogs.names import shown_name
from cogs.page_id import BoardPageId
from cogs.places import seat_of, server_of
from cogs.play import DRAW_CHOICES
from cogs.wording import dollars
from data import ListClass, boards, players
from data import games as games_of
from klondike import Rules

if TYPE_CHECKING:
    from cogs.client import KlondikeBot
    from cogs.i18n import Say
    from cogs.sessions import Seat
    from data import Standing

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["RecordCommands"]

BOARD_CHOICES: Final = [
    Entry(name=command_text(f"choice.{name}"), value=name) for name in ("bankroll", "wins", "score")
]
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
    )
    @app_commands.choices(draw=DRAW_CHOICES)
    @app_commands.choices(board=BOARD_CHOICES, scoring=LIST_CHOICES, games=CLASS_CHOICES)
    async def leaderboard(
        self,
        interaction: Interaction,
        board: str = "wins",
        draw: int | None = None,
        scoring: str | None = None,
        games: str | None = None,
    ) -> None:
        """Show a board of this server."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction, private=False) as answer:
            seat = seat_of(interaction)
            last = await self._last_rules(seat)
            asked = BoardPageId(
                board,
                draw or last.draw,
                scoring or last.letter,
                ListClass(games or ListClass.CLEAN),
                seat.player,
            )
            aside = board == "bankroll" and (draw or scoring or games)
            note = say("leaderboard.aside") if aside else None
            await answer.tell(await self.bot.pages.board(say, asked, seat, note))

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
    @app_commands.describe(member=command_text("option.member"))
    async def stats(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """Show a player's figures in this server."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            who = member or interaction.user
            standings = await self.bot.sessions.store.read(
                lambda conn: boards.player_stats(conn, who.id, server_of(interaction))
            )
            lines = [_standing_text(say, standing) for standing in standings]
            if any(standing.cls is ListClass.ASSISTED for standing in standings):
                lines.append(say("stats.twice"))
            head = say("stats.head", player=shown_name(who.display_name))
            await answer.say(notice("\n".join([head, *(lines or [say("stats.empty")])])))

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


def _standing_text(say: Say, standing: Standing) -> str:
    mode = say("mode", draw=standing.draw, scoring=say(f"scoring.{standing.scoring}"))
    best = standing.best_score
    text = say(
        "stats.row",
        mode=mode,
        games=say(f"class.{standing.cls}"),
        n=standing.games,
        wins=standing.wins,
    )
    if standing.best_streak:
        text += " " + say("stats.streak", streak=standing.streak, best=standing.best_streak)
    if best is not None:
        text += " " + say("stats.best", score=value_text("score", standing.scoring)(best))
    return text
