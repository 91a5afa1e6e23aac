"""`/klondike report`: what the people who run the bot need to look into a game."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib import metadata
from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.i18n import command_text, speaker
from cogs.layouts import notice
from cogs.places import may_attach, seat_of
from cogs.wording import counted_text
from data import Kind, games
from klondike import Deal, DealCode, Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cogs.client import KlondikeBot
    from data import GameRecord

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["PROGRAM", "ReportCommands", "may_show_all", "program_version", "report_text"]

PROGRAM: Final = "klondike-for-discord"
LINE_WIDTH: Final = 100
SHOWN: Final = 3_500
"""Characters of a report that a message shows where no file may be attached: some 900 actions."""


class ReportCommands(commands.Cog):
    """Mixed into the group: report."""

    bot: KlondikeBot

    @app_commands.command(name="report", description=command_text("command.report"))
    async def report(self, interaction: Interaction) -> None:
        """Give the player's last game in a file; of an open one only what its board shows."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            seat = seat_of(interaction)
            record = await self.bot.sessions.store.read(
                lambda conn: games.latest(conn, seat.player, seat.guild)
            )
            if record is None:
                raise await self.bot.sessions.no_game(seat)
            if not await self.bot.sessions.is_over_for_all(record):
                counted = counted_text(say, record)
                facts = say("report.facts", id=record.id, counted=counted, rules=record.rules)
                await answer.say(notice(f"{facts}\n{say('report.open')}"))
                return
            words, text = say("report.done", id=record.id), report_text(record)
            if not may_attach(interaction):
                await answer.say(notice(f"{words}\n```\n{text[:SHOWN]}\n```"))
                return
            name = f"klondike-{record.id}.txt"
            layout = notice(words)
            attached: ui.File[Any] = ui.File(f"attachment://{name}")
            layout.add_item(attached)
            await answer.say(layout, discord.File(BytesIO(text.encode()), name))


def may_show_all(record: GameRecord) -> bool:
    """Tell whether a game by itself lets its number and log be shown: only when it is over for everybody.

    A game of a day or a race is still played by others when its player has ended it (RULES.md section 5).
    """
    return not record.is_open and record.kind in {Kind.FREE, Kind.TOGETHER}


def report_text(record: GameRecord) -> str:
    """Write a game down whole, in English, for those who look into it. It names no person and no place."""
    facts = "\n".join(f"{name}: {value}" for name, value in _facts(record))
    log = "\n".join(wrap(record.log, LINE_WIDTH)) or "(empty)"
    return f"Klondike for Discord, report on a game\n\n{facts}\n\nlog:\n{log}\n"


def program_version() -> str:
    """Give the version of this program, as far as it was installed and not only copied."""
    try:
        return metadata.version(PROGRAM)
    except metadata.PackageNotFoundError:
        return "unknown"


def _facts(record: GameRecord) -> Iterator[tuple[str, object]]:
    yield "game", record.id
    yield "revision", record.revision
    yield "action", record.ply
    yield "program version", program_version()
    yield "rules version", record.rules_version
    yield "rules", record.rules
    yield "deal code", _code(record)
    yield "result", record.status
    yield "score", record.score
    if record.books:
        yield "booked", record.booked
    yield "assisted", "yes" if record.assisted else "no"
    yield "practice", "yes" if record.practice else "no"
    yield "winnable", "asked for" if record.winnable else "not asked for"
    yield "started", _time(record.started_at)
    yield "ended", _time(record.ended_at)
    yield "time played", f"{record.active_ms // 1000} s"


def _code(record: GameRecord) -> str:
    try:
        return str(DealCode(Deal(record.deal), Rules.parse(record.rules)))
    except ValueError:  # rules that this version no longer knows
        return f"(deal {record.deal})"


def _time(milliseconds: int | None) -> str:
    if milliseconds is None:
        return "-"
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")
