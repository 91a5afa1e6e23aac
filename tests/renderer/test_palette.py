"""Colours: flat areas are exact, suits are told apart, tints reach their colour."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image

from renderer import THEMES
from renderer.palette import Palette
from renderer.theme import INKS, Theme, mix
from tests.renderer.boards import BOARDS, decode

COLOURS = [(level, level // 2 // 4 * 4, 252 - level) for level in range(0, 256, 32)]


@pytest.fixture(scope="module")
def palette() -> Palette:
    """Give a palette of a few colours."""
    return Palette(COLOURS)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_colours_lie_on_the_grid_and_fit(theme: Theme) -> None:
    """There are at most sixteen colours, all multiples of four, so that they are found exactly."""
    assert len(theme.inks) <= INKS
    assert all(part % 4 == 0 for colour in theme.inks for part in colour)


def test_too_many_colours_are_an_error() -> None:
    """Seventeen colours do not fit into four bits."""
    with pytest.raises(ValueError, match="colours: 17"):
        Palette([(level, 0, 0) for level in range(17)])


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_colour_is_found_as_itself(theme: Theme) -> None:
    """A picture of a theme's own colours keeps them all."""
    row = Image.new("RGB", (len(theme.inks), 1))
    row.putdata(list(theme.inks))
    palette = Palette(theme.inks)
    assert [palette.colours[index] for index in palette.indices(row).tobytes()] == list(theme.inks)


@pytest.mark.parametrize("theme", THEMES)
def test_felt_and_faces_are_exact(theme: str) -> None:
    """The two largest areas of a board have exactly their theme's colours."""
    colours = {
        colour: count for count, colour in decode(BOARDS["start"].png(theme=theme)).getcolors(1 << 16) or []
    }
    share = sum(colours.values())
    assert colours[THEMES[theme].felt] > 0.3 * share
    assert colours[THEMES[theme].face] > 0.08 * share


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


def test_a_palette_is_full(palette: Palette) -> None:
    """A palette has sixteen entries, however few colours there are."""
    assert (len(palette.colours), len(palette.flat)) == (INKS, 3 * INKS)


def test_a_tint_at_full_strength_is_its_colour(palette: Palette) -> None:
    """The strongest table of an opaque tint gives its colour everywhere; all tables take any byte."""
    tint = palette.tint(COLOURS[1])
    assert {palette.colours[index] for index in tint[-1][:INKS]} == {COLOURS[1]}
    assert {len(table) for table in tint} == {256}


def test_a_ramp_goes_from_ground_to_ink(palette: Palette) -> None:
    """A ramp begins with the ground and ends with the ink."""
    ramp = palette.ramp(COLOURS[0], COLOURS[2])
    assert (palette.colours[ramp[0]], palette.colours[ramp[255]]) == (COLOURS[0], COLOURS[2])
    assert mix(COLOURS[0], COLOURS[2], 1) == COLOURS[2]
