"""Everything that the local Discord holds: people, places, messages, commands, interactions."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from .errors import ApiError
from .feed import Feed
from .interaction import TOKEN_LIFE, Interaction
from .limits import Limiter, Limits
from .media import Attachment, FileStore
from .people import User
from .places import Channel, ChannelKind, Guild
from .snowflake import Mint

if TYPE_CHECKING:
    from collections.abc import Callable

    from .clock import Clock
    from .events import Event
    from .messages import Message
    from .seat import Seat
    from .wire import InteractionKind, Json, Quirk

__all__ = ["World"]

KEPT_INTERACTIONS = 2000
"""Interactions remembered; then the expired ones go (unknown tokens are answered like expired ones)."""


class World:
    """The state; it speaks to the bot through ``emit`` alone."""

    def __init__(self, clock: Clock, *, deadline: float, limits: Limits, shards: int) -> None:
        self.clock = clock
        self.deadline = deadline
        self.shards = shards
        self.limiter = Limiter(limits, clock)
        self.quirks: set[Quirk] = set()
        self.started = clock()
        self.mint = Mint(clock)
        self.files = FileStore()
        self.feed = Feed()
        self.application_id = self.mint()
        self.bot = User(self.application_id, "Bot", bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[int | None, list[Json]] = {}
        self.interactions: dict[int, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.message_content = False
        self.base_url = ""
        self.listener: Callable[[Event], None] | None = None
        self._serial = count(1)
        clock.watch(self._pass)

    def emit(self, event: Event) -> None:
        """Tell the bot, if a gateway listens and the bot is in that guild."""
        guild = self.guilds.get(event.guild_id) if event.guild_id is not None else None
        if self.listener is not None and (guild is None or guild.has_bot):
            self.listener(event)

    def add_user(
        self, name: str, locale: str, seat: Callable[[User, Channel], Seat], number: int | None = None
    ) -> User:
        """Make an account."""
        user = User(number or self.mint(), name, locale, seat=seat)
        self.users[user.id] = user
        return user

    def add_guild(
        self, name: str, *, has_bot: bool, owner: User, locale: str, number: int | None = None
    ) -> Guild:
        """Make a guild with its owner, and the bot unless it was not invited."""
        guild = Guild(number or self.mint(), name, self, owner, locale, has_bot, members=[owner])
        self.guilds[guild.id] = guild
        if has_bot:
            guild.invite_bot()
        return guild

    def _pass(self) -> None:
        for channel in self.channels.values():
            channel.doze()

    def direct(self, user: User) -> Channel:
        """Return the conversation between the bot and a person, opening it if there is none."""
        for channel in self.channels.values():
            if channel.is_direct and user in channel.recipients:
                return channel
        return self.add_private(ChannelKind.DIRECT, [user, self.bot])

    def add_private(self, kind: int, people: list[User]) -> Channel:
        """Open a channel outside every guild."""
        channel = Channel(self.mint(), people[0].name, self, kind, recipients=people)
        self.channels[channel.id] = channel
        return channel

    def command_list(self, guild_id: int | None) -> list[Json]:
        """Return the registered commands of a scope (None: global)."""
        return self.commands.setdefault(guild_id, [])

    def channel(self, channel_id: int) -> Channel:
        """Return a channel that the bot may look at.

        :raises ApiError: 10003 if there is none, 50001 if the bot may not see it.
        """
        channel = self.channels.get(channel_id)
        if channel is None:
            raise ApiError(10003)
        if not channel.may("view"):
            raise ApiError(50001)
        return channel

    def seek(self, message_id: int) -> Message | None:
        """Return a message wherever it is, an ephemeral one too, or None."""
        shelves = (shelf for place in self.channels.values() for shelf in (place.messages, place.private))
        return next((one for shelf in shelves for one in shelf if one.id == message_id), None)

    def upload(
        self,
        channel: Channel,
        name: str,
        data: bytes,
        *,
        description: str | None = None,
        ephemeral: bool = False,
    ) -> Attachment:
        """Keep an uploaded file."""
        number = self.mint()
        url = f"{self.base_url}/cdn/attachments/{channel.id}/{number}/{name}"
        file = Attachment(number, name, data, url, description, ephemeral)
        self.files.add(file)
        return file

    def open_interaction(
        self,
        kind: InteractionKind,
        user: User,
        channel: Channel,
        data: Json,
        source: Message | None = None,
    ) -> Interaction:
        """Make an interaction with a fresh token."""
        token = f"token-{next(self._serial)}-{self.mint()}"
        act = Interaction(self.mint(), token, kind, user, channel, self.clock(), data, source)
        act.jumped = self.clock.ahead
        self._forget_expired()
        self.interactions[act.id] = act
        self.tokens[token] = act
        return act

    def _forget_expired(self) -> None:
        if len(self.interactions) < KEPT_INTERACTIONS:
            return
        for act in [act for act in self.interactions.values() if self.has_expired(act)]:
            del self.interactions[act.id]
            del self.tokens[act.token]

    def is_waiting(self) -> bool:
        """Tell whether some interaction still hopes for its answer."""
        return any(self._hopes(act) for act in self.interactions.values() if not act.channel.is_gone)

    def _hopes(self, act: Interaction) -> bool:
        if act.callback is None:
            return self.clock() - act.created <= self.deadline
        return act.thinking and not self.has_expired(act)

    def has_expired(self, act: Interaction) -> bool:
        """Tell whether an interaction's token is dead."""
        return self.clock() - act.created > TOKEN_LIFE

    def by_token(self, token: str) -> Interaction:
        """Return the living interaction of a webhook token.

        :raises ApiError: 50027 if it is unknown or older than 15 minutes, 10003 if the channel is gone, 10015
            before the first answer.
        """
        act = self.tokens.get(token)
        if act is None:
            raise ApiError(50027)
        if self.has_expired(act):
            raise ApiError(50027, breach=self._blame(act))
        if act.channel.is_gone:
            raise ApiError(10003)
        if act.callback is None:
            raise ApiError(10015)
        return act

    def _blame(self, act: Interaction) -> str | None:
        """Say why the bot should have known that a token is dead; None where the clock jumped unseen."""
        jumped = self.clock.ahead - act.jumped
        if self.clock() - act.created - jumped > TOKEN_LIFE:
            return "the interaction is older than 15 minutes"
        told, act.told_dead = act.told_dead, True
        return "the interaction's token is dead, as it was told before" if told else None
