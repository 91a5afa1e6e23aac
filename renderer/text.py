"""Texts of the board: measured, made to fit, and turned into masks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from renderer.pen import Face, font

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Labels", "Run", "Tone", "ascent", "fit_line", "fit_strip", "text_mask", "text_width"]

_SIZES: Final = (28, 26, 24, 22, 20, 18)
"""A strip that is too long is set smaller before anything is cut."""

_FOOTER_SHARE: Final = 0.82
_LONGEST: Final = 80
"""Characters of a text that are looked at; more could never fit."""

_ELLIPSIS: Final = "…"


@dataclass(frozen=True, slots=True)
class Labels:
    """All words on a board, in the player's language.

    :ivar status: label and value pairs of the strip, such as `("Score", "120")`; either may be empty.
    :ivar footer: the right end of the strip, such as `#12 · 34` for game and move number.
    :ivar banner: the text across a finished board.
    :ivar stock: the letter that names the stock in typed moves; the others likewise.
    """

    status: Sequence[tuple[str, str]] = ()
    footer: str = ""
    banner: str | None = None
    stock: str = "S"
    waste: str = "W"
    foundation: str = "F"
    columns: Sequence[str] = field(default=("1", "2", "3", "4", "5", "6", "7"))


class Tone(Enum):
    """What a text of the strip is."""

    CAPTION = "caption"
    VALUE = "value"
    FOOTER = "footer"

    @property
    def face(self) -> Face:
        """The cut that it is set in."""
        return Face.BOLD if self is Tone.VALUE else Face.MEDIUM


@dataclass(frozen=True, slots=True)
class Run:
    """A text of the strip with its size and its place, from the strip's left inner edge."""

    text: str
    tone: Tone
    size: float
    x: float = 0

    @property
    def width(self) -> float:
        """How wide the text is."""
        return text_width(self.text, self.tone.face, self.size)


@lru_cache(maxsize=1024)
def text_width(text: str, face: Face, size: float) -> float:
    """Give how wide a text is, in pixels."""
    return font(face, size).getlength(text)


def ascent(face: Face, size: float) -> int:
    """Give how far the base line lies below the upper edge of a text's mask."""
    return font(face, size).getmetrics()[0]


@lru_cache(maxsize=512)
def text_mask(text: str, face: Face, size: float) -> Image.Image:
    """Give the smoothed mask of a text, as high as the font's lines."""
    glyphs = font(face, size)
    ascent, descent = glyphs.getmetrics()
    mask = Image.new("L", (max(1, round(glyphs.getlength(text)) + 2), ascent + descent))
    ImageDraw.Draw(mask).text((1, ascent), text, font=glyphs, fill=255, anchor="ls")
    return mask


def fit_line(text: str, face: Face, sizes: Sequence[float], width: float) -> tuple[str, float]:
    """Give a text that is no wider than asked for, and its size: smaller first, then cut off."""
    text = _cut(text)
    for size in sizes:
        if text_width(text, face, size) <= width:
            return text, size
    while len(text) > 1 and text_width(text, face, sizes[-1]) > width:
        text = _shortened(text)
    return text, sizes[-1]


def fit_strip(status: Sequence[tuple[str, str]], footer: str, width: float) -> list[Run]:
    """Lay the strip out: the pairs from the left, the footer at the right end.

    Too long a strip is set smaller, then its widest texts are cut off one letter at a time.
    """
    pairs = [(_cut(caption), _cut(value)) for caption, value in status]
    for size in _SIZES:
        runs = _placed(_runs(pairs, _cut(footer), size), width)
        if _end(runs) <= width:
            return runs
    while _end(runs) > width and any(len(run.text) > 1 for run in runs):
        widest = max(range(len(runs)), key=lambda index: (len(runs[index].text) > 1, runs[index].width))
        runs[widest] = replace(runs[widest], text=_shortened(runs[widest].text))
        runs = _placed(runs, width)
    return runs


def _cut(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONGEST else plain[:_LONGEST] + _ELLIPSIS


def _shortened(text: str) -> str:
    return text.removesuffix(_ELLIPSIS)[:-1].rstrip() + _ELLIPSIS if len(text) > 2 else text[:1]  # noqa: PLR2004


def _runs(pairs: Sequence[tuple[str, str]], footer: str, size: float) -> list[Run]:
    runs = []
    for caption, value in pairs:
        runs.append(Run(caption, Tone.CAPTION, size - 2))
        runs.append(Run(value, Tone.VALUE, size))
    runs.append(Run(footer, Tone.FOOTER, size * _FOOTER_SHARE))
    return runs


def _placed(runs: Sequence[Run], width: float) -> list[Run]:
    """Set texts side by side; the footer goes to the right end, or behind the rest if that is longer."""
    x, placed = 0.0, []
    for run in runs[:-1]:
        placed.append(replace(run, x=x))
        gap = run.size * (0.35 if run.tone is Tone.CAPTION else 1.1)
        x += run.width + gap if run.text else 0
    footer = runs[-1]
    return [*placed, replace(footer, x=max(x, width - footer.width))]


def _end(runs: Sequence[Run]) -> float:
    return max(run.x + run.width for run in runs)
