"""What happens to messages, whoever does it: the change itself, the gateway's word of it, the page's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import events
from .feed import Change

if TYPE_CHECKING:
    from .feed import Kind
    from .messages import Message
    from .people import User

__all__ = ["clear", "delete", "edited", "post", "react", "unreact"]


def post(message: Message) -> None:
    """Put a new message where it belongs: the channel, or the person who alone sees it."""
    channel = message.channel
    if message.ephemeral_for is not None:
        channel.private.append(message)
    else:
        channel.messages.append(message)
        _tell("MESSAGE_CREATE", message)
    _show("message", message)


def edited(message: Message) -> None:
    """Tell of an edit that has been made."""
    message.edited = message.channel.world.clock()
    _tell("MESSAGE_UPDATE", message)
    _show("edit", message)


def delete(message: Message) -> None:
    """Take a message away."""
    message.deleted = True
    shelf = message.channel.private if message.ephemeral_for is not None else message.channel.messages
    if message in shelf:
        shelf.remove(message)
    _tell("MESSAGE_DELETE", message)
    _show("delete", message)


def react(message: Message, user: User, emoji: str) -> None:
    """Put a reaction; doing it twice changes nothing."""
    key = message.reaction_key(emoji)
    users = message.reactions.setdefault(key, [])
    if user in users:
        return
    users.append(user)
    _tell_reaction("MESSAGE_REACTION_ADD", message, user, key)


def unreact(message: Message, user: User, emoji: str) -> None:
    """Take a reaction away, if it is there."""
    key = message.reaction_key(emoji)
    users = message.reactions.get(key, [])
    if user not in users:
        return
    users.remove(user)
    if not users:
        del message.reactions[key]
    _tell_reaction("MESSAGE_REACTION_REMOVE", message, user, key)


def clear(message: Message, emoji: str | None = None) -> None:
    """Take away everybody's reactions with one emoji, or all."""
    key = message.reaction_key(emoji) if emoji is not None else None
    if key is None:
        message.reactions.clear()
    elif message.reactions.pop(key, None) is None:
        return
    if message.channel.may("view"):
        message.channel.world.emit(events.clear_event(message, key))
    _show("reactions", message)


def _tell(name: str, message: Message) -> None:
    if message.ephemeral_for is None and message.channel.may("view"):
        message.channel.world.emit(events.message_event(name, message))


def _tell_reaction(name: str, message: Message, user: User, key: str) -> None:
    if message.channel.may("view"):
        message.channel.world.emit(events.reaction_event(name, message, user, key))
    _show("reactions", message)


def _show(kind: Kind, message: Message) -> None:
    message.channel.world.feed.publish(Change(kind, message.channel, message, only=message.ephemeral_for))
