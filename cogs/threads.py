"""Threads of their own for new games, where a server wants them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.names import plain_name
from cogs.places import Right, missing, server_of
from cogs.wording import mode_text
from data import Kind

if TYPE_CHECKING:
    from cogs.i18n import Say
    from cogs.sessions import Turn

__all__ = ["NEEDED_FOR_THREADS", "is_fresh", "open_thread"]

_log: Final = logging.getLogger(__name__)

NEEDED_FOR_THREADS: Final = (Right.THREADS, Right.SEND_IN_THREADS)

NAME_LIMIT: Final = 100
"""Discord's limit for the name of a thread."""
QUIET_MINUTES: Final = 1440
"""Minutes without a message after which Discord archives a thread. It is not done when the game ends: its
result is looked at there, and the next game played."""


def is_fresh(turn: Turn) -> bool:
    """Tell whether a game is a new one that no message shows yet, and is played in a channel."""
    return turn.record.message_id is None and turn.record.kind in {Kind.FREE, Kind.TOGETHER}


async def open_thread(
    interaction: discord.Interaction[Any], turn: Turn, say: Say
) -> tuple[discord.Thread | None, tuple[Right, ...]]:
    """Open a thread for a new game where its player started it.

    :returns: the thread, or None where the game is played in place: in a thread, or where no thread can be
        opened; and the permissions that were missing for it.
    """
    channel = interaction.channel
    if not server_of(interaction) or not isinstance(channel, discord.TextChannel):
        return None, ()
    lacking = missing(interaction, NEEDED_FOR_THREADS)
    if lacking:
        return None, lacking
    name = f"{plain_name(interaction.user.display_name)} · {mode_text(say, turn.view.rules)}"
    try:
        return (
            await channel.create_thread(
                name=name[:NAME_LIMIT],
                type=discord.ChannelType.public_thread,
                auto_archive_duration=QUIET_MINUTES,
            ),
            (),
        )
    except discord.HTTPException as error:
        # The rights that came with the interaction were out of date, or the server has too many threads.
        _log.info("no thread in channel %s: %s", channel.id, error)
        return None, (Right.THREADS,) if isinstance(error, discord.Forbidden) else ()
