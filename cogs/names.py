"""Names of members, made harmless before they are shown."""

from __future__ import annotations

import unicodedata
from typing import Final

from discord.utils import escape_markdown, escape_mentions

__all__ = ["shown_name"]

NAME_LIMIT: Final = 32
"""As long as Discord lets a name be."""
MARKS_IN_A_ROW: Final = 2
"""Accents that stay on one letter; "zalgo" names pile up dozens that would paint over other lines."""

_ISOLATE, _POP = "\u2068", "\u2069"
"""A name written from right to left stays between these and cannot turn the rest of its line around."""


def shown_name(name: str) -> str:
    """Give a name for a text: no markdown, no ping, no control characters, no piled-up accents."""
    plain = " ".join("".join(_kept(name)).split())[:NAME_LIMIT] or "?"
    return f"{_ISOLATE}{escape_mentions(escape_markdown(plain))}{_POP}"


def _kept(name: str) -> list[str]:
    kept: list[str] = []
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        joins = character == "\u200d"  # holds emoji together
        if marks <= MARKS_IN_A_ROW and (joins or not category.startswith("C")):
            kept.append(character)
    return kept
