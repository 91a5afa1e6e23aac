"""How moves outside the simple hint's classes are rated: by how soon they turn a card up."""

from __future__ import annotations

import pytest

from klondike import Card, Rules
from klondike.hint import HintKind, simple_hint
from klondike.ranking import Ranking, weights_for
from klondike.view import ColumnView
from tests.klondike.tables import cards, game_at, move


def ranking(columns: dict[str, int], in_reach: str, draw: int = 1) -> Ranking:
    """Give the ranking where runs with these bases lie on so many face-down cards."""
    shown = [ColumnView(down, cards(base), ()) for base, down in columns.items()]
    return Ranking(shown, (0, 0, 0, 0), cards(in_reach), weights_for(draw))


def test_steps_count_the_cards_until_a_run_has_a_place() -> None:
    """One for the card that takes it, one more for each stock card that must follow."""
    found = ranking({"4s": 3, "9c": 1}, "7s 6d 5h 5c 10d")
    wanted = {
        "5h": (1, 3),
        "5d": (1, 3),
        "6c": (2, 3),
        "6d": (0, 0),
        "7s": (0, 0),
        "10d": (1, 1),
        "js": (2, 1),
    }
    assert {text: found.steps(Card.parse(text)) for text in wanted} == wanted


def test_a_longer_way_through_the_stock_counts_each_card() -> None:
    """The 8 takes the 7, which takes the 6, which takes the 5, which takes the run."""
    found = ranking({"4s": 2}, "7d 6s 5h")
    assert found.steps(Card.parse("8c")) == (4, 2)


def test_the_shortest_way_counts() -> None:
    """A card that takes one run at once needs no other card for another."""
    assert ranking({"9h": 1, "8c": 6}, "9d").steps(Card.parse("10s")) == (1, 1)


@pytest.mark.parametrize("draw", [1, 3])
def test_what_makes_room_comes_before_what_leads_to_it_and_that_before_the_rest(draw: int) -> None:
    """In either draw the three are rated so, for cards of like rank."""
    direct = ranking({"6s": 3}, "", draw).place(Card.parse("7h"), goes_home=False)
    behind = ranking({"5h": 3}, "6s", draw).place(Card.parse("7h"), goes_home=False)
    nothing = ranking({}, "6s", draw).place(Card.parse("7h"), goes_home=False)
    assert direct > behind > nothing


@pytest.mark.parametrize("draw", [1, 3])
def test_a_king_that_takes_a_covering_queen_comes_before_one_that_takes_none(draw: int) -> None:
    """Whether the other finds a queen in the stock or not."""
    with_queen = ranking({"qs": 2}, "", draw).place(Card.parse("kh"), goes_home=False)
    assert with_queen > ranking({}, "qs", draw).place(Card.parse("kh"), goes_home=False)
    assert with_queen > ranking({}, "", draw).place(Card.parse("kh"), goes_home=False)


def test_a_king_behind_draws_is_no_class_before_a_safe_card() -> None:
    """Emptying a column for it waits until the ace has gone home."""
    game = game_at(
        Rules.preset(), "9c", "10h", "as", "2d | 4s", "2c | 4c", "3c | 6d", "3d | 6h", stock="kd 5s"
    )
    for text in ("d", "d", "r"):
        game.push(move(text))
    hint = simple_hint(game.view)
    assert hint is not None
    assert (str(hint.action), hint.reason.kind) == ("3f", HintKind.HOME)


def test_a_king_on_the_waste_is_one() -> None:
    """Then the column is emptied first."""
    game = game_at(Rules.preset(), "9c", "10h", "as", "2d | 4s", "2c | 4c", "3c | 6d", "3d | 6h", waste="kd")
    hint = simple_hint(game.view)
    assert hint is not None
    assert (str(hint.action), hint.reason.kind) == ("12x1", HintKind.FREE_COLUMN)
    assert hint.reason.king is Card.parse("kd")


def test_a_safe_card_goes_home_rather_than_onto_a_column() -> None:
    """Also where either turns a card up."""
    hint = simple_hint(game_at(Rules.preset(), "9c | as", "9d | 2h").view)
    assert hint is not None
    assert (str(hint.action), hint.reason.kind) == ("1f", HintKind.TURN_UP)
