"""Kings, queens and jacks: portraits made of polygons and curves."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from klondike.cards import KING, Suit
from renderer.geometry import CARD
from renderer.shapes import bezier, mirrored

if TYPE_CHECKING:
    from klondike.cards import Card
    from renderer.pen import Pen
    from renderer.theme import RGB, Theme

__all__ = ["PANEL", "PANEL_RADIUS", "draw_court"]

PANEL: Final = (11, 47, CARD[0] - 11, CARD[1] - 11)
PANEL_RADIUS: Final = 7
_LEFT, _TOP, _RIGHT, _BOTTOM = PANEL
_X: Final = CARD[0] / 2
_Y: Final = 96
"""The middle of the face is (_X, _Y)."""

_JACK, _QUEEN = 11, 12


@dataclass(frozen=True, slots=True)
class _Sitter:
    """Who is portrayed, in which of the theme's colours.

    :ivar shadow: the darker companion of the hair.
    """

    suit: Suit
    theme: Theme
    robe: RGB
    trim: RGB
    hair: RGB
    shadow: RGB

    @property
    def ink(self) -> RGB:
        """The darkest colour."""
        return self.theme.suits[Suit.SPADES]

    @property
    def lips(self) -> RGB:
        """The colour of lips."""
        return self.theme.suits[Suit.HEARTS]


def draw_court(pen: Pen, card: Card, theme: Theme) -> None:
    """Draw a court card's portrait into its panel; what lies outside is to be cut off."""
    trim = theme.back[1] if card.red else theme.gold
    hair, shadow = _hair(card, theme)
    sitter = _Sitter(card.suit, theme, theme.suits[card.suit], trim, hair, shadow)
    _draw_backdrop(pen, sitter)
    {_JACK: _draw_jack, _QUEEN: _draw_queen, KING: _draw_king}[card.rank](pen, sitter)
    _draw_medallions(pen, sitter)


def _hair(card: Card, theme: Theme) -> tuple[RGB, RGB]:
    """Give the colour of somebody's hair and that of its shadow; kings are old or dark."""
    ink, grey = theme.suits[Suit.SPADES], theme.grey
    black, brown, fair = (ink, grey), (theme.bronze, ink), (theme.gold, theme.bronze)
    if card.rank == KING:
        return ((grey, ink), brown, (theme.frost, grey), black)[card.suit]
    return (black, fair, brown, brown)[card.suit]


def _draw_king(pen: Pen, sitter: _Sitter) -> None:
    _draw_robe(pen, sitter)
    pen.polygon(
        bezier((34, 131), (44, 158), (80, 158), (90, 131))
        + bezier((90, 131), (84, 124), (40, 124), (34, 131)),
        sitter.theme.face,
    )
    for x, y in ((44, 139), (54, 146), (70, 146), (80, 139)):
        pen.ellipse((x - 1.8, y - 2.6, x + 1.8, y + 2.6), sitter.ink)
    _draw_head(pen, sitter)
    _draw_beard(pen, sitter)
    _draw_eyes(pen, sitter)
    _draw_crown(pen, sitter)


def _draw_queen(pen: Pen, sitter: _Sitter) -> None:
    behind = [
        *bezier((_X, _Y - 26), (_X + 34, _Y - 28), (_X + 34, _Y + 14), (_X + 30, _Y + 40)),
        (_X + 12, _Y + 40),
    ]
    pen.polygon(mirrored(behind, _X), sitter.hair)
    _draw_robe(pen, sitter)
    pen.polygon(
        [*bezier((38, 128), (46, 152), (78, 152), (86, 128)), (86, 124), (38, 124)], sitter.theme.skin
    )
    pen.line(bezier((41, 130), (48, 150), (76, 150), (83, 130)), sitter.theme.gold, 2.6)
    pen.ellipse((_X - 4, 142, _X + 4, 150), sitter.theme.gold)
    _draw_head(pen, sitter)
    _draw_parted_hair(pen, sitter.hair)
    pen.ellipse((_X - 5.5, _Y + 12.5, _X + 5.5, _Y + 18), sitter.lips)
    for side in (-1, 1):
        pen.ellipse((_X + side * 13 - 4, _Y + 5, _X + side * 13 + 4, _Y + 11), sitter.theme.blush)
    _draw_eyes(pen, sitter)
    _draw_tiara(pen, sitter)


