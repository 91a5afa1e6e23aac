"""What a server has chosen, as one value that reads and writes itself."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

__all__ = ["GuildSettings"]


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """What those who manage a server have chosen for it; ids are Discord's.

    Every field begins with the value of a server that chose nothing.

    :ivar channels: where the bot plays; empty for everywhere.
    :ivar threads: whether each new game gets a thread of its own.
    :ivar draw: what a new game draws where neither its player nor an earlier game says; `scoring` likewise.
    :ivar reactions: whether boards carry reactions that play.
    :ivar daily_channel: where the deal of each day is announced; `daily_role` is mentioned there.
    :ivar daily_draw: what the daily deal draws; None for draw 1 and draw 3 on alternating days.
    :ivar listed: whether boards list members who have not said anything about it themselves.
    :ivar locale: the language of what is said to all; None for the server's own.
    """

    channels: tuple[int, ...] = ()
    threads: bool = False
    draw: int | None = None
    scoring: str | None = None
    reactions: bool = True
    daily_channel: int | None = None
    daily_role: int | None = None
    daily_draw: int | None = None
    listed: bool = True
    locale: str | None = None

    @classmethod
    def parse(cls, text: str) -> GuildSettings:
        """Read what `str` writes; what this version does not know is left out."""
        stored: dict[str, Any] = json.loads(text)
        known = {field.name: stored[field.name] for field in fields(cls) if field.name in stored}
        if "channels" in known:
            known["channels"] = tuple(known["channels"])
        return cls(**known)

    def __str__(self) -> str:
        plain = GuildSettings()
        changed = {name: value for name, value in asdict(self).items() if value != getattr(plain, name)}
        return json.dumps(changed, sort_keys=True)
