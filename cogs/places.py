"""Where an interaction happens: whose seat it is, and what the bot may do there."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.sessions import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discord.abc import MessageableChannel

__all__ = [
    "NEEDED",
    "WANTED",
    "Right",
    "board_channel",
    "hindrances",
    "is_direct",
    "may_attach",
    "may_attach_at",
    "may_react",
    "missing",
    "seat_of",
    "server_of",
    "wanted_in",
]


class Right(StrEnum):
    """A permission that the bot asks for, by the end of the keys of its name and of its use."""

    VIEW = "view"
    SEND = "send"
    SEND_IN_THREADS = "send-in-threads"
    ATTACH = "attach"
    HISTORY = "history"
    REACT = "react"
    THREADS = "threads"

    def held_in(self, rights: discord.Permissions) -> bool:
        """Tell whether it is among some rights."""
        return bool(rights.value & _FLAGS[self].flag)


_FLAGS: Final = {
    Right.VIEW: discord.Permissions.view_channel,
    Right.SEND: discord.Permissions.send_messages,
    Right.SEND_IN_THREADS: discord.Permissions.send_messages_in_threads,
    Right.ATTACH: discord.Permissions.attach_files,
    Right.HISTORY: discord.Permissions.read_message_history,
    Right.REACT: discord.Permissions.add_reactions,
    Right.THREADS: discord.Permissions.create_public_threads,
}

WANTED: Final = (Right.VIEW, Right.SEND, Right.ATTACH, Right.HISTORY, Right.REACT)
"""What the bot asks for in a channel; in a thread, `Right.SEND` is `Right.SEND_IN_THREADS`."""
NEEDED: Final = (Right.VIEW, Right.SEND, Right.ATTACH)
"""What it takes to keep a board as a picture in the channel."""


def server_of(interaction: discord.Interaction[Any]) -> int:
    """Give the server's id, or 0 in direct messages and where the bot is not a member.

    The one place that decides this (FAULTS D35).
    """
    if interaction.guild_id is None or not interaction.is_guild_integration():
        return 0
    return interaction.guild_id


def seat_of(interaction: discord.Interaction[Any]) -> Seat:
    """Give the seat of the interaction's user in this place."""
    return Seat(interaction.user.id, server_of(interaction), interaction.user.display_name)


def is_direct(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether it comes from a conversation outside every server."""
    return interaction.guild_id is None


def board_channel(interaction: discord.Interaction[Any]) -> MessageableChannel | None:
    """Give the channel where the bot may post and later edit a board, or None where it can only answer."""
    channel = interaction.channel
    if not isinstance(channel, discord.abc.Messageable):
        return None
    if is_direct(interaction):
        return channel if interaction.context.dm_channel else None
    unable = {Right.VIEW, Right.SEND, Right.SEND_IN_THREADS}.intersection(missing(interaction))
    return channel if server_of(interaction) and not unable else None


def wanted_in(interaction: discord.Interaction[Any], wanted: Iterable[Right] = WANTED) -> tuple[Right, ...]:
    """List permissions as they are called where an interaction happened."""
    thread = isinstance(interaction.channel, discord.Thread)
    return tuple(Right.SEND_IN_THREADS if thread and right is Right.SEND else right for right in wanted)


def missing(interaction: discord.Interaction[Any], wanted: Iterable[Right] = NEEDED) -> tuple[Right, ...]:
    """List the wanted permissions that the bot lacks where an interaction happened."""
    rights = interaction.app_permissions
    return tuple(right for right in wanted_in(interaction, wanted) if not right.held_in(rights))


def hindrances(interaction: discord.Interaction[Any]) -> tuple[Right, ...]:
    """List what keeps a board from being a picture in the channel, where somebody could grant it."""
    if is_direct(interaction):
        return ()
    return missing(interaction, NEEDED if server_of(interaction) else (Right.ATTACH,))


def may_attach(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether a picture may be sent where an interaction happened."""
    return is_direct(interaction) or Right.ATTACH.held_in(interaction.app_permissions)


def may_attach_at(client: discord.Client, channel_id: int) -> bool:
    """Tell whether a picture may be sent to a channel, as far as the bot knows; if in doubt it may."""
    channel = client.get_channel(channel_id)
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.abc.GuildChannel):
        return True
    me = channel.guild.get_member(client.user.id) if client.user else None
    if me is None:
        return True
    rights = channel.permissions_for(me)
    # Without Send Messages discord.py takes Attach Files away too, which an edit does not need to mind.
    return rights.attach_files or not rights.send_messages


def may_react(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether the bot may put reactions on its board here."""
    return is_direct(interaction) or not missing(interaction, (Right.REACT, Right.HISTORY))
