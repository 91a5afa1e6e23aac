"""Outlines of the suits and the curves that they are made of, as plain points."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from klondike.cards import Suit

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Point", "bezier", "mirrored", "suit_outline"]

Point = tuple[float, float]
_STEPS: Final = 24
"""Chords a curve: smooth at four times the size of a pip."""


def bezier(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    """Give the points of a cubic curve with two control points."""
    return [_on_curve(step / _STEPS, (start, first, second, end)) for step in range(_STEPS + 1)]


def mirrored(half: Sequence[Point], axis: float = 0) -> list[Point]:
    """Close a half outline by its mirror image on an upright axis."""
    return [*half, *((2 * axis - x, y) for x, y in reversed(half))]


def suit_outline(suit: Suit) -> tuple[list[Point], ...]:
    """Give a suit's polygons, the middle at (0, 0) and the edges about 1 away."""
    return _OUTLINES[suit]


def _on_curve(t: float, points: tuple[Point, Point, Point, Point]) -> Point:
    u = 1 - t
    weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
    x, y = (sum(w * p[axis] for w, p in zip(weights, points, strict=True)) for axis in (0, 1))
    return x, y


def _circle(x: float, y: float, radius: float) -> list[Point]:
    turns = (step / 32 * math.tau for step in range(32))
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def _heart() -> list[Point]:
    return mirrored(
        bezier((0, -0.50), (0.10, -0.80), (0.30, -0.96), (0.52, -0.96))
        + bezier((0.52, -0.96), (0.82, -0.96), (1, -0.72), (1, -0.40))
        + bezier((1, -0.40), (1, 0.12), (0.42, 0.42), (0, 1))
    )


def _diamond() -> list[Point]:
    return mirrored(
        bezier((0, -1), (0.2, -0.62), (0.5, -0.25), (0.80, 0))
        + bezier((0.80, 0), (0.5, 0.25), (0.2, 0.62), (0, 1))
    )


def _spade() -> list[Point]:
    return mirrored(
        bezier((0, -1), (0.36, -0.48), (0.98, -0.2), (0.98, 0.30))
        + bezier((0.98, 0.30), (0.98, 0.60), (0.74, 0.74), (0.52, 0.74))
        + bezier((0.52, 0.74), (0.30, 0.74), (0.14, 0.62), (0.04, 0.44))
    )


_STEM: Final = mirrored([(0, 0.1), *bezier((0.09, 0.1), (0.09, 0.62), (0.18, 0.86), (0.42, 1.0))])
_CLUB: Final = (
    _circle(0, -0.50, 0.48),
    _circle(-0.53, 0.22, 0.48),
    _circle(0.53, 0.22, 0.48),
    [(-0.25, -0.25), (0.25, -0.25), (0.3, 0.4), (-0.3, 0.4)],
    _STEM,
)
_OUTLINES: Final = {
    Suit.SPADES: (_spade(), _STEM),
    Suit.HEARTS: (_heart(),),
    Suit.DIAMONDS: (_diamond(),),
    Suit.CLUBS: _CLUB,
}
