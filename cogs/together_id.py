"""The custom ids of games that several play together: they begin with `t:`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

__all__ = ["TOGETHER_PATTERN", "TOGETHER_PREFIX", "DeedsId"]

TOGETHER_PREFIX: Final = "t:"

TOGETHER_PATTERN: Final = r"t:log:(?P<game>[0-9]{1,18})"


@dataclass(frozen=True, slots=True)
class DeedsId:
    """A control that tells who did what in a game."""

    game: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read a custom id; None for one that is not ours."""
        match = re.fullmatch(TOGETHER_PATTERN, text)
        return None if match is None else cls(int(match["game"]))

    def __str__(self) -> str:
        return f"t:log:{self.game}"
