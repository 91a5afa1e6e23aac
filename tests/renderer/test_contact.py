"""Sheets of several pictures."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from renderer import BACKS, THEMES, backs_sheet, contact_sheet
from tests.renderer.boards import BOARDS, decode

COLOURS = ((200, 40, 40), (40, 200, 40), (40, 40, 200), (200, 200, 40), (40, 200, 200))


def plain(colour: tuple[int, int, int], size: tuple[int, int]) -> bytes:
    """Give a picture of one colour."""
    file = BytesIO()
    Image.new("RGB", size, colour).save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("size", [(500, 380), (500, 420), (250, 190), (1000, 900)])
def test_every_picture_is_there_in_order(count: int, size: tuple[int, int]) -> None:
    """Two to a row, from left to right, all of one width, and a name in light letters below each."""
    sheet = decode(contact_sheet({f"Look {n}": plain(COLOURS[n], size) for n in range(count)}))
    height = round(size[1] * 500 / size[0])
    assert sheet.width == 1036
    assert sheet.height == 12 + -(-count // 2) * (height + 50 + 12)
    for number, colour in enumerate(COLOURS[:count]):
        x, y = 12 + number % 2 * 512, 12 + number // 2 * (height + 62)
        for at in ((x, y), (x + 499, y + height - 1)):
            assert sheet.getpixel(at) == colour
        name = sheet.crop((x, y + height, x + 500, y + height + 50)).convert("L")
        darkest, lightest = name.getextrema()
        assert (darkest, lightest) == pytest.approx((25, 243), abs=4)


def test_pictures_of_several_heights_share_a_row() -> None:
    """The higher one gives the row its height; both names stand on one line."""
    sheet = decode(contact_sheet({"a": plain(COLOURS[0], (500, 300)), "a ": plain(COLOURS[1], (500, 400))}))
    assert sheet.height == 12 + 400 + 62
    names = [sheet.crop((x, 412, x + 500, 462)).convert("L").tobytes() for x in (12, 524)]
    assert names[0] == names[1]


def test_every_back_is_on_the_sheet_of_backs() -> None:
    """Side by side on felt, as wide as a cell; each more or each other name is another picture."""
    names = {back: back.capitalize() for back in BACKS}
    sheets = [backs_sheet(names, theme) for theme in THEMES.values()]
    assert len(set(sheets)) >= 4
    image = decode(sheets[0])
    assert image.size == (500, 380)
    thirds = [image.crop((x, 80, x + 160, 260)).tobytes() for x in (3, 169, 335)]
    assert len(set(thirds)) == len(BACKS)
    assert backs_sheet(dict(list(names.items())[:2]), THEMES["classic"]) not in sheets


def test_boards_keep_their_colours() -> None:
    """A sheet of several boards has as many colours as they, near enough, and few kilobytes."""
    pictures = {name: BOARDS[name].png() for name in ("start", "hint", "won")}
    png = contact_sheet(pictures)
    assert len(png) < sum(map(len, pictures.values()))
    shown = decode(png).crop((12, 12, 512, 12 + 380))
    board = decode(pictures["start"]).resize(shown.size, Image.Resampling.BOX)
    off = ImageChops.difference(board, shown).convert("L").histogram()[32:]
    assert sum(off) <= 0.005 * board.width * board.height


def test_a_name_that_is_too_long_is_cut() -> None:
    """It stays below its own picture."""
    sheet = decode(
        contact_sheet({"W" * 200: plain(COLOURS[0], (500, 100)), "": plain(COLOURS[1], (500, 100))})
    )
    right = sheet.crop((513, 112, 1036, 162)).convert("L")
    darkest, lightest = right.getextrema()
    assert darkest == lightest
