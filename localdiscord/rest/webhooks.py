"""Routes by which the bot goes on after its first answer: the original, and follow-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from localdiscord import acts
from localdiscord.errors import ApiError
from localdiscord.wire import Callback, Flag, Quirk

from . import compose
from .call import Route
from .interactions import claim

if TYPE_CHECKING:
    from localdiscord.interaction import Interaction
    from localdiscord.messages import Message
    from localdiscord.wire import Json
    from localdiscord.world import World

    from .call import Answer, Call

__all__ = ["ROUTES"]

HOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = HOOK + "/messages/@original"
MESSAGE = HOOK + "/messages/{message_id}"
FOLLOWUPS = 5
"""Follow-ups to one interaction where the bot itself is not in the place."""


def _act(world: World, call: Call) -> Interaction:
    if call.number("webhook_id") != world.application_id:
        raise ApiError(10015)
    return world.by_token(call.params["webhook_token"])


def _find(act: Interaction, call: Call) -> Message:
    found = act.response
    if "message_id" in call.params:
        wanted = call.number("message_id")
        known = [*act.followups, *([act.response] if act.response is not None else [])]
        found = next((message for message in known if message.id == wanted), None)
        if found is None and act.channel.world.seek(wanted) is not None:
            raise ApiError(10008, breach="the message belongs to another interaction")
    if found is None or found.deleted:
        raise ApiError(10008)
    return found


def _followup(world: World, call: Call) -> Answer:
    act = _act(world, call)
    body: Json = call.body
    if act.callback == Callback.DEFER and act.thinking and act.response is not None:
        return _write(call, act, act.response, body)
    if act.channel.guild is not None and not act.channel.has_bot and len(act.followups) >= FOLLOWUPS:
        raise ApiError(40094)
    hidden = bool(Flag(body.get("flags") or 0) & Flag.EPHEMERAL)
    message = compose.new(
        call, act.channel, body, reply_to=act.response, ephemeral_for=act.user if hidden else None
    )
    claim(message, act, followup=True)
    act.followups.append(message)
    acts.post(message)
    return message.to_dict() if call.query.get("wait") in ("1", "true") else None


def _write(call: Call, act: Interaction, message: Message, body: Json) -> Answer:
    compose.spoil_gallery(message.channel, body, Quirk.GALLERY_BY_TOKEN)
    compose.check(call, act.channel, body, message)
    message.remember()
    compose.fill(call, message, body)
    acts.edited(message)
    if message is act.response and act.thinking:
        act.finish()
    return message.to_dict()


def _get(world: World, call: Call) -> Answer:
    return _find(_act(world, call), call).to_dict()


def _edit(world: World, call: Call) -> Answer:
    act = _act(world, call)
    return _write(call, act, _find(act, call), call.body)


def _delete(world: World, call: Call) -> Answer:
    act = _act(world, call)
    message = _find(act, call)
    acts.delete(message)
    if message is act.response and act.thinking:
        act.finish()
    return None


ROUTES = (
    Route("POST", HOOK, _followup, public=True, bucket="followup"),
    *(
        Route(method, template, handler, public=True, bucket="rewrite" if method == "PATCH" else None)
        for template in (ORIGINAL, MESSAGE)  # the literal path first, or it would never be reached
        for method, handler in (("GET", _get), ("PATCH", _edit), ("DELETE", _delete))
    ),
)
