"""Routes on messages in channels, and on their reactions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from localdiscord import acts, events
from localdiscord.errors import ApiError
from localdiscord.wire import Flag, Intent, Quirk

from . import compose
from .call import Route

if TYPE_CHECKING:
    from localdiscord.messages import Message
    from localdiscord.permissions import Right
    from localdiscord.places import Channel
    from localdiscord.wire import Json
    from localdiscord.world import World

    from .call import Answer, Call

__all__ = ["ROUTES"]

CHANNEL = "/channels/{channel_id}/messages"
MESSAGE = CHANNEL + "/{message_id}"
REACTION = MESSAGE + "/reactions/{emoji_name}"
PAGE = 50
REACTIONS = 20
HOUR = 3600.0
"""Seconds after which a message is old: it cannot be edited as often as a fresh one."""


def _channel(world: World, call: Call, *rights: Right) -> Channel:
    channel = world.channel(call.number("channel_id"))
    if not all(channel.may(right) for right in rights):
        raise ApiError(50007 if channel.is_direct else 50013)
    return channel


def _message(world: World, call: Call, *rights: Right) -> Message:
    channel, number = _channel(world, call, *rights), call.number("message_id")
    found = channel.find(number)
    if found is None:
        raise ApiError(10008, breach=_mistaken(world.seek(number)))
    return found


def _mistaken(found: Message | None) -> str | None:
    """Say why the bot looks in the wrong place for a message that is there; None where it is nowhere."""
    if found is None:
        return None
    if found.ephemeral_for is not None:
        return "an ephemeral message is reached through its interaction alone"
    return "the message is in another channel"


def _alive(message: Message) -> None:
    if message.channel.archived:
        raise ApiError(50083)


def _seen_by_bot(world: World, message: Message) -> Json:
    return events.blanked(message, Intent.MESSAGE_CONTENT if world.message_content else Intent.NONE)


def _create(world: World, call: Call) -> Answer:
    channel = _channel(world, call, "send")
    if channel.locked:
        raise ApiError(50083)
    if Flag(call.body.get("flags") or 0) & Flag.EPHEMERAL:
        call.note("only interactions can be answered with the flag EPHEMERAL")
    target = _target(channel, call.body.get("message_reference"))
    message = compose.new(call, channel, call.body, reply_to=target)
    channel.wake()
    acts.post(message)
    return message.to_dict()


def _target(channel: Channel, reference: Json | None) -> Message | None:
    if not reference:
        return None
    if not channel.may("history"):
        raise ApiError(160002, legal=True)
    target = channel.find(int(reference["message_id"]))
    if target is None and reference.get("fail_if_not_exists", True):
        errors = {
            "message_reference": {
                "_errors": [{"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}]
            }
        }
        raise ApiError(50035, errors=errors)
    return target


def _get(world: World, call: Call) -> Answer:
    return _seen_by_bot(world, _message(world, call, "history"))


def _list(world: World, call: Call) -> Answer:
    channel = world.channel(call.number("channel_id"))
    if not channel.may("history"):
        return []
    limit = int(call.query.get("limit", PAGE))
    before, after = int(call.query.get("before", 2**63)), int(call.query.get("after", 0))
    found = [message for message in channel.messages if after < message.id < before]
    page = found[:limit] if "after" in call.query else found[-limit:]
    return [_seen_by_bot(world, message) for message in reversed(page)]


def _edit(world: World, call: Call) -> Answer:
    message = _message(world, call)
    if message.author is not world.bot:
        raise ApiError(50005)
    _alive(message)
    compose.spoil_gallery(message.channel, call.body, Quirk.GALLERY_BY_EDIT)
    if world.clock() - message.created > HOUR:
        wait = world.limiter.edit_old(message.channel.id)
        if wait is not None:
            raise ApiError(30046, retry_after=wait)
    compose.check(call, message.channel, call.body, message)
    message.remember()
    compose.fill(call, message, call.body)
    acts.edited(message)
    return message.to_dict()


def _delete(world: World, call: Call) -> Answer:
    message = _message(world, call)
    if message.author is not world.bot and not message.channel.may("manage"):
        raise ApiError(50013)
    _alive(message)
    acts.delete(message)
    return None


def _emoji(call: Call) -> str:
    emoji = call.params["emoji_name"]
    name, _, number = emoji.partition(":")
    if not emoji or (emoji.isascii() and not (name and number.isdigit())):
        raise ApiError(10014)
    return emoji


def _react(world: World, call: Call) -> Answer:
    message, emoji = _message(world, call, "history"), _emoji(call)
    _alive(message)
    if not message.reacted(emoji):
        if not message.channel.may("react"):
            raise ApiError(50013)
        if len(message.reactions) >= REACTIONS:
            raise ApiError(30010)
    acts.react(message, world.bot, emoji)
    return None


def _unreact(world: World, call: Call) -> Answer:
    message = _message(world, call)
    _alive(message)
    acts.unreact(message, world.bot, _emoji(call))
    return None


def _unreact_user(world: World, call: Call) -> Answer:
    message = _message(world, call, "manage")
    user = world.users.get(call.number("user_id"))
    if user is None:
        raise ApiError(10013)
    acts.unreact(message, user, _emoji(call))
    return None


def _clear(world: World, call: Call) -> Answer:
    message = _message(world, call, "manage")
    acts.clear(message, _emoji(call) if "emoji_name" in call.params else None)
    return None


def _reactors(world: World, call: Call) -> Answer:
    message = _message(world, call, "history")
    limit = int(call.query.get("limit", 25))
    after = int(call.query.get("after", 0))
    users = sorted(message.reacted(_emoji(call)), key=lambda user: user.id)
    return [user.to_dict() for user in users if user.id > after][:limit]


ROUTES = (
    Route("POST", CHANNEL, _create, bucket="create"),
    Route("GET", CHANNEL, _list),
    Route("GET", MESSAGE, _get),
    Route("PATCH", MESSAGE, _edit, bucket="edit"),
    Route("DELETE", MESSAGE, _delete, bucket="delete"),
    Route("DELETE", MESSAGE + "/reactions", _clear, bucket="react"),
    Route("PUT", REACTION + "/@me", _react, bucket="react"),
    Route("DELETE", REACTION + "/@me", _unreact, bucket="react"),
    Route("DELETE", REACTION + "/{user_id}", _unreact_user, bucket="react"),
    Route("GET", REACTION, _reactors),
    Route("DELETE", REACTION, _clear, bucket="react"),
)
