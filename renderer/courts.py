"""Kings, queens and jacks: portraits made of polygons and curves."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from klondike.cards import KING, Suit
from renderer.layout import CARD_HEIGHT, CARD_WIDTH
from renderer.shapes import bezier, mirrored
from renderer.theme import mix

if TYPE_CHECKING:
    from klondike.cards import Card
    from renderer.pen import Pen
    from renderer.theme import RGB, Theme

__all__ = ["PANEL", "PANEL_RADIUS", "draw_court"]

PANEL: Final = (11, 47, CARD_WIDTH - 11, CARD_HEIGHT - 11)
PANEL_RADIUS: Final = 7
_LEFT, _TOP, _RIGHT, _BOTTOM = PANEL
_X: Final = CARD_WIDTH / 2
_Y: Final = 96
"""The middle of the face is (_X, _Y)."""

_JACK, _QUEEN = 11, 12
_BLACK: Final = (0, 0, 0)
_INK: Final = (38, 30, 34)
_WHITE: Final = (255, 255, 255)
_ERMINE: Final = (252, 250, 244)
_SKIN: Final = (250, 214, 178)
_SHADED_SKIN: Final = (232, 184, 146)
_CHEEK: Final = (246, 186, 164)
_LIPS: Final = (180, 56, 60)
_BLUE: Final = (60, 110, 190)
_DARK_GOLD: Final = (196, 140, 28)
_HAIR: Final = {
    Suit.SPADES: (58, 44, 40),
    Suit.HEARTS: (196, 126, 52),
    Suit.DIAMONDS: (226, 182, 84),
    Suit.CLUBS: (110, 66, 40),
}
_KING_HAIR: Final = {
    Suit.SPADES: (84, 84, 92),
    Suit.HEARTS: (150, 92, 50),
    Suit.DIAMONDS: (206, 196, 184),
    Suit.CLUBS: (70, 52, 44),
}


@dataclass(frozen=True, slots=True)
class _Sitter:
    """Who is portrayed, in which colours."""

    rank: int
    suit: Suit
    robe: RGB
    trim: RGB
    hair: RGB
    face: RGB
    gold: RGB


def draw_court(pen: Pen, card: Card, theme: Theme) -> None:
    """Draw a court card's portrait into its panel; what lies outside is to be cut off."""
    hair = _KING_HAIR if card.rank == KING else _HAIR
    trim = _BLUE if card.red else theme.gold
    sitter = _Sitter(
        card.rank, card.suit, theme.suits[card.suit], trim, hair[card.suit], theme.face, theme.gold
    )
    _draw_backdrop(pen, sitter)
    {_JACK: _draw_jack, _QUEEN: _draw_queen, KING: _draw_king}[card.rank](pen, sitter)
    _draw_medallions(pen, sitter)


def _draw_king(pen: Pen, sitter: _Sitter) -> None:
    _draw_robe(pen, sitter)
    pen.polygon(
        bezier((34, 131), (44, 158), (80, 158), (90, 131))
        + bezier((90, 131), (84, 124), (40, 124), (34, 131)),
        _ERMINE,
    )
    for x, y in ((44, 139), (54, 146), (70, 146), (80, 139)):
        pen.ellipse((x - 1.8, y - 2.6, x + 1.8, y + 2.6), _INK)
    _draw_head(pen)
    _draw_beard(pen, sitter.hair)
    _draw_eyes(pen, sitter.hair)
    _draw_crown(pen, sitter)


