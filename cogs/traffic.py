"""How far the conversation has gone on below a board: the latest message ids of each channel, no texts."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Final, NamedTuple

from discord.ext import commands

if TYPE_CHECKING:
    import discord

__all__ = ["CROWD", "Traffic", "TrafficCog"]

CROWD: Final = 5
"""Messages that may follow a board: with more, a phone has scrolled it off the screen, and its player
would type moves without seeing them happen."""

KEPT: Final = 4 * (CROWD + 1)
"""Messages kept of a channel: those that fade again, such as reasons of a refusal, do not push others out."""

CHANNELS: Final = 4096
"""Channels kept, the quietest forgotten first; of each only the latest messages, some two kilobytes."""


class _Said(NamedTuple):
    """A message; `reader` is the one user who sees it, None where all do."""

    id: int
    reader: int | None


class Traffic:
    """The ids of the latest messages by channel.

    Nothing is stored: after a restart, as in a channel that was forgotten, nothing counts as said.
    """

    def __init__(self) -> None:
        self._latest: OrderedDict[int, deque[_Said]] = OrderedDict()

    def came(self, channel_id: int, message_id: int, reader: int | None = None) -> None:
        """Note a message; one that the gateway delivers twice counts once.

        :param reader: the one user who sees it; for a private answer the interaction's id does, which is
            as old.
        """
        latest = self._latest.setdefault(channel_id, deque(maxlen=KEPT))
        said = _Said(message_id, reader)
        if said not in latest:
            latest.append(said)
        self._latest.move_to_end(channel_id)
        while len(self._latest) > CHANNELS:
            self._latest.popitem(last=False)

    def went(self, channel_id: int, message_id: int) -> None:
        """Forget a message that was deleted."""
        latest, said = self._latest.get(channel_id), _Said(message_id, None)
        if latest and said in latest:
            latest.remove(said)

    def has_passed(self, channel_id: int, message_id: int, reader: int) -> bool:
        """Tell whether more than `CROWD` messages are known that a user sees below a message."""
        latest = self._latest.get(channel_id, ())
        later = [one for one in latest if one.id > message_id and one.reader in {None, reader}]
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
