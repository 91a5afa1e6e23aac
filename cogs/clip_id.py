"""The custom ids of animated pictures: of which game, and for whom. They begin with `c:`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

__all__ = ["CLIP_PREFIX", "ClipId"]

CLIP_PREFIX: Final = "c:"
_PATTERN: Final = r"c:(?P<game>[0-9]{1,18}):(?P<share>own|all)"


@dataclass(frozen=True, slots=True)
class ClipId:
    """A control that gives a game's animated picture.

    :ivar share: for all to see, and not for its player alone.
    """

    game: int
    share: bool = False

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read a custom id; None for one that is no clip's."""
        match = re.fullmatch(_PATTERN, text)
        return None if match is None else cls(int(match["game"]), match["share"] == "all")

    def __str__(self) -> str:
        return f"{CLIP_PREFIX}{self.game}:{'all' if self.share else 'own'}"
