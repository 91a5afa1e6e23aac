"""Several pictures on one sheet, each with its name."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final

from PIL import Image

from renderer.pen import Face
from renderer.text import fit_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderer.theme import RGB

__all__ = ["contact_sheet"]

_COLUMNS: Final = 2
_CELL: Final = 500
_GAP: Final = 12
"""Between pictures and around them."""

_COLOURS: Final = 128
_NAME_HEIGHT: Final = 50
_NAME_BASE: Final = 38
_NAME_SIZES: Final = (34, 30, 26, 22)
_GROUND: Final[RGB] = (24, 25, 28)
_INK: Final[RGB] = (242, 243, 245)


def contact_sheet(pictures: Mapping[str, bytes]) -> bytes:
    """Lay pictures side by side, two to a row, each with its name below, as one PNG.

    :param pictures: PNGs by name; one that is not half as wide as a board is made so.
    """
    cells = [(name, _fitted(png)) for name, png in pictures.items()]
    rows = [cells[at : at + _COLUMNS] for at in range(0, len(cells), _COLUMNS)]
    heights = [max(picture.height for _, picture in row) + _NAME_HEIGHT + _GAP for row in rows]
    sheet = Image.new("RGB", (_GAP + _COLUMNS * (_CELL + _GAP), _GAP + sum(heights)), _GROUND)
    y = _GAP
    for row, height in zip(rows, heights, strict=True):
        for place, (name, picture) in enumerate(row):
            x = _GAP + place * (_CELL + _GAP)
            sheet.paste(picture, (x, y))
            _write(sheet, name, x, y + height - _GAP - _NAME_HEIGHT)
        y += height
    file = BytesIO()
    sheet.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _fitted(png: bytes) -> Image.Image:
    picture = Image.open(BytesIO(png)).convert("RGB")
    if picture.width == _CELL:
        return picture
    return picture.resize((_CELL, round(picture.height * _CELL / picture.width)), Image.Resampling.BOX)


def _write(sheet: Image.Image, name: str, x: int, y: int) -> None:
    line = fit_line(name, Face.BOLD, _NAME_SIZES, _CELL)
    sheet.paste(_INK, (x + round((_CELL - line.width) / 2), y + _NAME_BASE - line.ascent), line.mask)