def _draw_queen(pen: Pen, sitter: _Sitter) -> None:
    behind = [
        *bezier((_X, _Y - 26), (_X + 34, _Y - 28), (_X + 34, _Y + 14), (_X + 30, _Y + 40)),
        (_X + 12, _Y + 40),
    ]
    pen.polygon(mirrored(behind, _X), sitter.hair)
    _draw_robe(pen, sitter)
    pen.polygon([*bezier((38, 128), (46, 152), (78, 152), (86, 128)), (86, 124), (38, 124)], _SKIN)
    pen.line(bezier((41, 130), (48, 150), (76, 150), (83, 130)), sitter.gold, 2.6)
    pen.ellipse((_X - 4, 142, _X + 4, 150), sitter.gold)
    _draw_head(pen)
    _draw_parted_hair(pen, sitter.hair)
    pen.ellipse((_X - 5.5, _Y + 12.5, _X + 5.5, _Y + 18), _LIPS)
    for side in (-1, 1):
        pen.ellipse((_X + side * 13 - 4, _Y + 5, _X + side * 13 + 4, _Y + 11), _CHEEK)
    _draw_eyes(pen, sitter.hair)
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
    pen.line(collar, sitter.gold, 2.4)
    _draw_head(pen)
    pen.polygon(
        bezier((_X - 22, _Y + 4), (_X - 24, _Y - 28), (_X + 24, _Y - 28), (_X + 22, _Y + 4))
        + bezier((_X + 22, _Y + 4), (_X + 16, _Y - 10), (_X - 4, _Y - 8), (_X - 12, _Y - 12)),
        sitter.hair,
    )
    smile = bezier((_X - 6, _Y + 14), (_X - 2, _Y + 17.5), (_X + 3, _Y + 17.5), (_X + 7, _Y + 13))
    pen.line(smile, _LIPS, 2.4)
    _draw_eyes(pen, sitter.hair)
    _draw_hat(pen, sitter)


def _draw_backdrop(pen: Pen, sitter: _Sitter) -> None:
    """Draw a tinted panel with rays behind the head."""
    pen.rounded(PANEL, PANEL_RADIUS, fill=mix(sitter.face, sitter.robe, 0.13))
    for ray in range(9):
        turn = math.pi + (ray + 0.5) / 9 * math.pi
        tips = (
            (_X + 60 * math.cos(turn + edge), _Y + 6 + 48 * math.sin(turn + edge)) for edge in (-0.06, 0.06)
        )
        pen.polygon([(_X, _Y + 6), *tips], mix(sitter.face, sitter.robe, 0.22))


def _draw_robe(pen: Pen, sitter: _Sitter) -> None:
    shoulders = [
        (_LEFT, _BOTTOM),
        *bezier((_LEFT, 152), (22, 130), (44, 126), (_X, 124)),
        *bezier((_X, 124), (80, 126), (102, 130), (_RIGHT, 152)),
        (_RIGHT, _BOTTOM),
    ]
    pen.polygon(shoulders, sitter.robe)


def _draw_head(pen: Pen) -> None:
    pen.polygon([(_X - 9, _Y + 12), (_X + 9, _Y + 12), (_X + 11, 130), (_X - 11, 130)], _SHADED_SKIN)
    pen.ellipse((_X - 21, _Y - 25, _X + 21, _Y + 27), _SKIN)


def _draw_eyes(pen: Pen, hair: RGB) -> None:
    for side in (-1, 1):
        x = _X + side * 8.6
        pen.ellipse((x - 3.1, _Y - 4.2, x + 3.1, _Y + 3.2), _INK)
        pen.ellipse((x - 0.4, _Y - 3, x + 1.6, _Y - 1), _WHITE)
        brow = [(x - side * 5, _Y - 8.4), (x + side * 5, _Y - 7.4)]
        pen.line(brow, mix(hair, _BLACK, 0.35), 2.2)
    pen.line([(_X, _Y), (_X - 1.8, _Y + 7.5), (_X + 2, _Y + 8)], _SHADED_SKIN, 2)


def _draw_beard(pen: Pen, hair: RGB) -> None:
    half = bezier((_X, _Y + 9), (_X + 7, _Y + 6), (_X + 15, _Y + 9), (_X + 21, _Y - 2)) + bezier(
        (_X + 24, _Y + 2), (_X + 26, _Y + 24), (_X + 12, _Y + 42), (_X, _Y + 45)
    )
    pen.polygon(mirrored(half, _X), hair)
    pen.ellipse((_X - 6, _Y + 12, _X + 6, _Y + 18), _LIPS)
    moustache = [(_X, _Y + 7), (_X + 15, _Y + 13), (_X + 8, _Y + 14.5), (_X, _Y + 12.5)]
    pen.polygon(mirrored(moustache, _X), mix(hair, _BLACK, 0.25))
    for side in (-1, 1):
        temple = [(23, -14), (17, -14), (19, 8), (25, 8)]
        pen.polygon([(_X + side * x, _Y + y) for x, y in temple], hair)


