"""Colours: flat areas are exact, suits are told apart, tints reach their colour."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image

from renderer import THEMES
from renderer.palette import SIZE, Palette
from renderer.theme import Theme, mix
from tests.renderer.boards import BOARDS, decode

COLOURS = [(level, level // 2 // 4 * 4, 252 - level) for level in range(0, 256, 4)]


@pytest.fixture(scope="module")
def palette() -> Palette:
    """Choose the palette of a few colours."""
    picture = Image.new("RGB", (len(COLOURS), 1))
    picture.putdata(COLOURS)
    return Palette.of(picture, COLOURS[:3])


@pytest.mark.parametrize("theme", THEMES.values(), ids=str)
def test_flat_colours_lie_on_the_grid(theme: Theme) -> None:
    """Colours of large areas are multiples of four, so that they are found exactly."""
    flat = (theme.felt, theme.face, theme.badge, theme.strip, *theme.back)
    assert all(part % 4 == 0 for colour in flat for part in colour)


@pytest.mark.parametrize("theme", THEMES)
def test_felt_and_faces_are_exact(theme: str) -> None:
    """The two largest areas of a board have exactly their theme's colours."""
    colours = {
        colour: count for count, colour in decode(BOARDS["start"].png(theme=theme)).getcolors(1 << 16) or []
    }
    assert colours[THEMES[theme].felt] > 300_000
    assert colours[THEMES[theme].face] > 60_000


def test_four_colours_are_four_and_keep_warm_and_cool_apart() -> None:
    """In the four-colour deck all suits differ, the red ones are warm and the black ones cool."""
    suits = THEMES["four-colour"].suits
    assert all(
        sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) > 5000 for pair in combinations(suits, 2)
    )
    assert [red > blue for red, _, blue in suits] == [False, True, True, False]


def test_exact_colours_are_found(palette: Palette) -> None:
    """Colours that were asked to be exact come out as they went in."""
    picture = Image.new("RGB", (3, 1))
    picture.putdata(COLOURS[:3])
    assert [palette.colours[index] for index in palette.indices(picture).tobytes()] == COLOURS[:3]


def test_a_palette_has_its_size(palette: Palette) -> None:
    """A palette is full, however few colours a picture has."""
    assert (len(palette.colours), len(palette.flat)) == (SIZE, 3 * SIZE)


def test_a_tint_at_full_strength_is_its_colour(palette: Palette) -> None:
    """The strongest table of an opaque tint gives its colour everywhere; all tables take any byte."""
    tint = palette.tint(COLOURS[1])
    assert {palette.colours[index] for index in tint[-1][:SIZE]} == {COLOURS[1]}
    assert {len(table) for table in tint} == {256}


def test_a_ramp_goes_from_ground_to_ink(palette: Palette) -> None:
    """A ramp begins with the ground and ends with the ink."""
    ramp = palette.ramp(COLOURS[0], COLOURS[2])
    assert (palette.colours[ramp[0]], palette.colours[ramp[255]]) == (COLOURS[0], COLOURS[2])
    assert mix(COLOURS[0], COLOURS[2], 1) == COLOURS[2]
