"""Guilds and channels, and what the bot may do in them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import events
from .feed import Change
from .permissions import BOT_DEFAULT, EXTERNAL, MEMBER_DEFAULT, Permission, bit
from .snowflake import iso, moment

if TYPE_CHECKING:
    from collections.abc import Callable

    from .messages import Message
    from .people import User
    from .permissions import Right
    from .wire import Json
    from .world import World

__all__ = ["Channel", "ChannelKind", "Guild"]

AUTO_ARCHIVE = 1440
"""Minutes without a message after which a thread is archived."""
WAIT = 5.0
"""Seconds that a test waits for a message before it gives up."""


class ChannelKind:
    """Channel types that this server has."""

    TEXT = 0
    DIRECT = 1
    GROUP = 3
    THREAD = 11


@dataclass(eq=False, slots=True)
class Channel:
    """A text channel, a thread, a direct conversation, or a private one that the bot is no part of."""

    id: int
    name: str
    world: World = field(repr=False)
    kind: int = ChannelKind.TEXT
    guild: Guild | None = field(default=None, repr=False)
    recipients: list[User] = field(default_factory=list, repr=False)
    parent: Channel | None = field(default=None, repr=False)
    archived: bool = False
    locked: bool = False
    denied: set[Right] = field(default_factory=set)
    granted: set[Right] = field(default_factory=set)
    messages: list[Message] = field(default_factory=list, repr=False)
    private: list[Message] = field(default_factory=list, repr=False)

    @property
    def is_thread(self) -> bool:
        """Whether it hangs under another channel."""
        return self.parent is not None

    @property
    def is_direct(self) -> bool:
        """Whether it is a conversation between the bot and one person."""
        return self.kind == ChannelKind.DIRECT and self.world.bot in self.recipients

    @property
    def has_bot(self) -> bool:
        """Whether the bot itself (not only its interactions) can be here."""
        if self.guild is not None:
            return self.guild.has_bot
        return self.is_direct

    @property
    def is_gone(self) -> bool:
        """Whether it has been deleted, alone or with its guild."""
        return self.id not in self.world.channels

    def admits(self, user: User) -> bool:
        """Tell whether a user can read here."""
        return not self.is_gone and user in (
            self.guild.members if self.guild is not None else self.recipients
        )

    @property
    def permissions(self) -> Permission:
        """What the application may do here, as ``app_permissions`` says it."""
        if self.guild is not None and not self.guild.has_bot:
            return EXTERNAL
        allowed = BOT_DEFAULT
        for right in self.granted:
            allowed |= bit(right)
        for right in self.refused:
            allowed &= ~bit(right)
        return allowed

    @property
    def refused(self) -> set[Right]:
        """What is denied here, by the channel itself or by the thread's parent."""
        return self.denied | (self.parent.denied if self.parent is not None else set())

    def may(self, right: Right) -> bool:
        """Tell whether the bot holds a right here."""
        return self.has_bot and bool(self.permissions & bit(right))

    def find(self, message_id: int) -> Message | None:
        """Return a message of the channel's storage (never an ephemeral one), or None."""
        return next((message for message in reversed(self.messages) if message.id == message_id), None)

    @property
    def last(self) -> Message:
        """The newest message.

        :raises IndexError: if there is none.
        """
        return self.messages[-1]

    async def wait_for(
        self,
        predicate: Callable[[Message], bool],
        *,
        timeout: float = WAIT,  # noqa: ASYNC109 - the waiter's own limit
    ) -> Message:
        """Return the newest message that the predicate accepts, now or after some change.

        :raises TimeoutError: if none did in time.
        """
        with self.world.feed.subscribe() as changes:
            async with asyncio.timeout(timeout):
                while True:
                    for message in reversed(self.messages):
                        if predicate(message):
                            return message
                    await anext(changes)

    async def next_message(
        self,
        *,
        after: Message | None = None,
        author: User | None = None,
        timeout: float = WAIT,  # noqa: ASYNC109 - the waiter's own limit
    ) -> Message:
        """Return the first message later than another (default: than now's newest).

        :raises TimeoutError: if none came in time.
        """
        known = {message.id for message in self.messages if after is None or message.id <= after.id}
        return await self.wait_for(
            lambda message: message.id not in known and author in (None, message.author), timeout=timeout
        )

    def thread(self, name: str) -> Channel:
        """Open a thread under this channel."""
        thread = Channel(
            self.world.mint(), name, self.world, ChannelKind.THREAD, guild=self.guild, parent=self
        )
        self.world.channels[thread.id] = thread
        if self.guild is not None:
            self.guild.channels.append(thread)
            self.world.emit(events.channel_event("THREAD_CREATE", thread, {"newly_created": True}))
        return thread

    def wake(self) -> None:
        """Take a thread out of the archive, as any new message does."""
        if self.archived:
            self.archived = False
            self.world.emit(events.channel_event("THREAD_UPDATE", self))

    def archive(self, *, locked: bool = True) -> None:
        """Archive a thread; where it is locked too, the bot can neither write nor react.

        Where it is not, a new message opens it again, but nothing in it can be edited before.
        """
        self.archived, self.locked = True, locked
        self.world.emit(events.channel_event("THREAD_UPDATE", self))

    def unlock(self) -> None:
        """Open a thread again, as a moderator does."""
        self.archived = self.locked = False
        self.world.emit(events.channel_event("THREAD_UPDATE", self))

    def doze(self) -> None:
        """Archive a thread in which nobody has written for a day."""
        newest = self.messages[-1].id if self.messages else self.id
        idle = self.world.clock() - moment(newest)
        if self.is_thread and not self.archived and idle > AUTO_ARCHIVE * 60:
            self.archive(locked=self.locked)

    def delete(self) -> None:
        """Delete the channel with its threads, and tell the bot."""
        threads = [one for one in self.world.channels.values() if one.parent is self]
        for thread in threads:
            thread.delete()
        self.world.channels.pop(self.id, None)
        if self.guild is not None:
            self.guild.channels.remove(self)
            name = "THREAD_DELETE" if self.is_thread else "CHANNEL_DELETE"
            self.world.emit(events.channel_event(name, self))
        self.world.feed.publish(Change("channel", self, data={"deleted": True}))

    def to_dict(self) -> Json:
        """Return Discord's channel object."""
        body: Json = {
            "id": str(self.id),
            "type": self.kind,
            "flags": 0,
            "last_message_id": str(self.messages[-1].id) if self.messages else None,
        }
        if self.guild is None:
            bot = self.world.bot
            body["recipients"] = [user.to_dict() for user in self.recipients if user is not bot]
            return body | (
                {"name": self.name, "icon": None, "owner_id": str(self.recipients[0].id)}
                if self.kind == ChannelKind.GROUP
                else {}
            )
        body |= {"guild_id": str(self.guild.id), "name": self.name, "rate_limit_per_user": 0, "nsfw": False}
        if self.parent is None:
            return body | {
                "position": 0,
                "parent_id": None,
                "topic": None,
                "permission_overwrites": self._overwrites(),
            }
        return body | self._thread_part(self.parent)

    def _thread_part(self, parent: Channel) -> Json:
        return {
            "parent_id": str(parent.id),
            "owner_id": str(self.guild.owner.id) if self.guild is not None else None,
            "message_count": len(self.messages),
            "total_message_sent": len(self.messages),
            "member_count": 1,
            "thread_metadata": {
                "archived": self.archived,
                "locked": self.locked,
                "auto_archive_duration": AUTO_ARCHIVE,
                "archive_timestamp": iso(self.world.clock()),
            },
        }

    def _overwrites(self) -> list[Json]:
        if not self.denied and not self.granted:
            return []
        deny, allow = Permission(0), Permission(0)
        for right in self.denied:
            deny |= bit(right)
        for right in self.granted:
            allow |= bit(right)
        return [{"id": str(self.world.bot.id), "type": 1, "allow": str(int(allow)), "deny": str(int(deny))}]


