"""What lies where: overlaps after moves, suits under other cards, and places without cards."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PIL import ImageChops

from klondike import CARDS, Rules, Suit
from renderer import render_board
from renderer.geometry import FULL
from renderer.layout import Layout
from tests.klondike.tables import game_at, move
from tests.renderer.boards import alone, decode
from tests.renderer.test_reading import INDEX, at, distance, phone

if TYPE_CHECKING:
    from PIL import Image

    from klondike import Card, PlayerView

RUN = "kd qs jh 10s 9h 8s 7h"


@cache
def free(card: Card, size: int) -> Image.Image:
    """Draw a card alone in column 4, as a board of a width shows it."""
    return seen(plain(alone(card)), size)


def seen(image: Image.Image, size: int) -> Image.Image:
    """Show a picture at a width, brought back to full size."""
    return image if size == FULL.width else phone(image).resize(image.size)


def plain(view: PlayerView) -> Image.Image:
    """Draw the cards of a view, without a mark or a word."""
    return decode(render_board(view))


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        pytest.param(
            ("2c | kd qs jh", "3c | 10s 9h 8s 7h"), "21x4", ("2c | kd qs jh 10s 9h 8s 7h", "3c"), id="run"
        ),
        pytest.param(("kd qs", "jh 10s"), "21x2", ("kd qs jh 10s",), id="whole column"),
        pytest.param(("2c | kd", "as"), "13x1", ("2c", "as", "kd"), id="king"),
    ],
)
def test_k48_a_moved_run_lies_as_if_it_had_always_lain_there(
    before: tuple[str, ...], text: str, after: tuple[str, ...]
) -> None:
    """The picture after a move is, pixel for pixel, that of the same table set up anew; so is its undo."""
    rules = Rules.preset()
    game = game_at(rules, *before)
    start = plain(game.view)
    game.push(move(text))
    expected = plain(game_at(rules, *after).view)
    assert ImageChops.difference(plain(game.view), expected).getbbox() is None
    game.undo()
    assert ImageChops.difference(plain(game.view), start).getbbox() is None


@pytest.mark.parametrize("size", [FULL.width, 400])
def test_k46_every_covered_card_shows_rank_and_suit(size: int) -> None:
    """In a run each card's index is that of the card lying free, at full size and on a phone."""
    view = game_at(Rules.preset(), "", "", "", RUN).view
    image = seen(plain(view), size)
    spread = Layout.of(view, FULL).columns[3]
    for card, y in zip(view.columns[3].up, spread.up, strict=True):
        shown = at(image, FULL.column_x[3], y, INDEX)
        scores = {
            other: distance(shown, at(free(other, size), FULL.column_x[3], FULL.tableau_y, INDEX))
            for other in CARDS
        }
        assert min(scores, key=scores.__getitem__) is card


@pytest.mark.parametrize("size", [FULL.width, 400])
def test_k49_an_empty_place_looks_like_no_card(size: int) -> None:
    """An empty column, foundation or waste differs from every card that could lie there."""
    empty = seen(plain(game_at(Rules.preset()).view), size)
    box = (0, 0, FULL.card_width, FULL.card_width)
    for card in CARDS:
        shown = at(free(card, size), FULL.column_x[3], FULL.tableau_y, box)
        for x, y in (
            (FULL.column_x[3], FULL.tableau_y),
            (FULL.waste_x, FULL.tableau_y),
            (FULL.foundation_x[card.suit], FULL.tableau_y),
        ):
            assert distance(shown, at(empty, x, y, box)) > 1000


def test_k49_suits_of_a_rank_are_told_apart() -> None:
    """The four cards of a rank differ in colour or shape, at full size and on a phone."""
    for rank in range(13):
        shown = [plain(alone(CARDS[suit * 13 + rank])) for suit in Suit]
        for one, other in pairwise(shown):
            assert (
                distance(
                    at(one, FULL.column_x[3], FULL.tableau_y, INDEX),
                    at(other, FULL.column_x[3], FULL.tableau_y, INDEX),
                )
                > 100
            )
            assert distance(phone(one), phone(other)) > 0
