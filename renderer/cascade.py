"""How cards bounce across a won table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from klondike.cards import Suit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from renderer.layout import Layout

__all__ = ["bounces"]

_PACE: Final = {Suit.SPADES: -0.016, Suit.CLUBS: -0.026, Suit.DIAMONDS: 0.013, Suit.HEARTS: -0.034}
"""How far a card flies in a step, in widths of the board, in the order in which they set out."""
_PULL: Final = 0.0032
"""By how much its fall quickens each step, likewise."""
_BOUNCE: Final = 0.8
"""What is left of its speed when it comes up again."""


def bounces(layout: Layout, floor: int) -> Iterator[tuple[Suit, int, int]]:
    """Give where each copy of a card lies, in the order in which they are laid, until it leaves the table.

    :param floor: what the cards bounce on.
    """
    size = layout.geometry
    left, right = size.margin, size.width - size.margin - size.card_width
    for suit, pace in _PACE.items():
        x, y, fall = float(size.foundation_x[suit]), float(size.top_y), 0.0
        while left <= x <= right:
            yield suit, round(x), round(y)
            fall += _PULL * size.width
            x, y = x + pace * size.width, y + fall
            if y + size.card_height > floor:
                y, fall = floor - size.card_height, -fall * _BOUNCE