def _draw_jack(pen: Pen, sitter: _Sitter) -> None:
    behind = [
        *bezier((_X, _Y - 24), (_X + 27, _Y - 24), (_X + 27, _Y + 4), (_X + 25, _Y + 17)),
        (_X + 10, _Y + 20),
    ]
    pen.polygon(mirrored(behind, _X), sitter.hair)
    _draw_robe(pen, sitter)
    collar = [(_X - 26, 127), (_X, 148), (_X + 26, 127)]
    pen.polygon([*collar, (_X + 18, 122), (_X - 18, 122)], sitter.trim)
    pen.line(collar, sitter.theme.gold, 2.4)
    _draw_head(pen, sitter)
    pen.polygon(
        bezier((_X - 22, _Y + 4), (_X - 24, _Y - 28), (_X + 24, _Y - 28), (_X + 22, _Y + 4))
        + bezier((_X + 22, _Y + 4), (_X + 16, _Y - 10), (_X - 4, _Y - 8), (_X - 12, _Y - 12)),
        sitter.hair,
    )
    smile = bezier((_X - 6, _Y + 14), (_X - 2, _Y + 17.5), (_X + 3, _Y + 17.5), (_X + 7, _Y + 13))
    pen.line(smile, sitter.lips, 2.4)
    _draw_eyes(pen, sitter)
    _draw_hat(pen, sitter)


def _draw_backdrop(pen: Pen, sitter: _Sitter) -> None:
    """Draw a tinted panel with rays behind the head."""
    pen.rounded(PANEL, PANEL_RADIUS, fill=sitter.theme.face)
    for ray in range(9):
        turn = math.pi + (ray + 0.5) / 9 * math.pi
        tips = (
            (_X + 60 * math.cos(turn + edge), _Y + 6 + 48 * math.sin(turn + edge)) for edge in (-0.06, 0.06)
        )
        pen.polygon([(_X, _Y + 6), *tips], sitter.theme.tint(sitter.suit))


def _draw_robe(pen: Pen, sitter: _Sitter) -> None:
    shoulders = [
        (_LEFT, _BOTTOM),
        *bezier((_LEFT, 152), (22, 130), (44, 126), (_X, 124)),
        *bezier((_X, 124), (80, 126), (102, 130), (_RIGHT, 152)),
        (_RIGHT, _BOTTOM),
    ]
    pen.polygon(shoulders, sitter.robe)


def _draw_head(pen: Pen, sitter: _Sitter) -> None:
    pen.polygon([(_X - 9, _Y + 12), (_X + 9, _Y + 12), (_X + 11, 130), (_X - 11, 130)], sitter.theme.blush)
    pen.ellipse((_X - 21, _Y - 25, _X + 21, _Y + 27), sitter.theme.skin)


def _draw_eyes(pen: Pen, sitter: _Sitter) -> None:
    for side in (-1, 1):
        x = _X + side * 8.6
        pen.ellipse((x - 3.1, _Y - 4.2, x + 3.1, _Y + 3.2), sitter.ink)
        pen.ellipse((x - 0.4, _Y - 3, x + 1.6, _Y - 1), sitter.theme.face)
        brow = [(x - side * 5, _Y - 8.4), (x + side * 5, _Y - 7.4)]
        pen.line(brow, sitter.ink, 2.2)
    pen.line([(_X, _Y), (_X - 1.8, _Y + 7.5), (_X + 2, _Y + 8)], sitter.theme.blush, 2)


def _draw_beard(pen: Pen, sitter: _Sitter) -> None:
    half = bezier((_X, _Y + 9), (_X + 7, _Y + 6), (_X + 15, _Y + 9), (_X + 21, _Y - 2)) + bezier(
        (_X + 24, _Y + 2), (_X + 26, _Y + 24), (_X + 12, _Y + 42), (_X, _Y + 45)
    )
    pen.polygon(mirrored(half, _X), sitter.hair)
    pen.ellipse((_X - 6, _Y + 12, _X + 6, _Y + 18), sitter.lips)
    moustache = [(_X, _Y + 7), (_X + 15, _Y + 13), (_X + 8, _Y + 14.5), (_X, _Y + 12.5)]
    pen.polygon(mirrored(moustache, _X), sitter.shadow)
    for side in (-1, 1):
        temple = [(23, -14), (17, -14), (19, 8), (25, 8)]
        pen.polygon([(_X + side * x, _Y + y) for x, y in temple], sitter.hair)


