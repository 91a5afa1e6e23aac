"""Which letters the font has: a text of somebody else's is drawn without those that would be boxes."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from renderer.pen import Face, font

__all__ = ["drawable"]

_SIZE: Final = 24
_NO_LETTER: Final = "\U0010ffff"
"""No font has it, so it shows what stands in place of a letter that is not there."""


def drawable(text: str) -> str:
    """Give what can be drawn of a text: letters of other styles as plain ones, no loose marks, no boxes.

    Only what reads from left to right is left, since the font has no other letters.

    >>> drawable("𝓐𝓵𝓲𝓬𝓮 🎴 שלום")
    'Alice'
    """
    plain = unicodedata.normalize("NFKC", text)
    return " ".join("".join(sign if _is_drawable(sign) else " " * sign.isspace() for sign in plain).split())


@lru_cache(maxsize=4096)
def _is_drawable(sign: str) -> bool:
    if unicodedata.category(sign)[0] in "CMZ":
        return False
    shape = _shape(sign)
    return any(shape) and shape != _shape(_NO_LETTER)


def _shape(sign: str) -> bytes:
    return bytes(font(Face.BOLD, _SIZE).getmask(sign))
