"""Cards can be read, also where only an index shows and on a phone; empty places are no cards."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageStat

from klondike import CARDS, Card, PlayerView, Rules, Suit
from renderer import THEMES, render_board
from renderer.geometry import FULL
from renderer.layout import Layout
from tests.renderer.boards import EMPTY_COLUMN, START, alone, cards, decode, longest

INDEX: Final = (7, 3, 92, 38)
"""Where an index lies on its card: left, top, right, bottom."""

FAN_INDEX: Final = (5, 4, FULL.fan_pitch - 5, 76)
PHONE: Final = 400
RUNS: Final = ("sh", "hs", "cd", "dc", "sd", "ch")


def at(image: Image.Image, x: int, y: int, box: tuple[int, int, int, int]) -> Image.Image:
    """Cut a box of a card that lies at a point out of a picture."""
    left, top, right, bottom = box
    return image.crop((x + left, y + top, x + right, y + bottom))


def distance(one: Image.Image, other: Image.Image) -> float:
    """Give how different two pictures of a size are: the mean square over all channels."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).sum2) / (one.width * one.height)


def phone(image: Image.Image) -> Image.Image:
    """Show a picture 400 pixels wide."""
    return image.resize((PHONE, image.height * PHONE // image.width), Image.Resampling.LANCZOS)


def reduced_index(image: Image.Image, y: int, phase: int) -> Image.Image:
    """Give the index of a card of column 4 as a 400 pixels wide board shows it.

    :param phase: from 0 to 4, how the card lies to the grid of the smaller pixels.
    """
    part = image.crop((FULL.column_x[3], y - phase, FULL.column_x[3] + 100, y - phase + 50))
    return part.resize((40, 20), Image.Resampling.BOX).crop((3, 2, 37, 15))


@cache
def lone(card: Card, theme: str) -> Image.Image:
    """Draw a card that is the only one of column 4."""
    return decode(render_board(alone(card), theme=theme))


def long_board(suits: str) -> PlayerView:
    """Give a view with the longest column as column 4."""
    columns = [EMPTY_COLUMN] * 7
    columns[3] = longest(suits)
    return replace(START, columns=tuple(columns))


def test_an_index_stays_in_its_corner() -> None:
    """Below an index its card is blank down to what is covered, so that nothing of it can be cut off."""
    for card in CARDS:
        below = at(
            lone(card, "classic"), FULL.column_x[3], FULL.tableau_y, (7, INDEX[3], FULL.card_width - 7, 42)
        )
        assert below.getextrema() == tuple((part, part) for part in THEMES["classic"].face), card


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("suits", RUNS)
def test_every_index_of_the_longest_column_is_whole(theme: str, suits: str) -> None:
    """Rank and suit of each of thirteen face-up cards look exactly as on the card alone."""
    view, size = long_board(suits), THEMES[theme].geometry
    image = decode(render_board(view, theme=theme))
    box = (size.px(7), 3, size.px(2.25 * size.rank), size.px(0.85 * size.rank))
    for card, y in zip(view.columns[3].up, Layout.of(view, size).columns[3].up, strict=True):
        shown = at(image, size.column_x[3], y, box)
        assert shown.tobytes() == at(lone(card, theme), size.column_x[3], size.tableau_y, box).tobytes(), card


@pytest.mark.parametrize("theme", ["classic", "four-colour"])
def test_covered_cards_are_recognised_on_a_phone(theme: str) -> None:
    """At 400 pixels each card of the longest columns is far nearer to itself than to any other of the 52."""
    for suits in RUNS[:4]:
        view = long_board(suits)
        image = decode(render_board(view, theme=theme))
        for card, y in zip(view.columns[3].up, Layout.of(view, FULL).columns[3].up, strict=True):
            shown = reduced_index(image, y, y % 5)
            away = {c: distance(shown, reduced_index(lone(c, theme), FULL.tableau_y, y % 5)) for c in CARDS}
            own = away.pop(card)
            assert own < min(away.values()) / 4, card


@pytest.mark.parametrize("theme", THEMES)
def test_suits_differ_on_a_phone(theme: str) -> None:
    """Cards of a rank that differ in suit alone look clearly different at 400 pixels."""
    left, top = round((FULL.column_x[3] + 40) * 0.4), round(FULL.tableau_y * 0.4)
    patches = [
        phone(lone(CARDS[suit * 13 + 6], theme)).crop((left, top, left + 16, top + 15)) for suit in Suit
    ]
    for index, patch in enumerate(patches):
        for other in patches[:index]:
            assert distance(patch, other) > 1500


def test_every_fanned_card_shows_rank_and_suit() -> None:
    """The two covered cards of a fan show the same whole index whatever lies on them."""
    seen: dict[Card, bytes] = {}
    for text in ("10s qh ks", "qh 10s kd", "3c 10s 5d", "10h qh ac", "qh 10h 2s"):
        view = replace(START, waste=cards(text))
        image = decode(render_board(view))
        for index, card in enumerate(view.fan[:2]):
            shown = at(image, FULL.waste_x + index * FULL.fan_pitch, FULL.top_y, FAN_INDEX)
            assert seen.setdefault(card, shown.tobytes()) == shown.tobytes(), card
    assert len(set(seen.values())) == len(seen)


def test_all_covered_waste_cards_differ() -> None:
    """Under the next card of the fan all 52 cards still look different."""
    shown = {
        at(
            decode(render_board(replace(START, waste=(card, *cards("as"))))),
            FULL.waste_x,
            FULL.top_y,
            FAN_INDEX,
        ).tobytes()
        for card in CARDS
        if card is not Card.parse("as")
    }
    assert len(shown) == 51


def test_all_cards_differ() -> None:
    """No two of the 52 cards look the same."""
    whole = (0, 0, FULL.card_width, FULL.card_height)
    pictures = {
        at(lone(card, "classic"), FULL.column_x[3], FULL.tableau_y, whole).tobytes() for card in CARDS
    }
    assert len(pictures) == 52


@pytest.mark.parametrize("theme", THEMES)
def test_an_empty_place_is_no_card(theme: str) -> None:
    """Nowhere on an empty table is there anything of a card's face or back colours."""
    view, size = replace(START, stock=(), columns=(EMPTY_COLUMN,) * 7), THEMES[theme].geometry
    for waste in ("", "3h 4s"):
        image = decode(
            render_board(replace(view, waste=cards(waste), rules=Rules.preset(draw=1)), theme=theme)
        )
        places = [
            (size.stock_x, size.top_y),
            *((x, size.top_y) for x in size.foundation_x),
            *((x, size.tableau_y) for x in size.column_x),
        ]
        for x, y in places if waste else [*places, (size.waste_x, size.top_y)]:
            place = at(image, x, y, (0, 0, size.card_width, size.card_height))
            colours = {colour: count for count, colour in place.getcolors(1 << 16) or []}
            look = THEMES[theme]
            assert sum(colours.get(colour, 0) for colour in (look.face, *look.back)) == 0, (x, y)


def test_the_empty_stock_says_what_can_be_done() -> None:
    """A recycle, no pass left, and nothing to turn over are three different signs."""
    gone = replace(START, stock=(), waste=cards("3h"))
    views = (gone, replace(gone, rules=Rules.preset(draw=3, scoring="vegas")), replace(gone, waste=()))
    signs = [
        at(decode(render_board(view)), FULL.stock_x, FULL.top_y, (0, 0, FULL.card_width, FULL.card_height))
        for view in views
    ]
    assert all(distance(phone(a), phone(b)) > 300 for a, b in zip(signs, (*signs[1:], signs[0]), strict=True))


def test_a_pile_under_the_fan_shows() -> None:
    """More waste below the fan, or more than one stock card, shows as the edge of a pile."""
    below = (20, FULL.card_height + 1, FULL.card_width - 20, FULL.card_height + 5)
    flat = decode(render_board(replace(START, waste=cards("3h 4s 5d"), stock=(None,))))
    piled = decode(render_board(replace(START, waste=cards("9h 3h 4s 5d"), stock=(None,) * 2)))
    for x in (FULL.stock_x, FULL.waste_x):
        assert distance(at(flat, x, FULL.top_y, below), at(piled, x, FULL.top_y, below)) > 3000


def test_nothing_lies_in_the_margin() -> None:
    """The outer eight pixels are plain felt: phones round corners and crop a little."""
    image = decode(render_board(START))
    for box in (
        (0, 0, FULL.width, 8),
        (0, 0, 8, image.height),
        (0, image.height - 8, FULL.width, image.height),
    ):
        assert image.crop(box).getextrema() == tuple((part, part) for part in THEMES["classic"].felt)
