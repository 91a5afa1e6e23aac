"""Comparing pictures with those that were accepted before."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PIL import Image, ImageChops

from renderer import THEMES, render_result
from tests.renderer.boards import BOARDS, CARDS, decode

__all__ = ["CASES", "FOLDER", "accept", "draw", "mismatch"]

FOLDER: Final = Path(__file__).parent / "golden"
_REPORTS: Final = Path(__file__).resolve().parents[2] / "var" / "pictures"

# Shapes are the same in most themes, so the other themes are kept small.
CASES: Final = (
    *((theme, board, "full" if theme == "classic" else "half") for theme in THEMES for board in BOARDS),
    *(("classic", card, "full") for card in CARDS),
)

_NOTICEABLE: Final = 48
"""How far a channel may be off: other releases of Pillow and FreeType round edges differently."""

_MOST_PIXELS: Final = 0.001
"""The share of pixels that may be noticeably off."""

_PAGE: Final = """<!doctype html><meta charset="utf-8"><title>{name}</title>
<h1>{name}</h1><p>{share:.3%} of the pixels differ.</p>
<h2>before</h2><img src="before.png">
<h2>after</h2><img src="after.png">
<h2>difference</h2><img src="difference.png">
"""


def draw(theme: str, board: str, size: str) -> Image.Image:
    """Draw a case now."""
    return decode(_png(theme, board, size))


def accept(theme: str, board: str, size: str) -> Path:
    """Store what the program draws now as right."""
    path = _path(theme, board)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(_png(theme, board, size))
    return path


def mismatch(theme: str, board: str, size: str) -> str | None:
    """Compare a case with what was accepted; say where the report lies if it differs."""
    before, after = decode(_path(theme, board).read_bytes()), draw(theme, board, size)
    share = _share(before, after)
    if share <= _MOST_PIXELS:
        return None
    return f"{share:.3%} of the pixels differ, see {_report(f'{board}.{theme}', share, before, after)}"


def _png(theme: str, board: str, size: str) -> bytes:
    if board in CARDS:
        return render_result(CARDS[board], theme=theme)
    return BOARDS[board].png(theme=theme, size=size)


def _path(theme: str, board: str) -> Path:
    return FOLDER / f"{board}.{theme}.png"


def _share(before: Image.Image, after: Image.Image) -> float:
    """Give the share of pixels that are noticeably different; all of them for another size."""
    if before.size != after.size:
        return 1
    red, green, blue = ImageChops.difference(before, after).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[_NOTICEABLE:]) / (most.width * most.height)


def _report(name: str, share: float, before: Image.Image, after: Image.Image) -> Path:
    folder = _REPORTS / name
    folder.mkdir(parents=True, exist_ok=True)
    before.save(folder / "before.png")
    after.save(folder / "after.png")
    ImageChops.difference(before, after.resize(before.size)).save(folder / "difference.png")
    page = folder / "index.html"
    page.write_text(_PAGE.format(name=name, share=share), encoding="utf-8")
    return page
