"""Reactions on a board: 🎴 draws, ↩️ undoes; adding one and taking it away both count as a press."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from discord.ext import commands

from cogs.i18n import DEFAULT_LOCALE, speaker
from cogs.sessions import Seat
from cogs.table import REACTION_DRAW, REACTION_UNDO
from cogs.together import is_open_to
from data import Kind, players

if TYPE_CHECKING:
    from collections.abc import Callable

    import discord

    from cogs.client import KlondikeBot
    from data import GameRecord

__all__ = ["ReactionCog"]

VARIATION_SELECTOR: Final = "\ufe0f"
_TEXTS: Final = {REACTION_DRAW: "d", REACTION_UNDO.rstrip(VARIATION_SELECTOR): "u"}

DUPLICATE_SECONDS: Final = 5.0
"""The same direction twice within this time is one press delivered twice: a person must alternate."""
REMEMBERED: Final = 4096


class ReactionCog(commands.Cog):
    """Takes reactions as presses by those who may act on the board; everybody else's are ignored.

    :param clock: seconds that never go back.
    """

    def __init__(self, bot: KlondikeBot, clock: Callable[[], float] = time.monotonic) -> None:
        self._bot = bot
        self._clock = clock
        self._seen: OrderedDict[tuple[int, int, str, str], float] = OrderedDict()

    @commands.Cog.listener()
    async def on_raw_reaction_add(self, event: discord.RawReactionActionEvent) -> None:
        """Take an added reaction as a press."""
        await self._press(event)

    @commands.Cog.listener()
    async def on_raw_reaction_remove(self, event: discord.RawReactionActionEvent) -> None:
        """Take a removed reaction as a press."""
        await self._press(event)

    async def _press(self, event: discord.RawReactionActionEvent) -> None:
        name = event.emoji.name or ""
        text = None if event.emoji.is_custom_emoji() else _TEXTS.get(name.rstrip(VARIATION_SELECTOR))
        if text is None or event.user_id == self._bot.application_id or self._bot.desk.closing:
            return
        if not self._bot.desk.limit.admits(event.user_id):
            return  # there is nothing to answer
        if self._is_repeated(event, text):  # asked first: whoever waits may be overtaken by the next event
            return
        async with self._bot.desk.unanswered():
            record = await self._bot.sessions.owner_of_message(event.message_id)
            if record is None:
                return
            seat = await self._seat_of(event, record)
            if seat is None or not is_open_to(record, seat, event.channel_id):
                return
            settings = await self._bot.house.settings(record.guild_discord_id)
            if settings.reactions:
                await self._play(record, seat, text)

    async def _seat_of(self, event: discord.RawReactionActionEvent, record: GameRecord) -> Seat | None:
        """Give the seat of whoever reacted; None where it counts for nothing.

        Discord tells the name of somebody who adds a reaction, and not of one who takes it away.
        """
        if record.kind is not Kind.TOGETHER:
            return Seat(event.user_id, record.guild_discord_id, "")
        guild, store = event.guild_id or 0, self._bot.sessions.store
        name = event.member.display_name if event.member else None
        name = name or await store.read(lambda conn: players.name_in(conn, event.user_id, guild))
        return None if name is None else Seat(event.user_id, guild, name)

    async def _play(self, record: GameRecord, seat: Seat, text: str) -> None:
        turn = await self._bot.sessions.play_text(record.id, seat.player, text, by=seat)
        await self._bot.table.repaint(turn, speaker(DEFAULT_LOCALE), stay=True)

    def _is_repeated(self, event: discord.RawReactionActionEvent, text: str) -> bool:
        now = self._clock()
        other = "REACTION_REMOVE" if event.event_type == "REACTION_ADD" else "REACTION_ADD"
        key = (event.message_id, event.user_id, text)
        self._seen.pop((*key, other), None)
        last = self._seen.get((*key, event.event_type))
        self._seen[*key, event.event_type] = now
        while len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return last is not None and now - last < DUPLICATE_SECONDS
