"""Looks: every colour of a board, as data.

A board has sixteen colours, so that a pixel takes four bits: beside 128 colours that is a third fewer
kilobytes and a faster deflate, and what gets lost are shades in edges of one pixel. Each colour therefore
has several duties: it fills areas, and it smooths the edges between two others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from renderer.geometry import BOLD, COMPACT, FULL, Geometry

__all__ = ["RGB", "THEMES", "Theme", "mix", "through_glass"]

RGB = tuple[int, int, int]

INKS: Final = 16
_BLACK: Final = (20, 24, 32)
_RED: Final = (204, 16, 36)


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a board, and its sizes.

    Colours are multiples of four: Pillow finds palette entries on a grid of four, so that only such colours
    are sure to be kept exactly.

    :ivar suits: spades, hearts, diamonds, clubs; `tints` are their pale companions.
    :ivar shade: dark felt, for empty places, labels, the strip and shadows; `pale` is light felt.
    :ivar faint: what an empty column says, hardly more than its ground.
    :ivar frost: a very light grey, in which the cards of a hint are shown.
    :ivar back: the card back from dark to light.
    :ivar gold: labels and the outline of the last move; `hint` that of a hint.
    """

    name: str
    geometry: Geometry = FULL
    felt: RGB = (12, 104, 60)
    shade: RGB = (8, 68, 40)
    pale: RGB = (136, 192, 160)
    faint: RGB = (12, 104, 60)
    face: RGB = (252, 252, 248)
    frost: RGB = (188, 216, 236)
    grey: RGB = (112, 120, 124)
    suits: tuple[RGB, RGB, RGB, RGB] = (_BLACK, _RED, _RED, _BLACK)
    blush: RGB = (240, 156, 160)
    back: tuple[RGB, RGB, RGB] = ((32, 56, 128), (56, 92, 176), (148, 180, 236))
    gold: RGB = (244, 200, 76)
    bronze: RGB = (176, 116, 44)
    skin: RGB = (252, 216, 180)
    hint: RGB = (76, 204, 252)

    @property
    def inks(self) -> tuple[RGB, ...]:
        """All colours, each once; at most sixteen."""
        felt = (self.felt, self.shade, self.pale, self.faint)
        card = (self.face, self.frost, self.grey, *self.suits, self.blush, *self.back)
        return tuple(dict.fromkeys((*felt, *card, self.gold, self.bronze, self.skin, self.hint)))

    @property
    def card_inks(self) -> tuple[RGB, ...]:
        """The colours of fronts, without those of the table."""
        return (self.face, self.frost, self.grey, *self.suits, self.blush, self.gold, self.bronze, self.skin)

    def tint(self, suit: int) -> RGB:
        """Give the pale companion of a suit's colour."""
        red, green, blue = self.suits[suit]
        if red <= blue:
            return self.frost
        return self.blush if green < (red - blue) / 3 else self.skin


CLASSIC: Final = Theme("classic")

# Red suits stay warm and black suits cool, so that the alternation of a run stays visible.
_CRIMSON, _ORANGE, _BLUE = (188, 4, 44), (240, 120, 0), (8, 84, 164)
FOUR_COLOUR: Final = Theme(
    "four-colour",
    suits=(_BLACK, _CRIMSON, _ORANGE, _BLUE),
    back=(_BLUE, (56, 124, 196), (148, 188, 236)),
    bronze=_ORANGE,
)

DARK: Final = Theme(
    "dark",
    felt=(28, 36, 48),
    shade=(16, 20, 28),
    pale=(136, 152, 176),
    faint=(96, 104, 116),
    face=(236, 232, 220),
    frost=(176, 200, 212),
    grey=(96, 104, 116),
    blush=(220, 148, 148),
    back=((92, 28, 48), (132, 48, 68), (220, 160, 164)),
)

CONTRAST: Final = Theme(
    "contrast",
    geometry=BOLD,
    felt=(0, 0, 0),
    shade=(32, 32, 32),
    pale=(200, 200, 200),
    faint=(108, 108, 108),
    face=(252, 252, 252),
    frost=(176, 216, 248),
    grey=(108, 108, 108),
    suits=((0, 0, 0), (188, 0, 20), (188, 0, 20), (0, 0, 0)),
    blush=(236, 144, 152),
    back=((0, 72, 152), (0, 108, 200), (120, 184, 248)),
    gold=(252, 220, 0),
    hint=(0, 232, 252),
)

COMPACT_LOOK: Final = replace(CLASSIC, name="compact", geometry=COMPACT)

THEMES: Final = {theme.name: theme for theme in (CLASSIC, FOUR_COLOUR, CONTRAST, DARK, COMPACT_LOOK)}


def mix(start: RGB, end: RGB, share: float) -> RGB:
    """Give the colour that lies a share of the way from one colour to another.

    >>> mix((0, 0, 0), (100, 200, 40), 0.5)
    (50, 100, 20)
    """
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


def through_glass(colour: RGB, glass: RGB) -> RGB:
    """Give a colour as seen through coloured glass.

    >>> through_glass((255, 100, 0), (255, 0, 51))
    (255, 0, 0)
    """
    red, green, blue = (a * b // 255 for a, b in zip(colour, glass, strict=True))
    return red, green, blue
