"""`/klondike check`: whether everything is in place here, for those who manage the server."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from discord import app_commands
from discord.ext import commands

from cogs import places
from cogs.faults import ManagersOnly, ServerCheckOnly
from cogs.i18n import command_text, speaker
from cogs.layouts import notice
from cogs.report import program_version
from data import StoreFailing, meta

if TYPE_CHECKING:
    from collections.abc import Iterator

    import discord

    from cogs.client import KlondikeBot
    from cogs.i18n import Say
    from data import Store

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["CheckCommands"]

_log: Final = logging.getLogger(__name__)

CHECK_KEY: Final = "check"
"""The stored fact that a check writes to see whether it can."""


class CheckCommands(commands.Cog):
    """Mixed into the group: check.

    Discord hides commands by permission only whole, never one of a group, so this one asks for itself.
    """

    bot: KlondikeBot

    @app_commands.command(name="check", description=command_text("command.check"))
    async def check(self, interaction: Interaction) -> None:
        """List what the bot may do here and what is lost without it."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            if places.is_direct(interaction):
                raise ServerCheckOnly
            if not (interaction.permissions.manage_guild or interaction.permissions.administrator):
                raise ManagersOnly
            writable = await _is_writable(self.bot.sessions.store, interaction.id)
            reads = self.bot.intents.message_content
            settings = await self.bot.house.settings(places.server_of(interaction))
            wanted = (*places.WANTED, *([places.Right.THREADS] if settings.threads else []))
            lines = [
                say("check.head", channel=f"<#{interaction.channel_id}>"),
                *_rights(say, interaction, wanted),
                say("check.member" if places.server_of(interaction) else "check.no-member"),
                say("check.reads" if reads else "check.reads-not"),
                say("check.database" if writable else "check.no-database"),
                say("check.version", version=program_version()),
            ]
            await answer.say(notice("\n".join(lines)))


def _rights(say: Say, interaction: Interaction, wanted: tuple[places.Right, ...]) -> Iterator[str]:
    """Tell of each permission whether it is there, and of one that is not, what is lost without it."""
    lacking = places.missing(interaction, wanted)
    for right in places.wanted_in(interaction, wanted):
        name = say(f"right.{right}")
        if right in lacking:
            yield say("check.lacks", right=name, lost=say(f"lost.{right}"))
        else:
            yield say("check.has", right=name)


async def _is_writable(store: Store, fact: int) -> bool:
    try:
        await store.transact(lambda conn: meta.put(conn, CHECK_KEY, str(fact)))
    except StoreFailing:
        return False  # the store itself tells the log
    except Exception:  # noqa: BLE001 - whatever it is, this very command is there to tell of it
        _log.warning("the check could not write to the database", exc_info=True)
        return False
    return True
