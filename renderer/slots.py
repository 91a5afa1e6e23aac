"""Empty places: nothing that could be taken for a card."""

from __future__ import annotations

import math
from enum import Enum
from typing import TYPE_CHECKING, Final

from klondike.cards import Suit
from renderer.geometry import CARD, RADIUS
from renderer.pen import Pen

if TYPE_CHECKING:
    from PIL import Image

    from renderer.theme import RGB, Theme

__all__ = ["Slot", "draw_slot"]

_X, _Y = CARD[0] / 2, CARD[1] / 2
_ARROW_RADIUS: Final = 29


class Slot(Enum):
    """What an empty place says."""

    BLANK = "blank"
    RECYCLE = "recycle"
    EXHAUSTED = "exhausted"
    KING = "king"
    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"

    @staticmethod
    def of_suit(suit: Suit) -> Slot:
        """Give the empty foundation of a suit."""
        return Slot(suit.letter)


def draw_slot(slot: Slot, theme: Theme) -> Image.Image:
    """Draw an empty place on the felt."""
    pen = Pen.card(theme, theme.felt)
    pen.rounded((0, 0, CARD[0] - 0.25, CARD[1] - 0.25), RADIUS, fill=theme.shade, outline=theme.pale, width=2)
    match slot:
        case Slot.BLANK:
            pass
        case Slot.RECYCLE:
            _draw_arrow(pen, theme.pale)
        case Slot.EXHAUSTED:
            _draw_arrow(pen, theme.felt)
            _draw_cross(pen, theme.blush)
        case Slot.KING:
            _draw_king(pen, theme.faint)
        case _:
            pen.suit(Suit("shdc".index(slot.value)), (_X, _Y), 56, theme.pale)
    return pen.reduced()


def _draw_arrow(pen: Pen, colour: RGB) -> None:
    """Draw an arrow that goes round."""
    box = (_X - _ARROW_RADIUS, _Y - _ARROW_RADIUS, _X + _ARROW_RADIUS, _Y + _ARROW_RADIUS)
    pen.arc(box, (-50, 250), colour, 7)
    turn = math.radians(250)
    x, y = _X + _ARROW_RADIUS * 0.885 * math.cos(turn), _Y + _ARROW_RADIUS * 0.885 * math.sin(turn)
    pen.polygon([(x - 4, y - 15), (x + 17, y + 1), (x - 7, y + 13)], colour)


def _draw_cross(pen: Pen, colour: RGB) -> None:
    for rise in (-1, 1):
        pen.line([(_X - 36, _Y - 36 * rise), (_X + 36, _Y + 36 * rise)], colour, 8)
        for end in (-1, 1):
            pen.disc(_X + 36 * end, _Y + 36 * rise * end, 4, colour)


def _draw_king(pen: Pen, colour: RGB) -> None:
    pen.centred_rank("K", (_X, _Y + 26), 72, colour)
