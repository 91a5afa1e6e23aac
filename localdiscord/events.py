"""What the gateway tells the bot, and which intents it takes to hear it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .messages import emoji_object
from .snowflake import iso
from .wire import Intent

if TYPE_CHECKING:
    from collections.abc import Callable

    from .messages import Message
    from .people import User
    from .places import Channel, Guild
    from .wire import Json

__all__ = [
    "Event",
    "blanked",
    "channel_event",
    "clear_event",
    "guild_create",
    "guild_delete",
    "member_event",
    "message_event",
    "reaction_event",
]


@dataclass(frozen=True, slots=True)
class Event:
    """A dispatch: its name, the intents that cover it, its guild, and the body for given intents."""

    name: str
    needs: Intent
    guild_id: int | None
    build: Callable[[Intent], Json]

    def heard_with(self, intents: Intent) -> bool:
        """Tell whether a session with these intents gets it."""
        return self.needs & intents == self.needs


def _fixed(data: Json) -> Callable[[Intent], Json]:
    return lambda _: data


def guild_payload(guild: Guild) -> Json:
    """Return the body of GUILD_CREATE."""
    plain = [channel.to_dict() for channel in guild.channels if not channel.is_thread]
    threads = [channel.to_dict() for channel in guild.channels if channel.is_thread and not channel.archived]
    return guild.to_dict() | {
        "joined_at": iso(guild.world.started),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [guild.member(guild.world.bot)],
        "channels": plain,
        "threads": threads,
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def guild_create(guild: Guild) -> Event:
    """Say that the bot is in a guild (again)."""
    return Event("GUILD_CREATE", Intent.GUILDS, guild.id, _fixed(guild_payload(guild)))


def guild_delete(guild: Guild, *, unavailable: bool = False) -> Event:
    """Say that the bot was thrown out, or that the guild cannot be reached for a while."""
    body: Json = {"id": str(guild.id)} | ({"unavailable": True} if unavailable else {})
    return Event("GUILD_DELETE", Intent.GUILDS, guild.id, _fixed(body))


def channel_event(name: str, channel: Channel, more: Json | None = None) -> Event:
    """Say that a channel or thread was made, changed or deleted."""
    guild = channel.guild
    return Event(name, Intent.GUILDS, guild.id if guild else None, _fixed(channel.to_dict() | (more or {})))


def member_event(name: str, guild: Guild, user: User) -> Event:
    """Say that somebody came or went."""
    removed = {"guild_id": str(guild.id), "user": user.to_dict()}
    body = removed if name == "GUILD_MEMBER_REMOVE" else guild.member(user) | {"guild_id": str(guild.id)}
    return Event(name, Intent.MEMBERS, guild.id, _fixed(body))


def blanked(message: Message, intents: Intent) -> Json:
    """Return a message as an application with these intents gets it: foreign text in guilds stays away.

    Discord hands over the text of the bot's own messages, of messages that mention it, and of everything in
    direct conversations; the rest needs MESSAGE_CONTENT.
    """
    body = message.to_dict()
    if message.reply_to is not None and body.get("referenced_message"):
        nested = blanked(message.reply_to, intents)
        nested.pop("referenced_message", None)
        body["referenced_message"] = nested
    if not _readable(message, intents):
        body |= {"content": "", "embeds": [], "attachments": [], "components": []}
    return body


def _readable(message: Message, intents: Intent) -> bool:
    bot = message.channel.world.bot
    return (
        bool(intents & Intent.MESSAGE_CONTENT)
        or message.channel.guild is None
        or message.author is bot
        or bot in message.mentions
    )


def message_event(name: str, message: Message) -> Event:
    """Say that a message came, changed or went."""
    guild = message.channel.guild
    needs = Intent.GUILD_MESSAGES if guild is not None else Intent.DIRECT_MESSAGES
    if name == "MESSAGE_DELETE":
        return Event(name, needs, guild.id if guild else None, _fixed(_where(message)))

    def build(intents: Intent) -> Json:
        body = blanked(message, intents) | {"channel_type": message.channel.kind}
        if guild is None:
            return body
        member = guild.member(message.author)
        del member["user"]
        return body | {"guild_id": str(guild.id), "member": member}

    return Event(name, needs, guild.id if guild else None, build)


def _where(message: Message) -> Json:
    body = {"id": str(message.id), "channel_id": str(message.channel.id)}
    guild = message.channel.guild
    return body | ({"guild_id": str(guild.id)} if guild is not None else {})


def clear_event(message: Message, emoji: str | None) -> Event:
    """Say that all reactions went, or all with one emoji."""
    guild = message.channel.guild
    where = _where(message)
    body: Json = {"channel_id": where["channel_id"], "message_id": where["id"]}
    if guild is not None:
        body["guild_id"] = str(guild.id)
    needs = Intent.GUILD_REACTIONS if guild is not None else Intent.DIRECT_REACTIONS
    name = "MESSAGE_REACTION_REMOVE_ALL"
    if emoji is not None:
        name = "MESSAGE_REACTION_REMOVE_EMOJI"
        body["emoji"] = emoji_object(emoji)
    return Event(name, needs, guild.id if guild is not None else None, _fixed(body))


def reaction_event(name: str, message: Message, user: User, emoji: str) -> Event:
    """Say that somebody put or took a reaction."""
    guild = message.channel.guild
    body: Json = {
        "user_id": str(user.id),
        "channel_id": str(message.channel.id),
        "message_id": str(message.id),
        "emoji": emoji_object(emoji),
        "burst": False,
        "type": 0,
    }
    if name == "MESSAGE_REACTION_ADD":
        body |= {"message_author_id": str(message.author.id), "burst_colors": []}
    if guild is None:
        return Event(name, Intent.DIRECT_REACTIONS, None, _fixed(body))
    body["guild_id"] = str(guild.id)
    if name == "MESSAGE_REACTION_ADD":
        body["member"] = guild.member(user)
    return Event(name, Intent.GUILD_REACTIONS, guild.id, _fixed(body))
