"""Where the cards lie: columns close up, then the board grows."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given, settings

from renderer.geometry import FULL
from renderer.layout import Layout, Spread
from tests.renderer.boards import EMPTY_COLUMN, START, column, longest
from tests.strategies import games

if TYPE_CHECKING:
    from klondike import Game


def spread(down: int, up: str) -> tuple[Layout, Spread]:
    """Lay a view out whose column 1 is given."""
    layout = Layout.of(replace(START, columns=(column(down, up), *(EMPTY_COLUMN,) * 6)), FULL)
    return layout, layout.columns[0]


def test_columns_are_even_within_the_margins() -> None:
    """Seven columns go from margin to margin with gaps that differ by one pixel at most."""
    gaps = {right - left for left, right in pairwise(FULL.column_x)}
    assert (FULL.column_x[0], FULL.column_x[-1] + 124) == (FULL.margin, FULL.width - FULL.margin)
    assert max(gaps) - min(gaps) <= 1


def test_a_short_column_is_loose() -> None:
    """Where there is room, each card is uncovered by 42 pixels, face-down ones by 13."""
    layout, loose = spread(2, "9d 8s 7h")
    assert layout.height == 760
    assert (loose.down, loose.up) == (
        (FULL.tableau_y, FULL.tableau_y + 13),
        tuple(FULL.tableau_y + 26 + 42 * i for i in range(3)),
    )


def test_a_long_column_closes_up_first() -> None:
    """A column that would need a higher board is set closer as long as that suffices."""
    layout, close = spread(4, "10c 9d 8s 7h 6s 5h")
    assert layout.height == 760
    assert close.up[1] - close.up[0] == 39


def test_the_board_grows_for_the_longest_column() -> None:
    """Six cards down and thirteen up lie whole above the strip, each uncovered by 39 pixels."""
    layout = Layout.of(replace(START, columns=(longest("sh"), *(EMPTY_COLUMN,) * 6)), FULL)
    tall = layout.columns[0]
    assert layout.height > 1000
    assert {b - a for a, b in pairwise(tall.up)} == {39}
    assert tall.up[-1] + FULL.card_height < layout.strip.y


@given(games())
@settings(deadline=None, max_examples=60)
def test_no_column_runs_into_the_strip(game: Game) -> None:
    """In every position all cards lie above the strip, in their order, with an index uncovered."""
    layout = Layout.of(game.view, FULL)
    for shown, place in zip(game.view.columns, layout.columns, strict=True):
        edges = place.down + place.up
        assert (len(place.down), len(place.up)) == (shown.down, len(shown.up))
        assert all(a < b for a, b in pairwise(edges))
        assert all(39 <= b - a <= 42 for a, b in pairwise(place.up))
        assert not edges or edges[-1] + FULL.card_height < layout.strip.y
