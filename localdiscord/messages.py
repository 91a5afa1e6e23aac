"""Messages as live objects: a test holds one and sees it change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import components as tree
from .mentions import Pings
from .snowflake import iso
from .wire import Flag, Json, Part

if TYPE_CHECKING:
    from .components import Button, Select
    from .media import Attachment
    from .people import User
    from .places import Channel

__all__ = ["HISTORY", "Message", "MessageKind", "Snapshot"]

HISTORY = 500
"""Edits remembered of one message; a long game in the sandbox would keep every picture otherwise."""


class MessageKind:
    """Message types that this server makes."""

    DEFAULT = 0
    REPLY = 19
    COMMAND = 20


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a message showed at some time."""

    content: str
    components: tuple[Json, ...]
    image_url: str | None

    @property
    def text(self) -> str:
        """All text, joined by newlines."""
        return _join(self.content, self.components, ())


@dataclass(eq=False, slots=True)
class Message:
    """One message; its fields follow every edit."""

    id: int
    channel: Channel
    author: User
    created: float
    content: str = ""
    components: list[Json] = field(default_factory=list, repr=False)
    embeds: list[Json] = field(default_factory=list, repr=False)
    attachments: list[Attachment] = field(default_factory=list, repr=False)
    flags: Flag = Flag.NONE
    kind: int = MessageKind.DEFAULT
    edited: float | None = None
    mentions: list[User] = field(default_factory=list, repr=False)
    pings: Pings = field(default_factory=Pings, repr=False)
    reply_to: Message | None = field(default=None, repr=False)
    origin: Json | None = field(default=None, repr=False)
    ephemeral_for: User | None = None
    webhook_id: int | None = None
    reactions: dict[str, list[User]] = field(default_factory=dict, repr=False)
    deleted: bool = False
    history: list[Snapshot] = field(default_factory=list, repr=False)
    tts: bool = False

    @property
    def text(self) -> str:
        """Content, text displays and embeds, joined by newlines."""
        return _join(self.content, self.components, self.embeds)

    @property
    def buttons(self) -> list[Button]:
        """Every button, in reading order."""
        return tree.buttons(self.components)

    @property
    def selects(self) -> list[Select]:
        """Every select menu, in reading order."""
        return tree.selects(self.components)

    @property
    def is_interaction_response(self) -> bool:
        """Whether it was made by answering an interaction."""
        return self.origin is not None

    @property
    def media(self) -> list[Json]:
        """Every media item that a component shows."""
        return [item for _, part in tree.walk(self.components) for _, item in tree.media(part)]

    @property
    def image_url(self) -> str | None:
        """Where the first shown picture lies, in a component or attached."""
        shown = [str(item.get("url")) for item in self.media]
        loose = [file.url for file in self.attachments if file.content_type.startswith("image/")]
        return next(iter(shown + loose), None)

    @property
    def image(self) -> bytes | None:
        """The bytes of the first picture, or None if there is none (or it has been dropped since)."""
        url = self.image_url
        file = self.channel.world.files.get(url) if url is not None else None
        return file.data if file is not None else None

    @property
    def alt(self) -> str | None:
        """The alt text of the first picture."""
        galleries = [part for _, part in tree.walk(self.components) if part.get("type") == Part.GALLERY]
        shown = [item.get("description") for part in galleries for item in part["items"]]
        loose = [file.description for file in self.attachments]
        return next(iter(shown + loose), None)

    @property
    def listed_attachments(self) -> list[Attachment]:
        """The attachments that the wire lists: those that no component shows."""
        shown = {item.get("url") for item in self.media}
        return [file for file in self.attachments if file.url not in shown]

    def remember(self) -> None:
        """Put what it shows now into its history; called before an edit."""
        self.history.append(Snapshot(self.content, tuple(self.components), self.image_url))
        del self.history[:-HISTORY]

    def reacted(self, emoji: str) -> list[User]:
        """Return who reacted with an emoji; with or without its variation selector is the same."""
        return self.reactions.get(self.reaction_key(emoji), [])

    def reaction_key(self, emoji: str) -> str:
        """Return the key under which an emoji already stands on the message, or the emoji itself."""
        bare = emoji.replace("\ufe0f", "")
        return next((key for key in self.reactions if key.replace("\ufe0f", "") == bare), emoji)

    def to_dict(self, viewer: User | None = None) -> Json:
        """Return Discord's message object as the viewer (default: the bot) would get it, text and all."""
        body = self._head()
        body |= {
            "content": self.content,
            "components": self.components,
            "embeds": self.embeds,
            "attachments": [file.to_dict() for file in self.listed_attachments],
        }
        if self.reactions:
            body["reactions"] = self._reactions(viewer or self.channel.world.bot)
        if self.reply_to is not None:
            body |= self._reference(self.reply_to)
        if self.webhook_id is not None:
            body |= {"webhook_id": str(self.webhook_id), "application_id": str(self.webhook_id)}
        if self.origin is not None:
            body["interaction_metadata"] = self.origin
        return body

    def _head(self) -> Json:
        return {
            "id": str(self.id),
            "type": int(self.kind),
            "channel_id": str(self.channel.id),
            "author": self.author.to_dict(),
            "timestamp": iso(self.created),
            "edited_timestamp": iso(self.edited) if self.edited is not None else None,
            "tts": self.tts,
            "mention_everyone": self.pings.everyone,
            "mentions": [user.to_dict() for user in self.mentions],
            "mention_roles": sorted(map(str, self.pings.roles)),
            "pinned": False,
            "flags": int(self.flags),
        }

    def _reference(self, target: Message) -> Json:
        reference = {"type": 0, "channel_id": str(target.channel.id), "message_id": str(target.id)}
        if target.channel.guild is not None:
            reference["guild_id"] = str(target.channel.guild.id)
        nested = None if target.deleted else target.to_dict()
        if nested is not None:
            nested.pop("referenced_message", None)  # Discord nests one level only
        return {"message_reference": reference, "referenced_message": nested}

    def _reactions(self, viewer: User) -> list[Json]:
        return [
            {
                "emoji": emoji_object(key),
                "count": len(users),
                "count_details": {"burst": 0, "normal": len(users)},
                "burst_colors": [],
                "me_burst": False,
                "me": viewer in users,
            }
            for key, users in self.reactions.items()
        ]


def emoji_object(key: str) -> Json:
    """Turn ``🎴`` or ``name:id`` into Discord's partial emoji."""
    name, _, number = key.partition(":")
    return {"id": number, "name": name} if number.isdigit() else {"id": None, "name": key}


def _join(
    content: str, components: tuple[Json, ...] | list[Json], embeds: tuple[Json, ...] | list[Json]
) -> str:
    lines = [content, *tree.texts(components)]
    for embed in embeds:
        lines += [str(embed.get("title") or ""), str(embed.get("description") or "")]
        lines += [f"{part.get('name')}: {part.get('value')}" for part in embed.get("fields") or ()]
    return "\n".join(line for line in lines if line)
