"""What a person orders from the page, carried out through their seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from localdiscord.errors import ClientRefusal
from localdiscord.wire import Callback, Json

from . import shown, typed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from localdiscord.messages import Message
    from localdiscord.people import User
    from localdiscord.reply import Modal, Pending, Reply
    from localdiscord.seat import Seat

    from .players import Players

__all__ = ["Orders"]

SHOWN = 60
"""Messages sent at once; earlier ones come when asked for."""
OPEN_FORMS = 8
"""Modals remembered while they stand open."""
TEXT = 2000
"""Characters of a person's message, as on the real Discord."""


class Orders:
    """The orders of one tab, which plays one person."""

    def __init__(self, user: User, players: Players) -> None:
        self._user = user
        self._players = players
        self._forms: dict[str, Modal] = {}
        self._table: dict[str, Callable[[Seat, Json], Awaitable[Json]]] = {
            "open": self._open,
            "typed": self._typed,
            "slash": self._slash,
            "complete": self._complete,
            "click": self._click,
            "select": self._select,
            "submit": self._submit,
            "say": self._say,
            "edit": self._edit,
            "delete": self._delete,
            "react": self._react,
            "unreact": self._unreact,
        }

    async def carry_out(self, body: Json) -> Json:
        """Do what a frame says and return what came of it.

        :raises ClientRefusal: if Discord's client would not let the person do it.
        :raises NoAnswer: if the bot was silent.
        """
        order = self._table.get(str(body.get("op")))
        if order is None:
            raise ClientRefusal(f"no such order: {body.get('op')}")
        return await order(self._seat(body), body)

    def _seat(self, body: Json) -> Seat:
        wanted = str(body.get("channel"))
        for channel in self._players.channels(self._user):
            if str(channel.id) == wanted:
                return self._user.at(channel)
        raise ClientRefusal(f"no such channel: {wanted}")

    # -- reading -----------------------------------------------------------------------------------

    async def _open(self, seat: Seat, body: Json) -> Json:
        found = seat.messages
        if body.get("before"):
            found = [message for message in found if message.id < int(body["before"])]
        return {
            "messages": [shown.message_json(message, self._user) for message in found[-SHOWN:]],
            "more": len(found) > SHOWN,
            "commands": shown.commands_json(seat.channel, self._user.locale),
        }

    # -- interactions ------------------------------------------------------------------------------

    async def _typed(self, seat: Seat, body: Json) -> Json:
        command, given = typed.read(seat.channel, str(body["text"]), self._user.locale)
        return await self._send(seat, command, given)

    async def _slash(self, seat: Seat, body: Json) -> Json:
        return await self._send(seat, str(body["command"]), dict(body.get("options") or {}))

    async def _send(self, seat: Seat, command: str, given: dict[str, object]) -> Json:
        values = typed.values(seat.channel, command, given)
        return await self._answer(seat.slash(command, **values))

    async def _complete(self, seat: Seat, body: Json) -> Json:
        command, focused = str(body["command"]), str(body["focused"])
        given = dict(body.get("options") or {})
        values = typed.values(seat.channel, command, given, keep=focused)
        reply = await _completing(seat, command, focused, values).acknowledged()
        return {"choices": [{"name": choice.label, "value": choice.value} for choice in reply.choices]}

    async def _click(self, seat: Seat, body: Json) -> Json:
        return await self._answer(seat.click(_message(seat, body), custom_id=str(body["custom_id"])))

    async def _select(self, seat: Seat, body: Json) -> Json:
        values = [str(value) for value in body["values"]]
        pending = seat.select(_message(seat, body), *values, custom_id=str(body["custom_id"]))
        return await self._answer(pending)

    async def _submit(self, seat: Seat, body: Json) -> Json:
        modal = self._forms.get(str(body["form"]))
        if modal is None:
            raise ClientRefusal("this form is no longer open")
        answer = await self._answer(seat.submit(modal, dict(body["fields"])))
        self._forms.pop(str(body["form"]), None)
        return answer

    async def _answer(self, pending: Pending[Reply]) -> Json:
        # the first sign is enough: what comes later comes as a change of the message
        reply = await pending.acknowledged()
        if reply.kind != Callback.MODAL:
            return {"message": str(reply.message.id) if reply.message is not None else None}
        modal = reply.modal
        number = str(pending.interaction.id)
        self._forms[number] = modal
        for old in list(self._forms)[:-OPEN_FORMS]:
            del self._forms[old]
        return {"modal": modal.to_dict() | {"form": number}}

    # -- plain acts --------------------------------------------------------------------------------

    async def _say(self, seat: Seat, body: Json) -> Json:
        target = _found(seat, str(body["reply_to"])) if body.get("reply_to") else None
        message = await seat.say(_text(body), reply_to=target, ping=bool(body.get("ping", True)))
        return {"message": str(message.id)}

    async def _edit(self, seat: Seat, body: Json) -> Json:
        await seat.edit(_message(seat, body), _text(body))
        return {}

    async def _delete(self, seat: Seat, body: Json) -> Json:
        await seat.delete(_message(seat, body))
        return {}

    async def _react(self, seat: Seat, body: Json) -> Json:
        message = _message(seat, body)
        if message.ephemeral_for is not None:
            raise ClientRefusal("a message that only you see takes no reactions")
        await seat.react(message, _emoji(body))
        return {}

    async def _unreact(self, seat: Seat, body: Json) -> Json:
        await seat.unreact(_message(seat, body), _emoji(body))
        return {}


def _completing(seat: Seat, command: str, focused: str, values: dict[str, Any]) -> Pending[Any]:
    return seat.autocomplete(command, focused=focused, **values)


def _message(seat: Seat, body: Json) -> Message:
    return _found(seat, str(body["message"]))


def _found(seat: Seat, number: str) -> Message:
    for message in reversed(seat.messages):
        if str(message.id) == number:
            return message
    raise ClientRefusal("the message is gone")


def _text(body: Json) -> str:
    text = str(body["text"]).strip()
    if not 1 <= len(text) <= TEXT:
        raise ClientRefusal(f"a message has 1 to {TEXT} characters, not {len(text)}")
    return text


def _emoji(body: Json) -> str:
    emoji = str(body["emoji"])
    if not 1 <= len(emoji) <= 32 or any(character.isspace() for character in emoji):  # noqa: PLR2004
        raise ClientRefusal(f"not an emoji: {emoji[:32]}")
    return emoji
