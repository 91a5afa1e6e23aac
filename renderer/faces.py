"""The fronts and the back of the cards, drawn by our own code; only the ranks come from a font."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from klondike.cards import ACE, Suit
from renderer.courts import PANEL, PANEL_RADIUS, draw_court
from renderer.layout import CARD_HEIGHT, CARD_WIDTH, FAN_PITCH
from renderer.pen import Pen
from renderer.theme import mix

if TYPE_CHECKING:
    from PIL import Image

    from klondike.cards import Card
    from renderer.shapes import Point
    from renderer.theme import RGB, Theme

__all__ = ["draw_back", "draw_face", "draw_fan_edge"]

RANK_SIZE: Final = 41
"""So large that ranks stay readable when a phone shows the board 400 px wide."""
_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_JACK: Final = 11
_BASE_LINE: Final = 32.75
_INDEX_MIDDLE: Final = 19
_SUIT_X: Final = 56
"""Indices stand in one line down a column; only the 10 pushes its suit to the right."""

# Pips as (column, quarter of the height); the lower ones stand on their heads.
_LEFT, _MIDDLE, _RIGHT = 29, CARD_WIDTH / 2, CARD_WIDTH - 29
_FOUR: Final = ((_LEFT, 0.0), (_RIGHT, 0.0), (_LEFT, 4.0), (_RIGHT, 4.0))
_SIX: Final = (*_FOUR, (_LEFT, 2.0), (_RIGHT, 2.0))
_EIGHT: Final = (*_FOUR, *((x, y) for y in (4 / 3, 8 / 3) for x in (_LEFT, _RIGHT)))
_PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: ((_MIDDLE, 0), (_MIDDLE, 4)),
    3: ((_MIDDLE, 0), (_MIDDLE, 2), (_MIDDLE, 4)),
    4: _FOUR,
    5: (*_FOUR, (_MIDDLE, 2)),
    6: _SIX,
    7: (*_SIX, (_MIDDLE, 1)),
    8: (*_SIX, (_MIDDLE, 1), (_MIDDLE, 3)),
    9: (*_EIGHT, (_MIDDLE, 2)),
    10: (*_EIGHT, (_MIDDLE, 2 / 3), (_MIDDLE, 10 / 3)),
}
_PIPS_TOP, _PIPS_BOTTOM = 61, CARD_HEIGHT - 21


def draw_face(card: Card, theme: Theme) -> Image.Image:
    """Draw a card's front with square corners."""
    pen, colour = Pen(CARD_WIDTH, CARD_HEIGHT, theme.face), theme.suits[card.suit]
    if card.rank >= _JACK:
        _inlay_court(pen, card, theme)
    elif card.rank == ACE:
        _draw_ace(pen, card.suit, colour, theme)
    else:
        _draw_pips(pen, card, colour)
    _draw_index(pen, card, colour)
    return pen.reduced()


def draw_fan_edge(card: Card, theme: Theme) -> Image.Image:
    """Draw what shows of a waste card under the next one: the rank, and its suit below."""
    pen, colour = Pen(CARD_WIDTH, CARD_HEIGHT, theme.face), theme.suits[card.suit]
    rank = _RANKS[card.rank - ACE]
    if len(rank) > 1:
        pen.rank(rank, (4.5, _BASE_LINE + 1), 38, colour, track=-4)
    else:
        pen.centred_rank(rank, (FAN_PITCH / 2 - 1, _BASE_LINE + 1), RANK_SIZE, colour)
    pen.suit(card.suit, (FAN_PITCH / 2 - 1, 57), 30, colour)
    return pen.reduced()


def draw_back(theme: Theme) -> Image.Image:
    """Draw the back of the cards with square corners."""
    dark, _, light = theme.back
    pen = Pen(CARD_WIDTH, CARD_HEIGHT, theme.face)
    pen.rounded((5, 5, CARD_WIDTH - 5, CARD_HEIGHT - 5), 7, fill=dark)
    pen.inlay(_back_pattern(theme), (8, 8, CARD_WIDTH - 8, CARD_HEIGHT - 8), 5)
    x, y = CARD_WIDTH / 2, CARD_HEIGHT / 2
    pen.ellipse((x - 31, y - 31, x + 31, y + 31), dark, outline=light, width=2)
    for suit, across, down in (
        (Suit.SPADES, 0, -1),
        (Suit.HEARTS, 1, 0),
        (Suit.CLUBS, 0, 1),
        (Suit.DIAMONDS, -1, 0),
    ):
        colour = theme.gold if suit in {Suit.HEARTS, Suit.DIAMONDS} else mix(light, theme.face, 0.8)
        pen.suit(suit, (x + across * 13.5, y + down * 13.5), 15.5, colour)
    return pen.reduced()


def _back_pattern(theme: Theme) -> Pen:
    dark, middle, light = theme.back
    pen = Pen(CARD_WIDTH, CARD_HEIGHT, dark)
    across, down = (CARD_WIDTH - 10) / 6, (CARD_HEIGHT - 10) / 9
    for row in range(-1, 10):
        for column in range(-1, 7):
            x, y = 5 + (column + 0.5) * across, 5 + (row + 0.5) * down
            _draw_rhomb(pen, (x, y), (across / 2 - 1.2, down / 2 - 1.2), middle)
            _draw_rhomb(pen, (x, y), (4, 4), light)
    return pen


def _draw_rhomb(pen: Pen, centre: Point, half: Point, fill: RGB) -> None:
    (x, y), (across, down) = centre, half
    pen.polygon(((x, y - down), (x + across, y), (x, y + down), (x - across, y)), fill)


def _draw_index(pen: Pen, card: Card, colour: RGB) -> None:
    rank = _RANKS[card.rank - ACE]
    end = pen.rank(rank, (9, _BASE_LINE), RANK_SIZE, colour, track=-3.2 if len(rank) > 1 else 0)
    pen.suit(card.suit, (max(end + 21, _SUIT_X), _INDEX_MIDDLE), 27.5, colour)


def _draw_pips(pen: Pen, card: Card, colour: RGB) -> None:
    width = 29.0 if card.rank <= 3 else 25 if card.rank <= 8 else 20.5  # noqa: PLR2004 - more pips, smaller
    for x, quarter in _PIPS[card.rank]:
        y = _PIPS_TOP + (_PIPS_BOTTOM - _PIPS_TOP) * quarter / 4
        pen.suit(card.suit, (x, y), width, colour, flipped=quarter > 2)  # noqa: PLR2004 - below the middle


def _draw_ace(pen: Pen, suit: Suit, colour: RGB, theme: Theme) -> None:
    pen.suit(suit, (CARD_WIDTH / 2, 108), 78, colour)
    if suit is Suit.SPADES:
        pen.suit(suit, (CARD_WIDTH / 2, 111), 26, mix(colour, theme.face, 0.9))


def _inlay_court(pen: Pen, card: Card, theme: Theme) -> None:
    portrait = Pen(CARD_WIDTH, CARD_HEIGHT, theme.face)
    draw_court(portrait, card, theme)
    pen.inlay(portrait, PANEL, PANEL_RADIUS)
    pen.rounded(PANEL, PANEL_RADIUS, outline=mix(theme.suits[card.suit], theme.face, 0.25), width=1.5)
