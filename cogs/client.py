"""The bot: what it listens to, how it starts and how it stops."""

from __future__ import annotations

import hashlib
import json
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import InteractionType, app_commands
from discord.ext import commands

from cogs.advice import Adviser
from cogs.analysis import Analyst
from cogs.announcer import Announcer
from cogs.answering import Answer
from cogs.challenges import Challenges
from cogs.clip_id import CLIP_PREFIX
from cogs.clips import Clips
from cogs.compiled import Compiled
from cogs.daily_id import DAILY_PREFIX
from cogs.daily_play import DailyPlay
from cogs.day_deals import DayDeals
from cogs.deed_log import DeedLog
from cogs.desk import Desk
from cogs.film_id import FILM_PREFIX
from cogs.films import Films
from cogs.histories import Histories
from cogs.history_id import HISTORY_PREFIX
from cogs.house_rules import HouseRules
from cogs.klondike import KlondikeCog
from cogs.limit import SUGGESTION
from cogs.looks import Looks
from cogs.mentions import know_command
from cogs.page_id import PAGE_PREFIX
from cogs.pages import Pages
from cogs.pool import Pool
from cogs.presses import Presses
from cogs.race_id import RACE_PREFIX
from cogs.racing import Racing
from cogs.reactions import ReactionCog
from cogs.results import Results
from cogs.screen import Screen
from cogs.server_id import SERVER_PREFIX
from cogs.steward import Steward
from cogs.table import Table
from cogs.together_id import TOGETHER_PREFIX
from cogs.traffic import TrafficCog
from cogs.typed import TypedCog
from cogs.verdicts import Verdicts
from cogs.wardrobe import Wardrobe
from cogs.workbench import Workbench
from data import meta

if TYPE_CHECKING:
    import aiohttp

    from cogs.easel import Easel
    from cogs.limit import Limit
    from cogs.sessions import Sessions

__all__ = ["KlondikeBot"]

_log: Final = logging.getLogger(__name__)

COMMANDS_KEY: Final = "commands"
"""The stored fact that holds the hash of the commands that Discord knows."""
COMMAND_ID_KEY: Final = "command-id"
"""The stored fact that holds Discord's id of the one command that all others stand below."""


class KlondikeTree(app_commands.CommandTree["KlondikeBot"]):
    """Commands: each interaction once, and every error in words."""

    async def interaction_check(self, interaction: discord.Interaction[KlondikeBot]) -> bool:
        """Let a command in only once, where the server wants it.

        Suggestions may come again, and are none for who asks too much.
        """
        if interaction.type is not InteractionType.autocomplete:
            return await self.client.desk.admits(interaction) and await self.client.house.admits(interaction)
        admitted = self.client.desk.limit.admits(interaction.user.id, SUGGESTION)
        if not admitted:
            with suppress(discord.HTTPException):
                await interaction.response.autocomplete([])
        return admitted

    async def on_error(
        self, interaction: discord.Interaction[KlondikeBot], error: app_commands.AppCommandError
    ) -> None:
        """Tell what went wrong before a command's own body ran, such as a command that is no longer known."""
        if interaction.type is not InteractionType.autocomplete:
            await self.client.desk.report(Answer(interaction), error)


