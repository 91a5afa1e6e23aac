"""Several pictures on one sheet, each with its name."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final

from PIL import Image

from renderer.backs import draw_back
from renderer.geometry import RADIUS
from renderer.pen import Face, rounded_mask
from renderer.text import fit_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderer.theme import RGB, Theme

__all__ = ["backs_sheet", "contact_sheet"]

_COLUMNS: Final = 2
_CELL: Final = 500
_GAP: Final = 12
"""Between pictures and around them."""

_COLOURS: Final = 128
_BACKS_Y: Final = 84
_BACK_SIZES: Final = (26, 22, 18)
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


def backs_sheet(names: Mapping[str, str], theme: Theme) -> bytes:
    """Lay card backs side by side, each with its name below, as a PNG of a board's proportions.

    :param names: names by key of `renderer.BACKS`.
    """
    sheet = Image.new("RGB", (_CELL, round(_CELL * 0.76)), theme.felt)
    width = _CELL // len(names)
    for place, (back, name) in enumerate(names.items()):
        card = draw_back(theme, back)
        mask = rounded_mask(card.width, card.height, RADIUS * theme.geometry.unit)
        sheet.paste(card, (place * width + (width - card.width) // 2, _BACKS_Y), mask)
        line = fit_line(name, Face.BOLD, _BACK_SIZES, width - _GAP)
        x, y = place * width + (width - line.mask.width) // 2, _BACKS_Y + card.height + _GAP
        sheet.paste(theme.gold, (x, y), line.mask)
    file = BytesIO()
    sheet.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def _fitted(png: bytes) -> Image.Image:
    picture = Image.open(BytesIO(png)).convert("RGB")
    if picture.width == _CELL:
        return picture
    return picture.resize((_CELL, round(picture.height * _CELL / picture.width)), Image.Resampling.BOX)


def _write(sheet: Image.Image, name: str, x: int, y: int) -> None:
    line = fit_line(name, Face.BOLD, _NAME_SIZES, _CELL)
    sheet.paste(_INK, (x + round((_CELL - line.width) / 2), y + _NAME_BASE - line.ascent), line.mask)
