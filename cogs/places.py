"""Where an interaction happens: whose seat it is, and whether the bot may put a board there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.sessions import Seat

if TYPE_CHECKING:
    from discord.abc import MessageableChannel

__all__ = ["board_channel", "may_react", "seat_of", "server_of"]


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


def board_channel(interaction: discord.Interaction[Any]) -> MessageableChannel | None:
    """Give the channel where the bot may post and later edit a board, or None where it can only answer."""
    channel = interaction.channel
    if not isinstance(channel, discord.abc.Messageable):
        return None
    if interaction.guild_id is None:
        return channel if interaction.context.dm_channel else None
    rights = interaction.app_permissions
    speak = rights.send_messages_in_threads if isinstance(channel, discord.Thread) else rights.send_messages
    allowed = server_of(interaction) and rights.view_channel and speak and rights.attach_files
    return channel if allowed else None


def may_react(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether the bot may put reactions on its board here."""
    if interaction.guild_id is None:
        return True
    rights = interaction.app_permissions
    return rights.add_reactions and rights.read_message_history
