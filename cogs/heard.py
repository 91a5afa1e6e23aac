"""What of the messages that people write is meant for the bot. Asks nothing but the message itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.control_id import ControlId
from cogs.subject import custom_ids

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Heard", "Way", "hear", "without_mention"]

WRITTEN: Final = frozenset({discord.MessageType.default, discord.MessageType.reply})
"""The messages that a person has typed; the others are Discord's own words."""


class Way(Enum):
    """By what a message is meant for the bot."""

    MENTION = auto()
    REPLY = auto()
    """An answer to a message of the bot, which may be a board."""
    DIRECT = auto()
    """A direct message, whatever is in it."""
    THREAD = auto()
    """A plain message in a thread; a move if it reads as one and the player's board is there."""
    BLANK = auto()
    """An answer to a message of the bot that Discord has handed over without its text."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A message that may be meant for the bot.

    :ivar text: what was typed, without the mention of the bot.
    :ivar board: the message of the bot that it answers; `game` is the one that its controls name.
    """

    text: str
    way: Way
    board: int | None = None
    game: int | None = None


def hear(message: discord.Message, me: int, *, reads_all: bool) -> Heard | None:
    """Tell what a message says to the bot; None where it is not for the bot.

    :param me: the bot's user id.
    :param reads_all: whether Discord hands over the text of every message.
    """
    if message.author.bot or message.webhook_id is not None or message.type not in WRITTEN:
        return None
    text, mentioned = without_mention(message.content, me)
    way = _way(message, text, me, mentioned=mentioned, reads_all=reads_all)
    if way is None:
        return None
    board = _answered(message, me)
    return Heard(text, way) if board is None else Heard(text, way, board.id, _game_on(board.components))


def _way(message: discord.Message, text: str, me: int, *, mentioned: bool, reads_all: bool) -> Way | None:
    if isinstance(message.channel, discord.DMChannel):
        return Way.DIRECT if text or mentioned else None
    if message.guild is None:
        return None
    if mentioned:
        return Way.MENTION
    if _answered(message, me) is not None:
        is_hidden = not reads_all and all(user.id != me for user in message.mentions)
        without = Way.BLANK if is_hidden else None  # else it is nothing but a picture
        return Way.REPLY if text else without
    plain = text and message.reference is None and isinstance(message.channel, discord.Thread)
    return Way.THREAD if reads_all and plain else None


def without_mention(content: str, me: int) -> tuple[str, bool]:
    """Take the mentions of the bot out of a text, wherever they stand, and tell whether there were any."""
    text, count = re.subn(rf"<@!?{me}>", " ", content)
    return text.strip(), bool(count)


def _answered(message: discord.Message, me: int) -> discord.Message | None:
    """Give the bot's message that another one answers."""
    answered = message.reference.resolved if message.reference is not None else None
    if isinstance(answered, discord.Message) and answered.author.id == me:
        return answered
    return None


def _game_on(components: Iterable[Any]) -> int | None:
    """Read from a board's controls which game it shows, also on one that was replaced."""
    controls = (ControlId.parse(custom_id) for custom_id in custom_ids(components))
    return next((control.game for control in controls if control is not None), None)