def _draw_parted_hair(pen: Pen, hair: RGB) -> None:
    half = [
        *bezier((_X, _Y - 27), (_X + 14, _Y - 27), (_X + 23, _Y - 18), (_X + 22, _Y + 2)),
        *bezier((_X + 22, _Y + 2), (_X + 14, _Y - 12), (_X + 4, _Y - 16), (_X, _Y - 17)),
    ]
    pen.polygon(mirrored(half, _X), hair)


def _draw_crown(pen: Pen, sitter: _Sitter) -> None:
    half = [(_X, _Y - 42), (_X + 14, _Y - 25), (_X + 29, _Y - 37), (_X + 25, _Y - 13)]
    pen.polygon(mirrored(half, _X), sitter.gold)
    band = [(_X + 25.5, _Y - 20), (_X + 25, _Y - 12.5)]
    pen.polygon(mirrored(band, _X), _DARK_GOLD)
    for x, y, radius in ((-29, -38, 3.6), (0, -42.5, 4.0), (29, -38, 3.6)):
        pen.disc(_X + x, _Y + y, radius, sitter.robe)
    for x in (-14, 0, 14):
        pen.disc(_X + x, _Y - 16.2, 2.6, sitter.face)


def _draw_tiara(pen: Pen, sitter: _Sitter) -> None:
    rim = bezier((_X + 23, _Y - 17), (_X + 10, _Y - 23), (_X - 10, _Y - 23), (_X - 23, _Y - 17))
    half = [
        (_X, _Y - 29),
        (_X + 9, _Y - 42),
        (_X + 13, _Y - 27),
        *bezier((_X + 25, _Y - 37), (_X + 26, _Y - 34), (_X + 26, _Y - 30), (_X + 23, _Y - 17)),
        (_X, _Y - 21),
    ]
    pen.polygon(mirrored(half, _X), sitter.gold)
    for x, y in ((-25, -38), (-9, -43), (9, -43), (25, -38)):
        pen.disc(_X + x, _Y + y, 3.2, sitter.robe)
    pen.line(rim, _DARK_GOLD, 3.4)


def _draw_hat(pen: Pen, sitter: _Sitter) -> None:
    pen.polygon(
        [
            *bezier((_X - 27, _Y - 14), (_X - 34, _Y - 40), (_X + 18, _Y - 48), (_X + 29, _Y - 20)),
            *bezier((_X + 27, _Y - 13), (_X + 10, _Y - 21), (_X - 10, _Y - 20), (_X - 27, _Y - 14)),
        ],
        sitter.robe,
    )
    rim = bezier((_X - 27, _Y - 14.5), (_X - 10, _Y - 21), (_X + 10, _Y - 22), (_X + 27, _Y - 13.5))
    pen.line(rim, sitter.gold, 4.6)
    feather = bezier((_X + 14, _Y - 20), (_X + 20, _Y - 44), (_X + 36, _Y - 52), (_X + 46, _Y - 44)) + bezier(
        (_X + 46, _Y - 44), (_X + 40, _Y - 34), (_X + 28, _Y - 24), (_X + 14, _Y - 20)
    )
    pen.polygon(feather, sitter.trim)
    quill = bezier((_X + 15, _Y - 21), (_X + 22, _Y - 36), (_X + 32, _Y - 43), (_X + 43, _Y - 44))
    pen.line(quill, mix(sitter.trim, _BLACK, 0.35), 1.6)


def _draw_medallions(pen: Pen, sitter: _Sitter) -> None:
    """Draw the suit on both shoulders."""
    for x in (_LEFT + 15, _RIGHT - 15):
        pen.disc(x, _BOTTOM - 14, 11, sitter.face)
        pen.suit(sitter.suit, (x, _BOTTOM - 14), 14.5, sitter.robe)
