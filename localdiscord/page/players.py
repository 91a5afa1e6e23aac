"""The people who play: made by name, members of the page's guild."""

from __future__ import annotations

import hashlib
import unicodedata
from typing import TYPE_CHECKING

from localdiscord.errors import ClientRefusal
from localdiscord.rules_command import LOCALES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localdiscord.people import User
    from localdiscord.places import Channel, Guild
    from localdiscord.server import LocalDiscord

__all__ = ["Players", "lasting_id"]

NAME = 32
"""Characters of the longest name, as on the real Discord."""
CROWD = 50
"""Players at most: more are a mistake, and each costs memory for good."""
RESERVED = frozenset({"everyone", "here", "landlord"})


def lasting_id(name: str) -> int:
    """Return the id that a name has in every run, so that a player finds the stored games and money again.

    It lies before 2024 in Discord's count of time, where no id of this run can be.
    """
    return int.from_bytes(hashlib.sha256(name.encode()).digest()) % 2**60


class Players:
    """All players by name; spelling in another case means the same one."""

    def __init__(self, fake: LocalDiscord) -> None:
        self._fake = fake
        self._guild: Guild | None = None
        self._known: dict[str, User] = {}

    def __iter__(self) -> Iterator[User]:
        return iter(self._known.values())

    def settle(self, guild: Guild | None) -> None:
        """Let everybody, now and later, into a guild."""
        self._guild = guild
        if guild is not None:
            guild.add(*self)

    def join(self, name: str, locale: str = "") -> User:
        """Return the player of that name, who comes in now if nobody is called so.

        :raises ClientRefusal: if nobody can be called so.
        """
        clean = _clean(name)
        user = self._known.get(clean.casefold())
        if user is None:
            user = self._add(clean)
        if locale in LOCALES:
            user.locale = locale
        return user

    def channels(self, user: User) -> list[Channel]:
        """Return the places of a player: the guild's channels, then the conversation with the bot."""
        home = list(self._guild.channels) if self._guild is not None else []
        known = [one for one in self._fake.channels.values() if one not in home and one.admits(user)]
        return [*home, *known]

    def owns(self, user: User) -> bool:
        """Tell whether a player owns the guild."""
        return self._guild is not None and self._guild.owner is user

    def _add(self, name: str) -> User:
        if name.casefold() in RESERVED | {self._fake.bot.name.casefold()}:
            raise ClientRefusal(f"This name is taken: {name}")
        if len(self._known) >= CROWD:
            raise ClientRefusal(f"There are {CROWD} players already, no room for: {name}")
        user = self._fake.user(name, number=lasting_id(f"player {name.casefold()}"))
        user.display = name  # as typed: the page knows people by one spelling
        self._known[name.casefold()] = user
        self._fake.direct(user)
        if self._guild is not None:
            self._guild.add(user)
        return user


def _clean(name: str) -> str:
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(clean) <= NAME:
        raise ClientRefusal(f"A name has 1 to {NAME} characters: {clean[: NAME + 1]}")
    if any(unicodedata.category(character).startswith("C") for character in clean):
        raise ClientRefusal("A name has no invisible characters")
    return clean
