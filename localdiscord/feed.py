"""Who wants to know what changed: the page that mirrors a channel, and tests that wait."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Self, TypeAlias

if TYPE_CHECKING:
    from .messages import Message
    from .people import User
    from .places import Channel
    from .wire import Json

__all__ = ["Change", "Feed", "Kind", "Subscription"]

Kind: TypeAlias = Literal[
    "message", "edit", "delete", "reactions", "typing", "modal", "choices", "answer", "failed", "channel"
]


@dataclass(frozen=True, slots=True)
class Change:
    """Something that a client of Discord would show.

    ``only`` names the one person who may see it (ephemeral messages, modals, choices); None means everybody
    in the channel.
    """

    kind: Kind
    channel: Channel
    message: Message | None = None
    only: User | None = None
    data: Json = field(default_factory=dict)

    def to_dict(self) -> Json:
        """Return the change as JSON for a page."""
        return {
            "kind": self.kind,
            "channel_id": str(self.channel.id),
            "message": self.message.to_dict() if self.message is not None else None,
            "only": str(self.only.id) if self.only is not None else None,
            "data": self.data,
        }

    def seen_by(self, user: User) -> bool:
        """Tell whether this person may see it."""
        return self.only in (None, user) and self.channel.admits(user)


class Subscription:
    """An endless async iterator of changes; close it, or use it as a context manager."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._queue: asyncio.Queue[Change] = asyncio.Queue()

    def push(self, change: Change) -> None:
        """Add a change for the reader."""
        self._queue.put_nowait(change)

    def close(self) -> None:
        """Hear no more."""
        self._feed.leave(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Change:
        return await self._queue.get()


class Feed:
    """Hands every change to every subscription."""

    def __init__(self) -> None:
        self._readers: list[Subscription] = []

    def subscribe(self) -> Subscription:
        """Start hearing changes from now on."""
        reader = Subscription(self)
        self._readers.append(reader)
        return reader

    def leave(self, reader: Subscription) -> None:
        """Forget a subscription; doing it twice is harmless."""
        if reader in self._readers:
            self._readers.remove(reader)

    def publish(self, change: Change) -> None:
        """Tell everybody."""
        for reader in tuple(self._readers):
            reader.push(change)
