"""From a request's body to a message: checked, permitted, complete."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from localdiscord import components, mentions
from localdiscord.errors import ApiError, Flaw, invalid_form
from localdiscord.interaction import ATTACHMENT_LIMIT
from localdiscord.messages import Message, MessageKind
from localdiscord.permissions import bit
from localdiscord.rules_message import ATTACHMENT, is_empty, message_flaws, unshown_files
from localdiscord.wire import Flag, Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localdiscord.media import Attachment
    from localdiscord.people import User
    from localdiscord.permissions import Right
    from localdiscord.places import Channel
    from localdiscord.wire import Json, Quirk

    from .call import Call

__all__ = ["blank", "check", "fill", "new", "spoil_gallery"]

FILES = 10
"""Files that a message can have."""
STICKY = Flag.EPHEMERAL | Flag.COMPONENTS_V2
"""Flags that an edit cannot take away."""


def new(
    call: Call,
    channel: Channel,
    body: Json,
    *,
    reply_to: Message | None = None,
    ephemeral_for: User | None = None,
) -> Message:
    """Make the message that a request describes; it is not posted yet.

    :raises ApiError: if Discord would not take it.
    """
    check(call, channel, body)
    message = blank(channel, reply_to=reply_to, ephemeral_for=ephemeral_for)
    message.tts = bool(body.get("tts"))
    fill(call, message, body)
    return message


def blank(channel: Channel, *, reply_to: Message | None = None, ephemeral_for: User | None = None) -> Message:
    """Make a message of the bot that holds nothing yet."""
    world = channel.world
    message = Message(world.mint(), channel, world.bot, world.clock(), ephemeral_for=ephemeral_for)
    if reply_to is not None:
        message.reply_to, message.kind = reply_to, MessageKind.REPLY
    return message


def check(call: Call, channel: Channel, body: Json, before: Message | None = None) -> None:
    """Hold a body against the rules and the channel's permissions.

    :raises ApiError: 50035, 50006, 40005, 30015 or 50013.
    """
    names = _file_names(call, body, before)
    if any(len(upload.data) > ATTACHMENT_LIMIT for upload in call.uploads.values()):
        raise ApiError(40005)
    if len(names) > FILES:
        raise ApiError(30015)
    call.insist(message_flaws(body, names, before))
    if is_empty(body, has_files=bool(call.uploads), before=before):
        raise ApiError(50006)
    for name in unshown_files(body, {upload.name for upload in call.uploads.values()}, before):
        call.note(f"a file that no component shows: {name}")
    if call.uploads:
        _need(channel, "attach")
    if body.get("embeds"):
        _need(channel, "embed")
    text = _pinging_text(body)
    if mentions.names_somebody(text) and not mentions.guarded(body.get("allowed_mentions")):
        call.note(f"text that pings, without allowed_mentions: {text[:200]!r}")


def spoil_gallery(channel: Channel, body: Json, quirk: Quirk) -> None:
    """Refuse a gallery with a new upload where Discord is to have that fault.

    :raises ApiError: 50035, which is no breach.
    """
    if quirk not in channel.world.quirks:
        return
    for at, part in components.walk(body.get("components") or ()):
        if part.get("type") == Part.GALLERY:
            for place, item in components.media(part):
                if str(item.get("url", "")).startswith(ATTACHMENT):
                    flaw = Flaw((*at, *place), "The unfurled media attachment was not found")
                    raise invalid_form([flaw], legal=True)


def fill(call: Call, message: Message, body: Json) -> None:
    """Write a checked body into a message; what the body leaves out stays."""
    if call.uploads or "attachments" in body:
        message.attachments = list(_attachments(call, message, body))
    if "content" in body:
        message.content = body["content"] or ""
    if "embeds" in body:
        message.embeds = [_unfurled(embed, message) for embed in body["embeds"] or ()]
    if "components" in body:
        message.components = components.finish(body["components"] or (), lambda url: _unfurl(url, message))
    message.flags = (message.flags & STICKY) | Flag(body.get("flags") or 0)
    _address(message, body)


def _need(channel: Channel, right: Right) -> None:
    if not channel.permissions & bit(right):
        raise ApiError(50013)


def _pinging_text(body: Json) -> str:
    return "\n".join([body.get("content") or "", *components.texts(body.get("components") or ())])


def _address(message: Message, body: Json) -> None:
    replied = message.reply_to.author.id if message.reply_to is not None else None
    if not {"content", "components"} & body.keys():
        return
    message.pings = mentions.pings(_pinging_text(body), body.get("allowed_mentions"), replied)
    known = message.channel.world.users
    message.mentions = [known[one] for one in sorted(message.pings.users) if one in known]


def _file_names(call: Call, body: Json, before: Message | None) -> set[str]:
    entries = body.get("attachments")
    if entries is None:
        return {upload.name for upload in call.uploads.values()}
    kept = {str(file.id): file.name for file in (before.attachments if before is not None else ())}
    names = set()
    for entry in entries:
        key = str(entry.get("id"))
        if key in call.uploads:
            names.add(entry.get("filename") or call.uploads[key].name)
        elif key in kept:
            names.add(kept[key])
    return names


def _attachments(call: Call, message: Message, body: Json) -> Iterator[Attachment]:
    kept = {str(file.id): file for file in message.attachments}
    entries = body.get("attachments")
    if entries is None:
        yield from message.attachments
        entries = [{"id": key} for key in call.uploads]
    world = message.channel.world
    for entry in entries:
        key = str(entry.get("id"))
        upload = call.uploads.get(key)
        if upload is None and key in kept:
            yield kept[key]
        elif upload is not None:
            yield world.upload(
                message.channel,
                entry.get("filename") or upload.name,
                upload.data,
                description=entry.get("description"),
                ephemeral=message.ephemeral_for is not None,
            )


def _unfurl(url: str, message: Message) -> Json:
    file = _file_behind(url, message)
    if file is not None:
        return file.to_media()
    number = str(message.channel.world.mint())
    blank: Json = {"width": None, "height": None, "content_type": None, "loading_state": 2, "flags": 0}
    return {"id": number, "url": url, "proxy_url": url} | blank


def _file_behind(url: str, message: Message) -> Attachment | None:
    if url.startswith(ATTACHMENT):
        name = url.removeprefix(ATTACHMENT)
        return next((file for file in message.attachments if file.name == name), None)
    return message.channel.world.files.get(url)


def _unfurled(embed: Json, message: Message) -> Json:
    done = copy.deepcopy(embed)
    for key in ("image", "thumbnail"):
        file = _file_behind(str((done.get(key) or {}).get("url", "")), message)
        if file is not None:
            done[key] = file.to_media()
    return {"type": "rich", **done}
