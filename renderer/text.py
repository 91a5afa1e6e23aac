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

__all__ = ["Labels", "Line", "Piles", "Run", "Tone", "fit_line", "fit_strip"]

_CAPTION_GAP, _PAIR_GAP = 0.35, 1.1
"""Spaces behind captions and values, in ems."""

_LONGEST: Final = 80
"""Characters of a text that are looked at; more could never fit."""

_ELLIPSIS: Final = "…"


@dataclass(frozen=True, slots=True)
class Piles:
    """The letters that name the piles in typed moves."""

    stock: str = "S"
    waste: str = "W"
    foundation: str = "F"
    columns: tuple[str, ...] = ("1", "2", "3", "4", "5", "6", "7")


@dataclass(frozen=True, slots=True)
class Labels:
    """All words on a board, in the player's language.

    :ivar status: label and value pairs of the strip, such as `("Score", "120")`; either may be empty.
    :ivar marks: what the game counts as, such as `Practice`; set apart in gold.
    :ivar footer: the right end of the strip, such as `#12 · 34` for game and move number.
    :ivar banner: the text across a finished board.
    """

    status: Sequence[tuple[str, str]] = ()
    marks: Sequence[str] = ()
    footer: str = ""
    banner: str | None = None
    piles: Piles = field(default_factory=Piles)


class Tone(Enum):
    """What a text of the strip is."""

    CAPTION = "caption"
    VALUE = "value"
    MARK = "mark"
    FOOTER = "footer"

    @property
    def face(self) -> Face:
        """The cut that it is set in."""
        return Face.BOLD if self in {Tone.VALUE, Tone.MARK} else Face.MEDIUM

    @property
    def scale(self) -> float:
        """Its size beside that of the values."""
        return {Tone.CAPTION: 0.93, Tone.VALUE: 1, Tone.MARK: 0.93, Tone.FOOTER: 0.82}[self]


@dataclass(frozen=True, slots=True)
class Line:
    """A text in a cut of the font at a size in pixels."""

    text: str
    face: Face
    size: float

    @property
    def width(self) -> float:
        """How wide it is, in pixels."""
        return _width(self.text, self.face, self.size)

    @property
    def ascent(self) -> int:
        """How far its base line lies below the upper edge of its mask."""
        return font(self.face, self.size).getmetrics()[0]

    @property
    def mask(self) -> Image.Image:
        """Its smoothed mask, as high as the font's lines."""
        return _mask(self.text, self.face, self.size)

    @property
    def cuttable(self) -> bool:
        """Whether something can still be cut off."""
        return len(self.text) > 1

    def shortened(self) -> Line:
        """Cut the last letter off and end in dots."""
        kept = self.text.removesuffix(_ELLIPSIS)[:-1].rstrip()
        return replace(self, text=kept + _ELLIPSIS if kept else self.text[:1])


@dataclass(frozen=True, slots=True)
class Run:
    """A text of the strip, and where it begins from the strip's left inner edge."""

    line: Line
    tone: Tone
    x: float = 0

    @property
    def end(self) -> float:
        """Where it ends."""
        return self.x + self.line.width


@lru_cache(maxsize=1024)
def _width(text: str, face: Face, size: float) -> float:
    return font(face, size).getlength(text)


@lru_cache(maxsize=512)
def _mask(text: str, face: Face, size: float) -> Image.Image:
    glyphs = font(face, size)
    ascent, descent = glyphs.getmetrics()
    mask = Image.new("L", (max(1, round(glyphs.getlength(text)) + 2), ascent + descent))
    ImageDraw.Draw(mask).text((1, ascent), text, font=glyphs, fill=255, anchor="ls")
    return mask


def fit_line(text: str, face: Face, sizes: Sequence[float], width: float) -> Line:
    """Set a text no wider than asked for: in a smaller size first, then cut off."""
    line = Line(_cut(text), face, sizes[0])
    for size in sizes:
        line = replace(line, size=size)
        if line.width <= width:
            return line
    while line.width > width and line.cuttable:
        line = line.shortened()
    return line


def fit_strip(labels: Labels, width: float, sizes: Sequence[float]) -> list[Run]:
    """Lay the strip out: the pairs and the marks from the left, the footer at the right end.

    Too long a strip is set smaller, then its widest texts are cut off one letter at a time.
    """
    runs: list[Run] = []
    for size in sizes:
        runs = _placed(_runs(labels, size), width)
        if _end(runs) <= width:
            return runs
    while _end(runs) > width and any(run.line.cuttable for run in runs):
        widest = max(range(len(runs)), key=lambda index: (runs[index].line.cuttable, runs[index].line.width))
        runs[widest] = replace(runs[widest], line=runs[widest].line.shortened())
        runs = _placed(runs, width)
    return runs


def _cut(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONGEST else plain[:_LONGEST] + _ELLIPSIS


def _runs(labels: Labels, size: float) -> list[Run]:
    pairs = labels.status
    texts = [text for caption, value in pairs for text in ((caption, Tone.CAPTION), (value, Tone.VALUE))]
    texts += [(mark, Tone.MARK) for mark in labels.marks]
    texts.append((labels.footer, Tone.FOOTER))
    return [Run(Line(_cut(text), tone.face, size * tone.scale), tone) for text, tone in texts]


def _placed(runs: Sequence[Run], width: float) -> list[Run]:
    """Set texts side by side; the footer goes to the right end, or behind the rest if that is longer."""
    x, placed = 0.0, []
    for run in runs[:-1]:
        placed.append(replace(run, x=x))
        gap = run.line.size * (_CAPTION_GAP if run.tone is Tone.CAPTION else _PAIR_GAP)
        x += run.line.width + gap if run.line.text else 0
    footer = runs[-1]
    return [*placed, replace(footer, x=max(x, width - footer.line.width))]


def _end(runs: Sequence[Run]) -> float:
    return max(run.end for run in runs)
