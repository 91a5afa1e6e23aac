"""One interaction: what was sent to the bot, and what has become of it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .places import ChannelKind
from .wire import AppInstall, Callback, InteractionKind, Json

if TYPE_CHECKING:
    from .messages import Message
    from .people import User
    from .places import Channel

__all__ = ["ATTACHMENT_LIMIT", "TOKEN_LIFE", "Interaction", "payload"]

TOKEN_LIFE = 15 * 60.0
"""Seconds that an interaction's token lives."""
ATTACHMENT_LIMIT = 10 * 2**20
"""Bytes that one file of an answer may have."""


@dataclass(eq=False, slots=True)
class Interaction:
    """A person's act, and the state of the bot's answer to it."""

    id: int
    token: str
    kind: InteractionKind
    user: User
    channel: Channel
    created: float
    data: Json = field(repr=False)
    source: Message | None = field(default=None, repr=False)
    origin: Json = field(default_factory=dict, repr=False)
    callback: Callback | None = None
    response: Message | None = field(default=None, repr=False)
    thinking: bool = False
    edits_before: int = 0
    jumped: float = 0.0
    told_dead: bool = False
    followups: list[Message] = field(default_factory=list, repr=False)
    modal: Json | None = field(default=None, repr=False)
    choices: list[Json] = field(default_factory=list, repr=False)
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    finished: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    def answer(self, callback: Callback) -> None:
        """Note the bot's one answer."""
        self.callback = callback
        self.edits_before = len(self.response.history) if self.response is not None else 0
        self.acknowledged.set()
        if callback != Callback.DEFER:
            self.finished.set()

    def finish(self) -> None:
        """Note that a deferred answer has got its content."""
        self.thinking = False
        self.finished.set()

    @property
    def owners(self) -> Json:
        """Who installed the application, as ``authorizing_integration_owners``."""
        return owners(self.channel, self.user)

    @property
    def metadata(self) -> Json:
        """What a message made by answering says of it, as ``interaction_metadata``."""
        body: Json = {
            "id": str(self.id),
            "type": int(self.kind),
            "user": self.user.to_dict(),
            "authorizing_integration_owners": self.owners,
        }
        if self.kind == InteractionKind.COMMAND:
            body |= {"name": self.data["name"], "command_type": self.data["type"]}
        elif self.kind == InteractionKind.COMPONENT and self.source is not None:
            body["interacted_message_id"] = str(self.source.id)
        elif self.kind == InteractionKind.MODAL:
            body["triggering_interaction_metadata"] = self.origin
        return body


def owners(channel: Channel, user: User) -> Json:
    """Return whose installation of the application lets it act here."""
    if channel.guild is not None and channel.guild.has_bot:
        return {str(int(AppInstall.GUILD)): str(channel.guild.id)}
    if channel.is_direct:
        return {str(int(AppInstall.GUILD)): "0", str(int(AppInstall.USER)): str(user.id)}
    return {str(int(AppInstall.USER)): str(user.id)}


def context(channel: Channel) -> int:
    """Return 0 for a guild, 1 for the conversation with the bot, 2 for any other private channel."""
    if channel.guild is not None:
        return 0
    return 1 if channel.is_direct else 2


def payload(act: Interaction) -> Json:
    """Return the body of INTERACTION_CREATE."""
    channel, user = act.channel, act.user
    body: Json = {
        "id": str(act.id),
        "application_id": str(channel.world.application_id),
        "type": int(act.kind),
        "data": act.data,
        "token": act.token,
        "version": 1,
        "channel_id": str(channel.id),
        "channel": _channel(channel, user),
        "app_permissions": str(int(channel.permissions)),
        "locale": user.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": act.owners,
        "context": context(channel),
        "attachment_size_limit": ATTACHMENT_LIMIT,
    }
    if act.source is not None:
        body["message"] = act.source.to_dict()
    return body | _who(channel, user)


def _who(channel: Channel, user: User) -> Json:
    guild = channel.guild
    if guild is None:
        return {"user": user.to_dict()}
    permissions = str(int(guild.member_permissions(user)))
    return {
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
        "guild_locale": guild.locale,
        "member": guild.member(user) | {"permissions": permissions},
    }


def _channel(channel: Channel, user: User) -> Json:
    body = channel.to_dict()
    if channel.guild is not None:
        body["permissions"] = str(int(channel.guild.member_permissions(user)))
    elif channel.kind == ChannelKind.DIRECT and not channel.is_direct:
        body["recipients"] = [one.to_dict() for one in channel.recipients if one is not user]
    return body
