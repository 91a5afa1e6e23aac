"""A person in a channel: everything one can do there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import acts, client, mentions
from .components import SELECTS, Choice, walk
from .errors import ClientRefusal
from .forms import submission
from .messages import Message, MessageKind
from .people import User
from .reply import Pending, Reply
from .wire import InteractionKind, Json, Part

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .components import Select
    from .interaction import Interaction
    from .places import Channel
    from .reply import Modal

__all__ = ["Seat"]

MENU_USER, MENU_MESSAGE = 2, 3


class Seat:
    """One person at one place; made by ``alice.at(channel)``.

    What needs the bot's answer returns a ``Pending`` to await; the act itself has happened at once.
    """

    def __init__(
        self, user: User, channel: Channel, deliver: Callable[[Interaction], None], patience: float
    ) -> None:
        self.user = user
        self.channel = channel
        self._deliver = deliver
        self._patience = patience

    def __repr__(self) -> str:
        return f"<Seat {self.user.name} at {self.channel.name}>"

    # -- what one sees -----------------------------------------------------------------------------

    @property
    def private(self) -> list[Message]:
        """The ephemeral messages that only this person sees here."""
        return [message for message in self.channel.private if message.ephemeral_for is self.user]

    @property
    def messages(self) -> list[Message]:
        """Everything that this person sees here, oldest first."""
        return sorted([*self.channel.messages, *self.private], key=lambda message: message.id)

    @property
    def commands(self) -> list[Json]:
        """The slash commands that the client offers here."""
        return client.available(self.channel, user=self.user)

    # -- interactions ------------------------------------------------------------------------------

    def slash(self, command: str, /, **options: object) -> Pending[Reply]:
        """Send a slash command, groups and subcommands separated by spaces.

        :raises ClientRefusal: if the registered commands do not let it through.
        """
        data = client.fill(client.locate(self._present(), command, user=self.user), options)
        return self._send(InteractionKind.COMMAND, data)

    def autocomplete(self, command: str, /, *, focused: str, **options: object) -> Pending[list[Choice]]:
        """Ask for suggestions while typing in the option ``focused``; awaiting gives them.

        :raises ClientRefusal: if the option does not complete.
        """
        data = client.partly(client.locate(self._present(), command, user=self.user), focused, options)
        act = self._open(InteractionKind.AUTOCOMPLETE, data, None)
        return Pending(act, self._patience, lambda reply: reply.choices)

    def menu(self, name: str, target: Message | User) -> Pending[Reply]:
        """Use a context-menu command on a message or a user.

        :raises ClientRefusal: if none of that name is offered.
        """
        kind = MENU_USER if isinstance(target, User) else MENU_MESSAGE
        for command in client.available(self._present(), kind, user=self.user):
            if command["name"] == name:
                shelf = "users" if kind == MENU_USER else "messages"
                data = {"id": command["id"], "name": name, "type": kind, "target_id": str(target.id)}
                data["resolved"] = {shelf: {str(target.id): target.to_dict()}}
                return self._send(InteractionKind.COMMAND, data)
        raise ClientRefusal(f"no such entry: {name}")

    def click(
        self, message: Message, name: str = "", *, custom_id: str | None = None, force: bool = False
    ) -> Pending[Reply]:
        """Press a button, known by label, emoji or custom id; ``force`` sends what the client would refuse.

        :raises ClientRefusal: if there is no such button, or it is disabled.
        """
        wanted = custom_id or name
        if not force:
            self._touchable(message)
        found = [button for button in message.buttons if button.answers_to(wanted)]
        enabled = [button for button in found if not button.disabled and button.custom_id]
        if not enabled and not force:
            state = "disabled" if found else "not there"
            raise ClientRefusal(f"the button is {state}: {wanted} (of {_labels(message)})")
        pick = next(iter(enabled or found), None)
        sent = pick.custom_id if pick is not None and pick.custom_id else wanted
        data = {"component_type": int(Part.BUTTON), "custom_id": sent, "id": _component_id(message, sent)}
        return self._send(InteractionKind.COMPONENT, data, message)

    def select(
        self,
        message: Message,
        *values: str,
        custom_id: str | None = None,
        force: bool = False,
    ) -> Pending[Reply]:
        """Choose in a menu by value or label; ``force`` sends any value.

        :raises ClientRefusal: if no menu of the message holds them, or it is disabled.
        """
        if not force:
            self._touchable(message)
        menus = [menu for menu in message.selects if custom_id in (None, menu.custom_id)]
        for menu in menus:
            chosen = _chosen(menu, values)
            if chosen is not None and not menu.disabled:
                return self._choose(message, menu.kind, menu.custom_id, chosen)
        if force:
            sent = custom_id or (menus[0].custom_id if menus else "")
            return self._choose(message, int(Part.SELECT), sent, list(values))
        raise ClientRefusal(f"no menu takes this choice: {', '.join(values)}")

    def submit(
        self, modal: Modal, fields: Mapping[str, object] | None = None, *, force: bool = False, **more: object
    ) -> Pending[Reply]:
        """Fill a modal by label or custom id, and send it.

        :raises ClientRefusal: for an unknown field or a text that does not fit.
        """
        data = submission(modal, {**(fields or {}), **more}, force=force)
        act = self._open(InteractionKind.MODAL, data, modal.opener.source, origin=modal.opener.metadata)
        return Pending(act, self._patience, lambda reply: reply)

    # -- plain acts --------------------------------------------------------------------------------

    async def say(
        self,
        text: str,
        *,
        reply_to: Message | None = None,
        ping: bool = True,
        mention_bot: bool = False,
    ) -> Message:
        """Write a message; ``mention_bot`` puts a mention in front, a reply pings unless the @ is off.

        Replies to an interaction's answer never ping: they reach the bot without their text, as on the
        real Discord.
        """
        channel = self._present()
        if channel.locked:
            raise ClientRefusal(f"the thread is locked: {channel.name}")
        channel.wake()
        if mention_bot:
            text = f"{channel.world.bot.mention} {text}"
        message = Message(channel.world.mint(), channel, self.user, channel.world.clock(), text)
        heard = None
        if reply_to is not None:
            message.reply_to, message.kind = reply_to, MessageKind.REPLY
            heard = reply_to.author.id if ping and not reply_to.is_interaction_response else None
        self._address(message, heard)
        acts.post(message)
        return message

    async def edit(self, message: Message, text: str) -> None:
        """Change the text of one's own message.

        :raises ClientRefusal: if it is somebody else's.
        """
        self._own(message)
        message.remember()
        message.content = text
        replied = message.reply_to.author if message.reply_to is not None else None
        self._address(message, replied.id if replied is not None and replied in message.mentions else None)
        acts.edited(message)

    async def delete(self, message: Message) -> None:
        """Delete a message: one's own, an ephemeral one, or as the guild's owner or manager anybody's."""
        guild = self.channel.guild
        moderates = guild is not None and (self.user is guild.owner or self.user in guild.managers)
        if not moderates and message.ephemeral_for is not self.user:
            self._own(message)
        acts.delete(message)

    async def react(self, message: Message, emoji: str) -> None:
        """Put a reaction on a message."""
        self._touchable(message)
        acts.react(message, self.user, emoji)

    async def unreact(self, message: Message, emoji: str) -> None:
        """Take one's own reaction away again."""
        acts.unreact(message, self.user, emoji)

    # -- inside ------------------------------------------------------------------------------------

    def _present(self) -> Channel:
        if not self.channel.admits(self.user):
            raise ClientRefusal(f"{self.user.name} is not in {self.channel.name}")
        return self.channel

    def _touchable(self, message: Message) -> None:
        self._present()
        if message.deleted:
            raise ClientRefusal(f"the message is gone: {message.id}")
        if message.channel is not self.channel or message.ephemeral_for not in (None, self.user):
            raise ClientRefusal(f"{self.user.name} does not see message {message.id}")

    def _own(self, message: Message) -> None:
        if message.author is not self.user:
            raise ClientRefusal(f"the message belongs to {message.author.name}")

    def _address(self, message: Message, heard: int | None) -> None:
        world = self.channel.world
        message.pings = mentions.pings(message.content, None, heard)
        message.mentions = [world.users[one] for one in sorted(message.pings.users) if one in world.users]

    def _choose(self, message: Message, kind: int, custom_id: str, values: list[str]) -> Pending[Reply]:
        data: Json = {"component_type": kind, "custom_id": custom_id, "values": values}
        data["id"] = _component_id(message, custom_id)
        if kind in SELECTS - {Part.SELECT}:
            data["resolved"] = self._resolved(kind, [int(one) for one in values if one.isdigit()])
        return self._send(InteractionKind.COMPONENT, data, message)

    def _resolved(self, kind: int, numbers: list[int]) -> Json:
        """Give what was chosen in a menu of people, channels or roles, as far as it is there."""
        world, guild = self.channel.world, self.channel.guild
        if kind == Part.CHANNEL_SELECT:
            found = [world.channels[one] for one in numbers if one in world.channels]
            return {"channels": {str(one.id): one.to_dict() | {"permissions": "0"} for one in found}}
        if kind == Part.ROLE_SELECT:
            roles = guild.to_dict()["roles"] if guild is not None else []
            return {"roles": {role["id"]: role for role in roles if int(role["id"]) in numbers}}
        return {"users": {str(one): world.users[one].to_dict() for one in numbers}}

    def _send(self, kind: InteractionKind, data: Json, source: Message | None = None) -> Pending[Reply]:
        act = self._open(kind, data, source)
        return Pending(act, self._patience, lambda reply: reply)

    def _open(
        self, kind: InteractionKind, data: Json, source: Message | None, *, origin: Json | None = None
    ) -> Interaction:
        client.resolve_members(self.channel, data)
        act = self.channel.world.open_interaction(kind, self.user, self.channel, data, source)
        act.origin = origin or {}
        self._deliver(act)
        return act


def _labels(message: Message) -> str:
    return ", ".join(button.label or button.emoji or "" for button in message.buttons)


def _component_id(message: Message, custom_id: str) -> int:
    for _, part in walk(message.components):
        if part.get("custom_id") == custom_id:
            return int(part["id"])
    return 0


def _chosen(menu: Select, values: tuple[str, ...]) -> list[str] | None:
    if menu.kind != Part.SELECT:
        return list(values)
    by_name = {choice.label: str(choice.value) for choice in menu.choices}
    by_name |= {str(choice.value): str(choice.value) for choice in menu.choices}
    if not menu.least <= len(values) <= menu.most or any(value not in by_name for value in values):
        return None
    return [by_name[value] for value in values]
