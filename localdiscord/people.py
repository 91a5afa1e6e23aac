"""Users and what the wire says of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .places import Channel
    from .seat import Seat
    from .wire import Json

__all__ = ["User"]


@dataclass(eq=False, slots=True)
class User:
    """One account: a person, or the bot itself."""

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    display: str | None = None
    """The name that people see; None: the account's own, capitalised."""
    seat: Callable[[User, Channel], Seat] | None = field(default=None, repr=False)

    @property
    def mention(self) -> str:
        """How a message names this user."""
        return f"<@{self.id}>"

    def at(self, channel: Channel) -> Seat:
        """Sit down in a channel: everything that this person does there is a method of the seat.

        :raises TypeError: for the bot, which speaks for itself.
        """
        if self.seat is None:
            raise TypeError(f"{self.name} is not played by a test")
        return self.seat(self, channel)

    def to_dict(self) -> Json:
        """Return Discord's user object."""
        return {
            "id": str(self.id),
            "username": self.name,
            "discriminator": "0",
            "global_name": None if self.bot else self.display or self.name.title(),
            "avatar": None,
            "bot": self.bot,
            "flags": 0,
            "public_flags": 0,
            "clan": None,
            "primary_guild": None,
        }
