"""The fronts of the cards, drawn by our own code; only the ranks come from a font."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from klondike.cards import ACE, Suit
from renderer.courts import PANEL, PANEL_RADIUS, draw_court
from renderer.geometry import CARD
from renderer.pen import Pen

if TYPE_CHECKING:
    from PIL import Image

    from klondike.cards import Card
    from renderer.theme import RGB, Theme

__all__ = ["draw_face", "draw_fan_edge"]

_WIDTH, _HEIGHT = CARD
_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_JACK: Final = 11
_CAPITAL: Final = 0.711
"""Height of Roboto's capitals and digits, in ems."""
_TOP: Final = 3.6
"""How far an index lies below the card's edge."""

# Pips as (column, quarter of the height); the lower ones stand on their heads.
_LEFT, _MIDDLE, _RIGHT = 29, _WIDTH / 2, _WIDTH - 29
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
_PIPS_TOP, _PIPS_BOTTOM = 61, _HEIGHT - 21


def draw_face(card: Card, theme: Theme) -> Image.Image:
    """Draw a card's front with square corners."""
    pen, colour = Pen.card(theme), theme.suits[card.suit]
    if card.rank >= _JACK:
        _inlay_court(pen, card, theme)
    elif card.rank == ACE or not theme.geometry.pips:
        _draw_emblem(pen, card, colour, theme)
    else:
        _draw_pips(pen, card, colour)
    _draw_index(pen, card, colour, theme.geometry.rank)
    return pen.reduced()


def draw_fan_edge(card: Card, theme: Theme) -> Image.Image:
    """Draw what shows of a waste card under the next one: the rank, and its suit below."""
    pen, colour, size = Pen.card(theme), theme.suits[card.suit], theme.geometry.rank
    rank, middle = _RANKS[card.rank - ACE], theme.geometry.fan / 2 - 1
    base = _TOP + _CAPITAL * size + 1
    if len(rank) > 1:
        pen.centred_rank(rank, (middle, base), size * 0.927, colour, track=-4)
    else:
        pen.centred_rank(rank, (middle, base), size, colour)
    pen.suit(card.suit, (middle, base + 0.57 * size), 0.73 * size, colour)
    return pen.reduced()


def _draw_index(pen: Pen, card: Card, colour: RGB, size: float) -> None:
    """Draw rank and suit, in one line down a column; only the 10 pushes its suit to the right."""
    rank, base = _RANKS[card.rank - ACE], _TOP + _CAPITAL * size
    end = pen.rank(rank, (9, base), size, colour, track=-0.078 * size if len(rank) > 1 else 0)
    x = max(end + 0.512 * size, 9 + 1.146 * size)
    pen.suit(card.suit, (x, base - 0.335 * size), 0.671 * size, colour)


def _draw_pips(pen: Pen, card: Card, colour: RGB) -> None:
    width = 29.0 if card.rank <= 3 else 25 if card.rank <= 8 else 20.5  # noqa: PLR2004 - more pips, smaller
    for x, quarter in _PIPS[card.rank]:
        y = _PIPS_TOP + (_PIPS_BOTTOM - _PIPS_TOP) * quarter / 4
        pen.suit(card.suit, (x, y), width, colour, flipped=quarter > 2)  # noqa: PLR2004 - below the middle


def _draw_emblem(pen: Pen, card: Card, colour: RGB, theme: Theme) -> None:
    """Draw one large suit; the ace of spades bears another in it, as in most decks."""
    pen.suit(card.suit, (_WIDTH / 2, 108), 78, colour)
    if card.suit is Suit.SPADES and card.rank == ACE:
        pen.suit(card.suit, (_WIDTH / 2, 111), 26, theme.face)


def _inlay_court(pen: Pen, card: Card, theme: Theme) -> None:
    portrait = Pen.card(theme)
    draw_court(portrait, card, theme)
    pen.inlay(portrait, PANEL, PANEL_RADIUS)
    pen.rounded(PANEL, PANEL_RADIUS, outline=theme.suits[card.suit], width=1.5)
