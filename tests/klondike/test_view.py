"""What the player may know, and when it is said that nothing is left (RULES.md sections 2, 3 and 5)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from klondike import CARDS, Card, Deal, Game, Rules
from klondike.view import PlayerView
from tests.klondike.tables import cards, game_at, move
from tests.strategies import games

NORMAL = Rules.preset()


def hidden(game: Game) -> list[Card]:
    """List the cards that the player has never seen."""
    return [card for card in CARDS if not game._seen & card.bit]


@given(games(most_actions=60))
@settings(deadline=None, max_examples=80)
def test_a_view_never_contains_an_unseen_card(game: Game) -> None:
    """No text of a card that was never seen occurs anywhere in the view."""
    text = repr(game.view)
    assert [card for card in hidden(game) if repr(card) in text] == []
    assert all(repr(card) in text for column in game._state.position.columns for card in column.up)


def test_the_first_view_knows_seven_cards() -> None:
    """At the start only the face-up cards are known."""
    view = Game(Deal(6), NORMAL).view
    assert [column.up for column in view.columns] == [(card,) for card in cards("7c 4h kc qd 4c 7d qs")]
    assert [column.down for column in view.columns] == [0, 1, 2, 3, 4, 5, 6]
    assert all(column.remembered == (None,) * column.down for column in view.columns)
    assert view.stock == (None,) * 24
    assert (view.waste, view.foundations, view.turns, view.score) == ((), (0, 0, 0, 0), 0, 0)
    assert (view.moves, view.undoable, view.redoable, view.assisted) == (0, 0, 0, False)
    assert (view.outcome, view.last, len(view.visited)) == (None, None, 1)
    assert len(hidden(Game(Deal(6), NORMAL))) == 45


def test_what_was_seen_is_remembered_after_undo() -> None:
    """A card turned up or drawn and hidden again by undo stays known to its player."""
    game = game_at(NORMAL, "2h 9c | 4s", "5h", stock="8d 3c")
    game.push(move("12x1"))
    game.push(move("d"))
    game.undo(2)
    view = game.view
    assert view.columns[0].remembered == (None, Card.parse("9c"))
    assert view.stock == (Card.parse("8d"), None)
    assert not view.is_visible(Card.parse("9c"))
    assert not view.is_visible(Card.parse("8d"))


def test_after_a_pass_the_order_of_the_stock_is_known() -> None:
    """Where drawn cards are fanned, the first pass shows the whole stock."""
    game = game_at(Rules.preset(draw=3), stock="8d 3c 9h 2s")
    for text in ("d", "d", "r"):
        game.push(move(text))
    assert game.view.stock == cards("8d 3c 9h 2s")


def test_in_traditional_draw_3_only_every_third_stock_card_becomes_known() -> None:
    """Only the last of each draw is seen, so the others stay unknown in the next pass too."""
    game = game_at(Rules.preset(draw=3, scoring="traditional"), stock="8d 3c 9h 2s 4h")
    for text in ("d", "d", "r"):
        game.push(move(text))
    assert game.view.stock == (None, None, Card.parse("9h"), None, Card.parse("4h"))


@pytest.mark.parametrize(
    ("code", "waste", "fan"),
    [
        ("D3N", "9c 8h 4s", "9c 8h 4s"),
        ("D3V", "2d 9c 8h 4s", "9c 8h 4s"),
        ("D3C", "8h 4s", "8h 4s"),
        ("D1N", "9c 8h 4s", "4s"),
        ("D3T", "9c 8h 4s", "4s"),
        ("D3B", "9c 8h 4s", "4s"),
        ("D1T", "9c 8h 4s", "4s"),
        ("D3N", "", ""),
        ("D3T", "", ""),
    ],
)
def test_the_fan_by_rules(code: str, waste: str, fan: str) -> None:
    """Up to three cards side by side with draw 3, only the top in traditional."""
    view = game_at(Rules.parse(code), waste=waste, seen=waste).view
    assert view.fan == cards(fan)


def test_the_score_is_not_shown_where_it_is_switched_off() -> None:
    """Casual without a score shows none; the game itself still counts."""
    for code, score in (("D1C-unscored", None), ("D1C", 10)):
        game = game_at(Rules.parse(code), "9s ah")
        game.push(move("1f"))
        assert game.view.score == score
        assert game.score == 10


def test_cards_are_visible_on_columns_in_the_fan_and_home() -> None:
    """Face-down, buried and stock cards are not."""
    view = game_at(Rules.preset(), "2h | 9c 8h", stock="5s", waste="3c 4s", home=(0, 0, 2, 0), seen="5s").view
    assert [str(card) for card in CARDS if view.is_visible(card)] == ["4s", "8h", "ad", "2d", "9c"]


@given(games(most_actions=80))
@settings(deadline=None, max_examples=60)
def test_the_view_and_the_game_agree_on_what_is_legal(game: Game) -> None:
    """The view alone is enough to know the legal moves, draw, recycle and finish."""
    view = game.view
    assert view.legal_moves == game.legal_moves
    assert view.can_draw is (move("d") in game.legal_moves or move("r") in game.legal_moves)
    assert view.can_recycle is (move("r") in game.legal_moves)
    assert view.can_finish is False or view.nothing_left is False
    assert (view.score, view.moves, view.undoable) == (
        game.score if game.rules.scored else None,
        game.moves,
        game.undoable,
    )


def test_the_last_action_is_shown_but_not_after_an_undo() -> None:
    """`last` is what the last action did, for the picture; undo leaves none, redo shows it again."""
    game = game_at(NORMAL, "9c | 4s", "5h")
    step = game.push(move("12x1"))
    assert game.view.last is step
    assert (step.cards, step.turned, step.points) == (cards("4s"), Card.parse("9c"), 5)
    game.undo()
    assert game.view.last is None
    game.redo()
    assert game.view.last == step


def test_visited_holds_each_position_of_the_game_once() -> None:
    """Coming back to a position adds no key; undone positions stay visited."""
    game = Game(Deal(6), NORMAL)
    start = game.view.visited
    game.push(move("d"))
    after = game.view.visited
    assert len(start) == 1
    assert start < after
    assert len(after) == 2
    game.undo()
    assert game.view.visited == after


@given(games(most_actions=50))
@settings(deadline=None, max_examples=30)
def test_looking_changes_nothing(game: Game) -> None:
    """A view taken after every action is equal to one taken at the end."""
    again = Game(game.deal, game.rules)
    for token in game.log.split():
        again._replay_token(token)
        assert again.view == again.view
    assert again.view == game.view


# Nothing left


def said(game: Game) -> bool:
    """Tell whether it is said that nothing is left."""
    return game.view.nothing_left


DEAD = ("2c | 8h", "3c | 8d", "4c | 8s", "5c | 8c", "6c | 6h", "7c | 6d", "9c | 6s")
"""Seven columns whose top cards fit nowhere."""


def test_a_dead_table_without_stock_says_so() -> None:
    """Nothing but a void, no draw, no recycle: said, and the game stays open."""
    game = game_at(NORMAL, *DEAD)
    assert game.legal_moves == ()
    assert said(game)
    assert game.outcome() is None


def test_k39_a_stock_that_is_dead_for_ever_is_said() -> None:
    """After a full pass over known cards none of which fits, it is said although draws go on."""
    game = game_at(NORMAL, *DEAD, stock="10h 10d kc")
    for text in ("d", "d"):
        game.push(move(text))
        assert not said(game)
    game.push(move("d"))
    assert said(game)
    game.push(move("r"))
    assert said(game)
    assert game.legal_moves == (move("d"),)


def test_an_unknown_stock_card_keeps_hope() -> None:
    """As long as a card that can still come up was never seen, nothing is said."""
    assert not said(game_at(NORMAL, *DEAD, stock="10h 10d kc", seen="10h 10d"))
    assert said(game_at(NORMAL, *DEAD, stock="10h 10d kc", seen="10h 10d kc"))


@pytest.mark.parametrize("playable", ["7s", "7h", "as"])
def test_a_known_stock_card_that_fits_keeps_hope(playable: str) -> None:
    """A card that will fit on a column or goes up is something left, in the stock or in the waste."""
    stock = f"10h {playable} kc"
    assert not said(game_at(NORMAL, *DEAD, stock=stock, seen=stock))
    assert not said(game_at(NORMAL, *DEAD, waste=stock))


def test_without_another_pass_only_the_rest_of_this_one_counts() -> None:
    """A buried waste card that fits is hope while a pass is left, none in the last one."""
    rest: dict[str, Any] = {"waste": "7s 10h", "stock": "10d", "seen": "10d"}
    assert not said(game_at(NORMAL, *DEAD, **rest))
    assert said(game_at(Rules.preset(scoring="vegas"), *DEAD, **rest))
    traditional = Rules.preset(draw=3, scoring="traditional")
    rest["seen"] = "7s 10d"
    assert [said(game_at(traditional, *DEAD, **rest, turns=turns)) for turns in (1, 2)] == [True, True]
    rest["waste"] = "10h 10c 7s 10h"
    assert [said(game_at(traditional, *DEAD, **rest, turns=turns)) for turns in (1, 2)] == [False, True]


def test_the_end_of_the_last_pass_is_said_whatever_lies_buried() -> None:
    """With stock empty and no pass left, unknown cards in the waste cannot come up any more."""
    game = game_at(Rules.preset(draw=3, scoring="traditional"), *DEAD, waste="7s 7h 10h", turns=2)
    assert game.view.waste == (None, None, Card.parse("10h"))
    assert said(game)


def test_draw_three_cards_that_never_come_to_the_top_give_no_hope() -> None:
    """Of three cards only the last is playable; one in the middle that fits is out of reach."""
    known = "10h 7s 10d kc 7h 10s"
    assert said(game_at(Rules.preset(draw=3), *DEAD, stock=known, seen=known))
    assert not said(game_at(Rules.preset(draw=1), *DEAD, stock=known, seen=known))
    reach = "10h 10d 7s"
    assert not said(game_at(Rules.preset(draw=3), *DEAD, stock=reach, seen=reach))
    short = "10h 10d kc 7s"
    assert not said(game_at(Rules.preset(draw=3), *DEAD, stock=short, seen=short))


def test_unknown_cards_that_never_come_to_the_top_do_not_matter() -> None:
    """In traditional draw 3 a dead stock is said although two of three cards were never seen."""
    game = game_at(Rules.preset(draw=3, scoring="traditional"), *DEAD, stock="10h 7s kc 10c 7h 10d")
    game.push(move("d"))
    assert not said(game)
    game.push(move("d"))
    assert said(game)


def test_take_backs_and_void_kings_are_nothing() -> None:
    """Moves that only go round leave nothing; a king that frees a card leaves something."""
    rest = ("3c | 8d", "4c | 8s", "5c | 8c", "6c | 5h")
    game = game_at(NORMAL, "kh", "", *rest, home=(4, 0, 0, 0))
    assert {move("fs6"), move("12x1")} <= set(game.legal_moves)
    assert said(game)
    assert not said(game_at(NORMAL, "2h | kh", "", *rest, home=(4, 0, 0, 0)))


def test_a_part_run_counts_only_if_it_frees_a_card_that_goes_home() -> None:
    """Moving part of a run is something left when the card that it uncovers can go up."""
    columns = ("2c | 9s 8h", "3c | 9c")
    assert move("12x1") in game_at(NORMAL, *columns).legal_moves
    assert said(game_at(NORMAL, *columns))
    assert not said(game_at(NORMAL, *columns, home=(8, 0, 0, 0)))


def test_a_move_that_turns_a_card_or_empties_a_column_is_something() -> None:
    """So is any card that goes up and any waste card that fits."""
    assert not said(game_at(NORMAL, "2c | 8h", "3c | 9c"))
    assert not said(game_at(NORMAL, "8h", "3c | 9c"))
    assert not said(game_at(NORMAL, "3c | 9c as"))
    assert not said(game_at(NORMAL, "3c | 9c", waste="8h"))
    assert not said(game_at(NORMAL, "3c | 9c", waste="as"))


@given(games(most_actions=150))
@settings(deadline=None, max_examples=40)
def test_nothing_left_holds_whatever_is_drawn(game: Game) -> None:
    """Once it is said, drawing through all passes that are left brings no useful move."""
    if not game.view.nothing_left:
        return
    for _ in range(60):
        if not game.view.can_draw:
            break
        game.push(game.legal_moves[0])
        assert game.view.nothing_left


def test_every_public_field_of_a_view_is_free_of_hidden_cards_by_type() -> None:
    """The view has no deal, no position and no log: there is no field in which a card could leak."""
    assert set(PlayerView.__slots__) == {
        "rules", "columns", "stock", "waste", "foundations", "turns", "score", "moves", "undoable",
        "undo_helps", "redoable", "assisted", "outcome", "last", "visited",
        "_legal", "_over",  # found once somebody has asked: they come from the other fields
    }  # fmt: skip
