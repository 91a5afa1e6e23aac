"""The route by which the bot answers an interaction, once and in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from localdiscord import acts, components
from localdiscord.errors import ApiError, Flaw
from localdiscord.feed import Change
from localdiscord.messages import MessageKind
from localdiscord.rules_modal import choices_flaws, modal_flaws
from localdiscord.wire import Callback, Flag, InteractionKind

from . import compose
from .call import Route

if TYPE_CHECKING:
    from collections.abc import Callable

    from localdiscord.feed import Kind
    from localdiscord.interaction import Interaction
    from localdiscord.messages import Message
    from localdiscord.wire import Json
    from localdiscord.world import World

    from .call import Answer, Call

__all__ = ["ROUTES", "claim"]

_ANSWERS = {
    InteractionKind.COMMAND: {Callback.MESSAGE, Callback.DEFER, Callback.MODAL},
    InteractionKind.COMPONENT: set(Callback) - {Callback.CHOICES},
    InteractionKind.AUTOCOMPLETE: {Callback.CHOICES},
    InteractionKind.MODAL: {Callback.MESSAGE, Callback.DEFER, Callback.DEFER_UPDATE, Callback.UPDATE},
}
_UPDATES = {Callback.UPDATE, Callback.DEFER_UPDATE}


def _callback(world: World, call: Call) -> Answer:
    act = _open(world, call)
    body: Json = call.body
    callback = _fitting(call, act, body.get("type"))
    _HANDLERS[callback](call, act, body.get("data") or {})
    act.answer(callback)
    _tell("answer", act, {"callback": int(callback)})
    if call.query.get("with_response") in ("1", "true"):
        return _result(act, callback)
    return None


def _open(world: World, call: Call) -> Interaction:
    act = world.interactions.get(call.number("interaction_id"))
    if act is None or act.token != call.params["interaction_token"]:
        raise ApiError(10062)
    if act.callback is not None:
        raise ApiError(40060)
    if world.clock() - act.created > world.deadline:
        raise ApiError(10062)
    if act.channel.is_gone:
        raise ApiError(10003)
    return act


def _fitting(call: Call, act: Interaction, kind: object) -> Callback:
    allowed = set(_ANSWERS[act.kind])
    if act.source is None:
        allowed -= _UPDATES
    if kind not in allowed:
        call.insist([Flaw(("type",), f"Value must be one of {sorted(allowed)}, is {kind}.")])
    return Callback(int(str(kind)))


def claim(message: Message, act: Interaction, *, followup: bool) -> None:
    """Mark a message as made by answering an interaction."""
    message.webhook_id = message.channel.world.application_id
    message.origin = act.metadata
    if followup and act.response is not None:
        message.origin["original_response_message_id"] = str(act.response.id)
    elif act.kind == InteractionKind.COMMAND:
        message.kind = MessageKind.COMMAND


def _message(call: Call, act: Interaction, data: Json) -> None:
    hidden = bool(Flag(data.get("flags") or 0) & Flag.EPHEMERAL)
    act.response = compose.new(
        call, act.channel, data, reply_to=act.source, ephemeral_for=act.user if hidden else None
    )
    claim(act.response, act, followup=False)
    acts.post(act.response)


def _defer(call: Call, act: Interaction, data: Json) -> None:
    flags = Flag(data.get("flags") or 0)
    if flags & ~Flag.EPHEMERAL:
        call.insist([Flaw(("data", "flags"), "Only EPHEMERAL can be set on a deferred answer.")])
    hidden = bool(flags & Flag.EPHEMERAL)
    act.response = compose.blank(act.channel, reply_to=act.source, ephemeral_for=act.user if hidden else None)
    act.response.flags = flags | Flag.LOADING
    act.thinking = True
    claim(act.response, act, followup=False)
    acts.post(act.response)


def _defer_update(_: Call, act: Interaction, __: Json) -> None:
    act.response = act.source


def _update(call: Call, act: Interaction, data: Json) -> None:
    message = act.source
    if message is None or message.deleted:
        raise ApiError(10008)
    compose.check(call, act.channel, data, message)
    message.remember()
    compose.fill(call, message, data)
    act.response = message
    acts.edited(message)


def _choices(call: Call, act: Interaction, data: Json) -> None:
    choices: list[Json] = data.get("choices") or []
    call.insist(choices_flaws(choices))
    act.choices = choices
    _tell("choices", act, {"choices": choices})


def _modal(call: Call, act: Interaction, data: Json) -> None:
    call.insist(modal_flaws(data))
    parts = components.finish(data["components"], lambda url: {"url": url})
    act.modal = {**data, "components": parts}
    _tell("modal", act, {"modal": act.modal})


_HANDLERS: dict[Callback, Callable[[Call, Interaction, Json], None]] = {
    Callback.MESSAGE: _message,
    Callback.DEFER: _defer,
    Callback.DEFER_UPDATE: _defer_update,
    Callback.UPDATE: _update,
    Callback.CHOICES: _choices,
    Callback.MODAL: _modal,
}


def _tell(kind: Kind, act: Interaction, data: Json) -> None:
    told = {"interaction_id": str(act.id)} | data
    act.channel.world.feed.publish(Change(kind, act.channel, act.response, only=act.user, data=told))


def _result(act: Interaction, callback: Callback) -> Json:
    about: Json = {"id": str(act.id), "type": int(act.kind)}
    message = act.response
    if message is None:
        return {"interaction": about}
    about["response_message_id"] = str(message.id)
    about["response_message_loading"] = act.thinking
    about["response_message_ephemeral"] = message.ephemeral_for is not None
    if callback in (Callback.MESSAGE, Callback.UPDATE):
        resource = {"type": int(callback), "message": message.to_dict()}
        return {"interaction": about, "resource": resource}
    return {"interaction": about}


ROUTES = (
    Route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", _callback, public=True),
)
