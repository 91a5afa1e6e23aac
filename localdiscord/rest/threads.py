"""The route that opens a thread without a message to hang it on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from localdiscord.errors import ApiError, Flaw
from localdiscord.places import ChannelKind

from .call import Route

if TYPE_CHECKING:
    from localdiscord.world import World

    from .call import Answer, Call

__all__ = ["ROUTES"]

NAME = 100
ARCHIVED_AFTER = (60, 1440, 4320, 10080)
"""Minutes without a message after which Discord can archive a thread."""


def _create(world: World, call: Call) -> Answer:
    channel = world.channel(call.number("channel_id"))
    if not channel.may("threads"):
        raise ApiError(50013)
    name, wait = str(call.body.get("name", "")), call.body.get("auto_archive_duration", 1440)
    if not 1 <= len(name) <= NAME:
        call.insist([Flaw(("name",), f"Must be between 1 and {NAME} in length.")])
    if wait not in ARCHIVED_AFTER:
        call.insist([Flaw(("auto_archive_duration",), f"Value must be one of {ARCHIVED_AFTER}.")])
    if channel.kind != ChannelKind.TEXT or call.body.get("type") != ChannelKind.THREAD:
        raise ApiError(50024, message="Cannot execute action on this channel type", breach="no such thread")
    return channel.thread(name).to_dict()


ROUTES = (Route("POST", "/channels/{channel_id}/threads", _create),)