def _draw_parted_hair(pen: Pen, hair: RGB) -> None:
    half = [
        *bezier((_X, _Y - 27), (_X + 14, _Y - 27), (_X + 23, _Y - 18), (_X + 22, _Y + 2)),
        *bezier((_X + 22, _Y + 2), (_X + 14, _Y - 12), (_X + 4, _Y - 16), (_X, _Y - 17)),
    ]
    pen.polygon(mirrored(half, _X), hair)


def _draw_crown(pen: Pen, sitter: _Sitter) -> None:
    half = [(_X, _Y - 42), (_X + 14, _Y - 25), (_X + 29, _Y - 37), (_X + 25, _Y - 13)]
    pen.polygon(mirrored(half, _X), sitter.theme.gold)
    band = [(_X + 25.5, _Y - 20), (_X + 25, _Y - 12.5)]
    pen.polygon(mirrored(band, _X), sitter.theme.bronze)
    for x, y, radius in ((-29, -38, 3.6), (0, -42.5, 4.0), (29, -38, 3.6)):
        pen.disc(_X + x, _Y + y, radius, sitter.robe)
    for x in (-14, 0, 14):
        pen.disc(_X + x, _Y - 16.2, 2.6, sitter.theme.face)


def _draw_tiara(pen: Pen, sitter: _Sitter) -> None:
    rim = bezier((_X + 23, _Y - 17), (_X + 10, _Y - 23), (_X - 10, _Y - 23), (_X - 23, _Y - 17))
    half = [
        (_X, _Y - 29),
        (_X + 9, _Y - 42),
        (_X + 13, _Y - 27),
        *bezier((_X + 25, _Y - 37), (_X + 26, _Y - 34), (_X + 26, _Y - 30), (_X + 23, _Y - 17)),
        (_X, _Y - 21),
    ]
    pen.polygon(mirrored(half, _X), sitter.theme.gold)
    for x, y in ((-25, -38), (-9, -43), (9, -43), (25, -38)):
        pen.disc(_X + x, _Y + y, 3.2, sitter.robe)
    pen.line(rim, sitter.theme.bronze, 3.4)


def _draw_hat(pen: Pen, sitter: _Sitter) -> None:
    pen.polygon(
        [
            *bezier((_X - 27, _Y - 14), (_X - 34, _Y - 40), (_X + 18, _Y - 48), (_X + 29, _Y - 20)),
            *bezier((_X + 27, _Y - 13), (_X + 10, _Y - 21), (_X - 10, _Y - 20), (_X - 27, _Y - 14)),
        ],
        sitter.robe,
    )
    rim = bezier((_X - 27, _Y - 14.5), (_X - 10, _Y - 21), (_X + 10, _Y - 22), (_X + 27, _Y - 13.5))
    pen.line(rim, sitter.theme.gold, 4.6)
    feather = bezier((_X + 14, _Y - 20), (_X + 20, _Y - 44), (_X + 36, _Y - 52), (_X + 46, _Y - 44)) + bezier(
        (_X + 46, _Y - 44), (_X + 40, _Y - 34), (_X + 28, _Y - 24), (_X + 14, _Y - 20)
    )
    pen.polygon(feather, sitter.trim)
    quill = bezier((_X + 15, _Y - 21), (_X + 22, _Y - 36), (_X + 32, _Y - 43), (_X + 43, _Y - 44))
    pen.line(quill, sitter.theme.grey, 1.6)


def _draw_medallions(pen: Pen, sitter: _Sitter) -> None:
    """Draw the suit on both shoulders."""
    for x in (_LEFT + 15, _RIGHT - 15):
        pen.disc(x, _BOTTOM - 14, 11, sitter.theme.face)
        pen.suit(sitter.suit, (x, _BOTTOM - 14), 14.5, sitter.robe)
