"""How far the conversation has gone on below a board: the latest message ids of each channel, no texts."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Final

from discord.ext import commands

if TYPE_CHECKING:
    import discord

__all__ = ["CROWD", "Traffic", "TrafficCog"]

CROWD: Final = 5
"""Messages that may follow a board: with more, a phone has scrolled it off the screen, and its player
would type moves without seeing them happen."""

CHANNELS: Final = 4096
"""Channels kept, the quietest forgotten first; of each only the latest `CROWD + 1` ids, some 400 bytes."""


class Traffic:
    """The ids of the latest messages by channel.

    Nothing is stored: after a restart, as in a channel that was forgotten, nothing counts as said.
    """

    def __init__(self) -> None:
        self._latest: OrderedDict[int, deque[int]] = OrderedDict()

    def came(self, channel_id: int, message_id: int) -> None:
        """Note a message; one that the gateway delivers twice counts once."""
        latest = self._latest.setdefault(channel_id, deque(maxlen=CROWD + 1))
        if message_id not in latest:
            latest.append(message_id)
        self._latest.move_to_end(channel_id)
        while len(self._latest) > CHANNELS:
            self._latest.popitem(last=False)

    def went(self, channel_id: int, message_id: int) -> None:
        """Forget a message that was deleted."""
        latest = self._latest.get(channel_id)
        if latest and message_id in latest:
            latest.remove(message_id)

    def has_passed(self, channel_id: int, message_id: int) -> bool:
        """Tell whether more than `CROWD` messages are known to have come after a message."""
        later = [one for one in self._latest.get(channel_id, ()) if one > message_id]
        return len(later) > CROWD


class TrafficCog(commands.Cog):
    """Listens to messages for their ids alone."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Note a message that everybody sees."""
        if not message.flags.ephemeral:
            self._traffic.came(message.channel.id, message.id)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Forget one that was deleted."""
        self._traffic.went(event.channel_id, event.message_id)

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Forget many that were deleted at once."""
        for message_id in event.message_ids:
            self._traffic.went(event.channel_id, message_id)