class KlondikeBot(commands.Bot):
    """Klondike on Discord.

    :param sessions: the games.
    :param easel: the painter of boards.
    :param compiled: compiled search, to be loaded; None leaves strong hints and solver out.
    :param daily_key: what the daily deals are made from; None takes what is stored.
    :param connector: the way to the network; None is discord.py's own.
    :param limit: how much each user may ask for; None is the usual one, `cogs.limit.unlimited()` none at all.
    :param message_content: whether to ask Discord for the text of every message, which is a privilege.
    :param options: further options of `discord.Client`.
    """

    def __init__(  # noqa: PLR0913 - what it is made of, and its options by their names
        self,
        sessions: Sessions,
        easel: Easel,
        compiled: Compiled | None = None,
        *,
        daily_key: str | None = None,
        connector: aiohttp.BaseConnector | None = None,
        limit: Limit | None = None,
        message_content: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=KlondikeTree,
            intents=_intents(message_content=message_content),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            connector=connector,
            **options,
        )
        self.sessions = sessions
        self.easel = easel
        self.compiled = compiled or Compiled()
        self.adviser = Adviser(self.compiled)
        self.workbench = Workbench()
        self.films = Films(sessions, self.compiled, self.workbench)
        self.verdicts = Verdicts(sessions, Analyst(self.compiled, self.workbench), self.workbench)
        self.desk = Desk(limit)
        self.house = HouseRules(self.desk, sessions)
        self.looks = Looks(sessions)
        self.table = Table(self, sessions, easel, self.compiled, self.looks)
        self.results = Results(sessions, easel, self.looks)
        self.pool = Pool(sessions, self.compiled)
        self.day_deals = DayDeals(sessions, self.compiled, self.workbench, daily_key)
        self.presses = Presses(self)
        self.daily_play = DailyPlay(self)
        self.announcer = Announcer(self, sessions)
        self.wardrobe = Wardrobe(self.looks, easel, sessions, self.table)
        self.pages = Pages(self.desk, sessions, easel, self.looks, self.wardrobe, self.tree)
        self.clips = Clips(self.desk, sessions, easel, self.looks, self.workbench)
        self.deed_log = DeedLog(self.desk, sessions)
        self.steward = Steward(self.desk, sessions, self.table)
        self.racing = Racing(self)
        self.challenges = Challenges(self)
        self.histories = Histories(self)
        self.screen = Screen(self.desk, sessions, self.films, easel, self.looks)

    async def setup_hook(self) -> None:
        """Make everything ready before the first event: commands, sprites."""
        await self.add_cog(KlondikeCog(self))
        await self.add_cog(ReactionCog(self))
        await self.add_cog(TrafficCog(self.table.traffic))
        await self.add_cog(TypedCog(self))
        await self.easel.warm()
        await self.sync_commands()

    async def sync_commands(self) -> bool:
        """Register the commands with Discord if they are not those that it knows, and name them by their id.

        :returns: whether they were sent.
        """
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        known = hashlib.sha256(
            json.dumps([self.application_id, payload], sort_keys=True).encode()
        ).hexdigest()
        store = self.sessions.store
        told = await store.read(lambda conn: meta.get(conn, COMMANDS_KEY))
        number = await store.read(lambda conn: meta.get(conn, COMMAND_ID_KEY))
        if told == known and number is not None:
            know_command(int(number))
            return False
        (registered,) = await self.tree.sync()
        await store.transact(lambda conn: meta.put(conn, COMMAND_ID_KEY, str(registered.id)))
        await store.transact(lambda conn: meta.put(conn, COMMANDS_KEY, known))
        know_command(registered.id)
        _log.info("commands registered")
        return True

    async def on_ready(self) -> None:
        """Say that the bot is there, and go on with what waits: races run on, search takes its time."""
        if self.desk.closing:
            return
        _log.info("ready", extra={"user": str(self.user), "servers": len(self.guilds)})
        self.announcer.begin()
        async with self.desk.working():
            await self.racing.resume()
            await self.challenges.resume()
        await self.compiled.load()
        if not self.desk.closing:
            self.pool.begin()

    async def on_message(self, message: discord.Message, /) -> None:
        """Look for no prefix commands: typed moves are the matter of `cogs.typed`."""

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Bring the message of a race back."""
        self.racing.deleted({event.message_id})

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Bring the messages of races back."""
        self.racing.deleted(event.message_ids)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Take presses on controls and submitted modals, which are known by their ids alone."""
        if interaction.type is InteractionType.modal_submit:
            await self.presses.submitted(interaction)
        elif interaction.type is InteractionType.component:
            await self._pressed(interaction)

    async def _pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Hand a press to the one that carries it out: by the beginning of its control's id."""
        custom_id = str(dict(interaction.data or {}).get("custom_id", ""))
        if custom_id.startswith(PAGE_PREFIX):
            await self.pages.pressed(interaction)
        elif custom_id.startswith(FILM_PREFIX):
            await self.screen.pressed(interaction)
        elif custom_id.startswith(CLIP_PREFIX):
            await self.clips.pressed(interaction)
        elif custom_id.startswith(DAILY_PREFIX):
            await self.daily_play.pressed(interaction)
        elif custom_id.startswith(RACE_PREFIX):
            await self.racing.pressed(interaction)
        elif custom_id.startswith(TOGETHER_PREFIX):
            await self.deed_log.pressed(interaction)
        elif custom_id.startswith(SERVER_PREFIX):
            await self.steward.pressed(interaction)
        elif custom_id.startswith(HISTORY_PREFIX):
            await self.histories.pressed(interaction)
        else:
            await self.presses.pressed(interaction)

    async def stop(self) -> None:
        """Take no new work, finish what is under way, and leave."""
        await self.announcer.close()
        await self.pool.close()
        self.adviser.halt()
        self.workbench.halt()
        await self.desk.drain()
        await self.racing.close()
        await self.challenges.close()
        await self.table.close()
        await self.close()
        self.easel.close()
        self.adviser.close()
        self.workbench.close()


def _intents(*, message_content: bool) -> discord.Intents:
    """Say what to listen to: only the text of every message is privileged; interactions need nothing."""
    return discord.Intents(
        guilds=True,
        guild_messages=True,
        dm_messages=True,
        guild_reactions=True,
        dm_reactions=True,
        message_content=message_content,
    )
