"""Looks: every colour of a board, as data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

__all__ = ["CLASSIC", "FOUR_COLOUR", "NIGHT", "RGB", "THEMES", "Theme", "mix", "through_glass"]

RGB = tuple[int, int, int]

_BLACK: Final = (20, 24, 32)
_RED: Final = (204, 16, 36)
_GLASS: Final = 0.3
"""How much of the hint's colour the cards to move take on."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a board.

    Colours that fill flat areas are multiples of four: Pillow finds palette entries on a grid of four,
    so that only such colours are sure to be kept exactly.

    :ivar suits: spades, hearts, diamonds, clubs.
    :ivar back: the card back from dark to light.
    :ivar last: the outline of the last move; `hint` that of a hint.
    """

    name: str
    suits: tuple[RGB, RGB, RGB, RGB] = (_BLACK, _RED, _RED, _BLACK)
    felt: RGB = (12, 104, 60)
    face: RGB = (252, 252, 248)
    edge: RGB = (116, 124, 124)
    back: tuple[RGB, RGB, RGB] = ((32, 56, 128), (56, 92, 176), (148, 180, 236))
    gold: RGB = (244, 200, 76)
    badge: RGB = (8, 68, 40)
    strip: RGB = (8, 60, 36)
    caption: RGB = (168, 216, 188)
    value: RGB = (252, 252, 252)
    last: RGB = (255, 204, 44)
    hint: RGB = (76, 204, 255)
    forbidden: RGB = (232, 128, 108)

    @property
    def glass(self) -> RGB:
        """The colour of the glass through which the cards of a hint are shown."""
        return mix((255, 255, 255), self.hint, _GLASS)


CLASSIC: Final = Theme("classic")

# Red suits stay warm and black suits cool, so that the alternation of a run stays visible.
FOUR_COLOUR: Final = Theme("four-colour", suits=(_BLACK, _RED, (232, 104, 0), (8, 84, 164)))

NIGHT: Final = replace(
    CLASSIC,
    name="night",
    felt=(28, 36, 48),
    face=(236, 232, 220),
    edge=(96, 96, 96),
    back=((92, 28, 48), (132, 48, 68), (220, 160, 164)),
    badge=(16, 20, 28),
    strip=(16, 20, 28),
    caption=(156, 172, 196),
)

THEMES: Final = {theme.name: theme for theme in (CLASSIC, FOUR_COLOUR, NIGHT)}


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
