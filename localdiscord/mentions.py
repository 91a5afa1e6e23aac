"""Who would be pinged by a message, and whether the bot took care that nobody is by accident."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .wire import Json

__all__ = ["Pings", "guarded", "mentioned_users", "names_somebody", "pings"]

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True, slots=True)
class Pings:
    """The people who would hear a sound: user ids, role ids, and everyone."""

    users: frozenset[int] = frozenset()
    roles: frozenset[int] = frozenset()
    everyone: bool = False

    def __bool__(self) -> bool:
        return bool(self.users or self.roles or self.everyone)


def mentioned_users(text: str) -> set[int]:
    """Return the ids of the users that a text mentions."""
    return {int(found) for found in _USER.findall(text)}


def names_somebody(text: str) -> bool:
    """Tell whether a text holds anything that could ping.

    >>> names_somebody("hello @everyone"), names_somebody("mail me @ home")
    (True, False)
    """
    return any(pattern.search(text) for pattern in (_USER, _ROLE, _EVERYONE))


def guarded(allowed: Json | None) -> bool:
    """Tell whether ``allowed_mentions`` lets nothing through that is not named in it one by one."""
    return isinstance(allowed, dict) and allowed.get("parse") == []


def pings(text: str, allowed: Json | None, replied_to: int | None = None) -> Pings:
    """Work out who is pinged by a text under ``allowed_mentions`` (None: Discord's default, everybody)."""
    users, roles = mentioned_users(text), {int(found) for found in _ROLE.findall(text)}
    everyone = _EVERYONE.search(text) is not None
    if allowed is None:
        replied = {replied_to} if replied_to is not None else set()
        return Pings(frozenset(users | replied), frozenset(roles), everyone)
    parse = set(allowed.get("parse") or ())
    if "users" not in parse:
        users &= {int(one) for one in allowed.get("users") or ()}
    if "roles" not in parse:
        roles &= {int(one) for one in allowed.get("roles") or ()}
    if replied_to is not None and allowed.get("replied_user"):
        users.add(replied_to)
    return Pings(frozenset(users), frozenset(roles), everyone and "everyone" in parse)