@dataclass(eq=False, slots=True)
class Guild:
    """A server. Where the bot is no member it hears only of people who installed it themselves."""

    id: int
    name: str
    world: World = field(repr=False)
    owner: User = field(repr=False)
    locale: str = "en-US"
    has_bot: bool = True
    members: list[User] = field(default_factory=list, repr=False)
    channels: list[Channel] = field(default_factory=list, repr=False)
    managers: set[User] = field(default_factory=set, repr=False)

    def add(self, *users: User) -> None:
        """Let people in."""
        for user in users:
            if user not in self.members:
                self.members.append(user)
                self.world.emit(events.member_event("GUILD_MEMBER_ADD", self, user))

    def remove(self, user: User) -> None:
        """Let somebody go, and tell the bot."""
        self.members.remove(user)
        self.world.emit(events.member_event("GUILD_MEMBER_REMOVE", self, user))

    def channel(self, name: str) -> Channel:
        """Return the text channel of that name, opening it if there is none."""
        for known in self.channels:
            if known.name == name and not known.is_thread:
                return known
        made = Channel(self.world.mint(), name, self.world, guild=self)
        self.channels.append(made)
        self.world.channels[made.id] = made
        self.world.emit(events.channel_event("CHANNEL_CREATE", made))
        return made

    def invite_bot(self) -> None:
        """Let the bot in: it hears GUILD_CREATE."""
        self.has_bot = True
        self.members.append(self.world.bot)
        self.world.emit(events.guild_create(self))

    def kick_bot(self) -> None:
        """Throw the bot out: it hears GUILD_DELETE."""
        self.world.emit(events.guild_delete(self))
        self.members.remove(self.world.bot)
        self.has_bot = False

    def delete(self) -> None:
        """Delete the server with all its channels: the bot hears GUILD_DELETE."""
        if self.has_bot:
            self.kick_bot()
        for channel in self.channels:
            self.world.channels.pop(channel.id, None)
            self.world.feed.publish(Change("channel", channel, data={"deleted": True}))
        self.world.guilds.pop(self.id, None)

    def fail(self) -> None:
        """Have an outage: the bot hears GUILD_DELETE that says "unavailable", and stays a member."""
        self.world.emit(events.guild_delete(self, unavailable=True))

    def recover(self) -> None:
        """Be back from an outage: the bot hears GUILD_CREATE."""
        self.world.emit(events.guild_create(self))

    def member(self, user: User) -> Json:
        """Return Discord's member object."""
        return {
            "user": user.to_dict(),
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [],
            "joined_at": iso(self.world.started),
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }

    def member_permissions(self, user: User) -> Permission:
        """Return what a member may do; the owner and the managers may also manage the server."""
        manages = user is self.owner or user in self.managers
        return MEMBER_DEFAULT | Permission.MANAGE_GUILD if manages else MEMBER_DEFAULT

    def to_dict(self) -> Json:
        """Return Discord's guild object, as GET /guilds sends it."""
        nothing = dict.fromkeys(_EMPTY_GUILD_FIELDS)
        return nothing | {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner.id),
            "preferred_locale": self.locale,
            "features": [],
            "roles": [self._everyone()],
            "emojis": [],
            "stickers": [],
            "region": "",
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "nsfw": False,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "premium_progress_bar_enabled": False,
            "system_channel_flags": 0,
            "max_members": 500_000,
            "max_presences": None,
            "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50,
            "widget_enabled": False,
        }

    def _everyone(self) -> Json:
        return {
            "id": str(self.id),
            "name": "@everyone",
            "description": None,
            "permissions": str(int(MEMBER_DEFAULT)),
            "position": 0,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
        }


_EMPTY_GUILD_FIELDS = (
    "icon",
    "description",
    "home_header",
    "splash",
    "discovery_splash",
    "banner",
    "application_id",
    "afk_channel_id",
    "system_channel_id",
    "widget_channel_id",
    "vanity_url_code",
    "public_updates_channel_id",
    "rules_channel_id",
    "safety_alerts_channel_id",
    "hub_type",
    "latest_onboarding_question_id",
    "incidents_data",
)
