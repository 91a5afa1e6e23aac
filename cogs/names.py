"""Names of members, made harmless before they are shown."""

from __future__ import annotations

import unicodedata
from typing import Final

from discord.utils import escape_markdown, escape_mentions

__all__ = ["plain_name", "shown_name"]

NAME_LIMIT: Final = 32
"""As long as Discord lets a name be."""
MARKS_IN_A_ROW: Final = 2
"""Accents that stay on one letter; "zalgo" names pile up dozens that would paint over other lines."""

_ISOLATE, _POP = "\u2068", "\u2069"
"""A name written from right to left stays between these and cannot turn the rest of its line around."""
_JOINER: Final = "\u200d"
"""Holds emoji together."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing: fillers of Hangul and the empty Braille cell."""


def shown_name(name: str) -> str:
    """Give a name for a text: no markdown, no link, no ping, no control characters, no piled-up accents."""
    # Backslashes before "<" keep channels, times and emoji from being rendered, those before "://" links.
    harmless = escape_mentions(escape_markdown(_plain(name), ignore_links=False))
    harmless = harmless.replace("<", r"\<").replace("://", r"\://")
    return f"{_ISOLATE}{harmless}{_POP}"


def plain_name(name: str) -> str:
    """Give a name for a text in which nothing is rendered, such as a picture's description."""
    return f"{_ISOLATE}{_plain(name)}{_POP}"


def _plain(name: str) -> str:
    plain = " ".join("".join(_kept(name)).split())[:NAME_LIMIT]
    return plain if any(_is_seen(character) for character in plain) else "?"


def _kept(name: str) -> list[str]:
    kept: list[str] = []
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        if category.startswith("C") and character != _JOINER:
            continue
        if category in {"Mn", "Me"}:
            marks += 1
        elif character != _JOINER:
            marks = 0
        if marks <= MARKS_IN_A_ROW:
            kept.append(character)
    return kept


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character not in _BLANK
