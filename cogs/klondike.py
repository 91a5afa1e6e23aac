"""`/klondike`: the commands, thin. Each parses, calls one use case and presents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

from cogs.about import AboutCommands
from cogs.after import AfterCommands
from cogs.check import CheckCommands
from cogs.daily import DailyCommands
from cogs.help import HelpCommands
from cogs.hints import HintCommands
from cogs.i18n import command_text
from cogs.me import MeCommands
from cogs.play import PlayCommands
from cogs.race import RaceCommands
from cogs.records import RecordCommands
from cogs.report import ReportCommands
from cogs.server import ServerCommands

if TYPE_CHECKING:
    from cogs.client import KlondikeBot

__all__ = ["KlondikeCog"]


class KlondikeCog(
    AboutCommands,
    CheckCommands,
    ServerCommands,
    HelpCommands,
    MeCommands,
    AfterCommands,
    HintCommands,
    ReportCommands,
    RecordCommands,
    DailyCommands,
    RaceCommands,
    PlayCommands,
    commands.GroupCog,
    group_name="klondike",
    group_description=command_text("command.klondike"),
):
    """The group that holds every command; Discord lists those of the last base first."""

    def __init__(self, bot: KlondikeBot) -> None:
        super().__init__()
        self.bot = bot
