"""Every card can be told from the 51 others on a phone, in every look, also without colour.

Corners are cut out of a whole board that is shown 400 pixels wide, where the cards lie at any offset to the
pixels, and matched against all 52 corners as they look on other boards at other offsets.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from functools import cache, reduce
from typing import TYPE_CHECKING, Final

import pytest
from PIL import Image, ImageChops

from klondike import CARDS, Card, PlayerView
from renderer import THEMES, render_board
from renderer.layout import Layout
from tests.renderer.boards import EMPTY_COLUMN, START, decode, longest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Place = tuple[float, float, float, float]

PHONE: Final = 400
ENLARGED: Final = 3
"""Cuts are compared in thirds of a phone's pixel, since cards lie at any part of one."""
LOOKS: Final = [(theme, "RGB") for theme in THEMES] + [("four-colour", "L"), ("contrast", "L")]


@cache
def seen(view: PlayerView, theme: str, mode: str) -> Image.Image:
    """Draw a board as a phone shows it; in mode L without colour."""
    image = decode(render_board(view, theme=theme))
    small = image.resize((PHONE, round(image.height * PHONE / image.width)), Image.Resampling.LANCZOS)
    return small.convert(mode)


def corner(image: Image.Image, place: Place, theme: str) -> Image.Image:
    """Cut a rectangle of the full size out of a picture of the phone's size, three times enlarged."""
    ratio = PHONE / THEMES[theme].geometry.width
    left, top, width, height = (part * ratio for part in place)
    size = round(width * ENLARGED), round(height * ENLARGED)
    return image.resize(size, Image.Resampling.BICUBIC, box=(left, top, left + width, top + height))


def index_place(theme: str, x: int, y: int) -> Place:
    """Give where the index of a column's covered card lies."""
    size = THEMES[theme].geometry
    return x + 4, y + 3, size.card_width - 8, size.px(0.8 * size.rank)


def edge_place(theme: str, position: int) -> Place:
    """Give where the edge of a covered waste card lies."""
    size = THEMES[theme].geometry
    return (
        size.waste_x + position * size.fan_pitch + 3,
        size.top_y + 3,
        size.fan_pitch - 7,
        size.px(2 * size.rank),
    )


def table(columns: Sequence[tuple[Card, ...]]) -> PlayerView:
    """Give a table with cards in its columns, the first ones filled first."""
    filled = [replace(EMPTY_COLUMN, up=cards) for cards in columns]
    filled += [EMPTY_COLUMN] * (7 - len(filled))
    return replace(START, columns=tuple(filled), waste=(), stock=())


def tables(columns: Sequence[tuple[Card, ...]]) -> Iterator[tuple[PlayerView, tuple[Card, ...], int]]:
    """Spread columns over as many tables as it takes, and say in which column of which each lies."""
    for first in range(0, len(columns), 7):
        row = columns[first : first + 7]
        view = table(row)
        for at, cards in enumerate(row):
            yield view, cards, at


def others(card: Card) -> tuple[Card, Card]:
    """Give two other cards, to lie above and below."""
    return CARDS[(card.index + 17) % 52], CARDS[(card.index + 31) % 52]


@cache
def column_corners(theme: str, mode: str) -> dict[Card, Image.Image]:
    """Cut the corner of each card out of a table where it is the second of three in a column."""
    corners = {}
    sandwiches = [(others(card)[0], card, others(card)[1]) for card in CARDS]
    for view, (_, card, _), at in tables(sandwiches):
        spread = Layout.of(view, THEMES[theme].geometry).columns[at]
        place = index_place(theme, spread.x, spread.up[1])
        corners[card] = corner(seen(view, theme, mode), place, theme)
    return corners


@cache
def fan_corners(theme: str, mode: str) -> dict[Card, Image.Image]:
    """Cut the corner of each card out of a waste where it lies second of three."""
    corners = {}
    for card in CARDS:
        below, above = others(card)
        view = replace(START, waste=(below, card, above))
        corners[card] = corner(seen(view, theme, mode), edge_place(theme, 1), theme)
    return corners


@cache
def strip_of(corners: Callable[[str, str], dict[Card, Image.Image]], theme: str, mode: str) -> Image.Image:
    """Lay all 52 corners side by side."""
    own = corners(theme, mode)
    width, height = own[CARDS[0]].size
    strip = Image.new(mode, (width * len(CARDS), height))
    for card in CARDS:
        strip.paste(own[card], (card.index * width, 0))
    return strip


def distances(shown: Image.Image, strip: Image.Image) -> list[float]:
    """Give how different a cut is from each corner of a strip, the mean square of the worst channel."""
    tiled = Image.new(strip.mode, strip.size)
    for index in range(len(CARDS)):
        tiled.paste(shown, (index * shown.width, 0))
    off = ImageChops.difference(tiled, strip)
    squares = reduce(ImageChops.lighter, ImageChops.multiply(off, off).split())
    means = squares.convert("F").resize((len(CARDS), 1), Image.Resampling.BOX)
    return list(array("f", means.tobytes()))


def recognise(shown: Image.Image, strip: Image.Image) -> Card:
    """Give the card whose corner a cut is most like."""
    away = distances(shown, strip)
    return min(CARDS, key=lambda card: away[card.index])


@pytest.mark.parametrize(("theme", "mode"), LOOKS)
def test_covered_cards_are_recognised(theme: str, mode: str) -> None:
    """In the longest columns each covered card is recognised by the corner that shows."""
    corners = strip_of(column_corners, theme, mode)
    for suits in ("sh", "hs", "cd", "dc"):
        view = replace(START, columns=(EMPTY_COLUMN, EMPTY_COLUMN, longest(suits), *(EMPTY_COLUMN,) * 4))
        spread = Layout.of(view, THEMES[theme].geometry).columns[2]
        for card, y in zip(view.columns[2].up[:-1], spread.up, strict=False):
            shown = corner(seen(view, theme, mode), index_place(theme, spread.x, y), theme)
            assert recognise(shown, corners) is card


@pytest.mark.parametrize(("theme", "mode"), LOOKS)
def test_free_cards_are_recognised(theme: str, mode: str) -> None:
    """Each card that lies free is recognised by its corner."""
    corners, size = strip_of(column_corners, theme, mode), THEMES[theme].geometry
    for view, (card,), at in tables([(card,) for card in CARDS]):
        place = index_place(theme, size.column_x[at], size.tableau_y)
        shown = corner(seen(view, theme, mode), place, theme)
        assert recognise(shown, corners) is card


@pytest.mark.parametrize(("theme", "mode"), LOOKS)
def test_fanned_cards_are_recognised(theme: str, mode: str) -> None:
    """Each card that lies covered in the waste's fan is recognised by its edge."""
    corners = strip_of(fan_corners, theme, mode)
    for card in CARDS:
        above, top = others(card)
        view = replace(START, waste=(card, above, top))
        shown = corner(seen(view, theme, mode), edge_place(theme, 0), theme)
        assert recognise(shown, corners) is card
