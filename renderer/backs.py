"""The backs of the cards, in the colours of a theme."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from klondike.cards import Suit
from renderer.geometry import CARD
from renderer.pen import Pen

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from renderer.shapes import Point
    from renderer.theme import RGB, Theme

__all__ = ["BACKS", "draw_back"]

_WIDTH, _HEIGHT = CARD
_X, _Y = _WIDTH / 2, _HEIGHT / 2
_FRAME: Final = (8, 8, _WIDTH - 8, _HEIGHT - 8)


def draw_back(theme: Theme, back: str) -> Image.Image:
    """Draw a back with square corners.

    :param back: a key of `BACKS`.
    """
    pen = Pen.card(theme)
    pen.rounded((5, 5, _WIDTH - 5, _HEIGHT - 5), 7, fill=theme.back[0])
    pattern = Pen.card(theme, theme.back[0])
    BACKS[back](pattern, theme)
    pen.inlay(pattern, _FRAME, 5)
    return pen.reduced()


def _draw_lattice(pen: Pen, theme: Theme) -> None:
    """Draw rhombs in rhombs, and the four suits in the middle."""
    dark, middle, light = theme.back
    across, down = (_WIDTH - 10) / 6, (_HEIGHT - 10) / 9
    for row in range(-1, 10):
        for column in range(-1, 7):
            x, y = 5 + (column + 0.5) * across, 5 + (row + 0.5) * down
            _draw_rhomb(pen, (x, y), (across / 2 - 1.2, down / 2 - 1.2), middle)
            _draw_rhomb(pen, (x, y), (4, 4), light)
    pen.ellipse((_X - 31, _Y - 31, _X + 31, _Y + 31), dark, outline=light, width=2)
    for suit, across, down in (
        (Suit.SPADES, 0, -1),
        (Suit.HEARTS, 1, 0),
        (Suit.CLUBS, 0, 1),
        (Suit.DIAMONDS, -1, 0),
    ):
        colour = theme.gold if suit in {Suit.HEARTS, Suit.DIAMONDS} else theme.face
        pen.suit(suit, (_X + across * 13.5, _Y + down * 13.5), 15.5, colour)


def _draw_scales(pen: Pen, theme: Theme) -> None:
    """Draw rows of scales, each over the one above it."""
    dark, middle, light = theme.back
    radius = 16.0
    for row in range(int(_HEIGHT / 8) + 3):
        for column in range(-1, 6):
            x = 6 + (column + row % 2 / 2) * 2 * radius
            y = row * 8
            for size, fill in ((radius, light), (radius - 2.2, middle), (radius - 6.5, dark), (4, light)):
                pen.disc(x, y, size, fill)


def _draw_star(pen: Pen, theme: Theme) -> None:
    """Draw a compass rose within a border of beads."""
    _, middle, light = theme.back
    pen.rounded((14, 14, _WIDTH - 14, _HEIGHT - 14), 6, outline=light, width=2)
    for beads, x, y, dx, dy in ((12, 11.0, 11.0, 9.27, 0.0), (17, 11.0, 11.0, 0.0, 9.5)):
        for bead in range(beads):
            for far in (False, True):
                px, py = x + bead * dx, y + bead * dy
                pen.disc(_WIDTH - px if far else px, _HEIGHT - py if far else py, 1.7, theme.gold)
    for turn, reach, breadth in ((1, 28, 8), (3, 28, 8), (2, 42, 11), (0, 62, 13)):
        for arm in range(4):
            _draw_arm(pen, turn * math.pi / 8 + arm * math.pi / 2, (reach, breadth), (middle, light))
    pen.disc(_X, _Y, 7, theme.gold)
    pen.disc(_X, _Y, 3.5, theme.back[0])


def _draw_arm(pen: Pen, turn: float, size: Point, fills: tuple[RGB, RGB]) -> None:
    """Draw an arm of a star, one half in shadow."""
    reach, breadth = size
    tip = _X + reach * 0.78 * math.cos(turn), _Y + reach * math.sin(turn)
    for side, fill in zip((-1, 1), fills, strict=True):
        foot = turn + side * math.pi / 4
        pen.polygon([(_X, _Y), (_X + breadth * math.cos(foot), _Y + breadth * math.sin(foot)), tip], fill)


def _draw_rhomb(pen: Pen, centre: Point, half: Point, fill: RGB) -> None:
    (x, y), (across, down) = centre, half
    pen.polygon(((x, y - down), (x + across, y), (x, y + down), (x - across, y)), fill)


BACKS: Final[dict[str, Callable[[Pen, Theme], None]]] = {
    "lattice": _draw_lattice,
    "scales": _draw_scales,
    "star": _draw_star,
}
"""The designs by name; the first is used where nothing was chosen."""
