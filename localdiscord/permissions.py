"""What the bot may do in a channel, in the words of the tests and in Discord's bits."""

from __future__ import annotations

from enum import IntFlag
from typing import Literal, TypeAlias

__all__ = ["BOT_DEFAULT", "EXTERNAL", "MEMBER_DEFAULT", "Permission", "Right", "bit"]

Right: TypeAlias = Literal["view", "send", "react", "attach", "embed", "history", "manage", "threads"]


class Permission(IntFlag):
    """The permission bits that this server looks at or shows."""

    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    EXTERNAL_EMOJIS = 1 << 18
    USE_COMMANDS = 1 << 31
    CREATE_THREADS = 1 << 35
    SEND_IN_THREADS = 1 << 38
    MANAGE_GUILD = 1 << 5


_TALK = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_HISTORY
    | Permission.EXTERNAL_EMOJIS
    | Permission.USE_COMMANDS
    | Permission.CREATE_THREADS
    | Permission.SEND_IN_THREADS
)
MEMBER_DEFAULT = _TALK
"""What every member may do, the bot included; Manage Messages is not in it, as on most servers."""
BOT_DEFAULT = _TALK
EXTERNAL = Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.EXTERNAL_EMOJIS
"""What an interaction's answer may hold in a place where only the person installed the application."""

_BITS: dict[Right, Permission] = {
    "view": Permission.VIEW_CHANNEL,
    "send": Permission.SEND_MESSAGES | Permission.SEND_IN_THREADS,
    "react": Permission.ADD_REACTIONS,
    "attach": Permission.ATTACH_FILES,
    "embed": Permission.EMBED_LINKS,
    "history": Permission.READ_HISTORY,
    "manage": Permission.MANAGE_MESSAGES,
    "threads": Permission.CREATE_THREADS,
}


def bit(right: Right) -> Permission:
    """Return Discord's bits for a right."""
    return _BITS[right]
