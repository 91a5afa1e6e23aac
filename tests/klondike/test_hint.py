"""The simple hint: honest, legal, in the order of its classes, and never endless (RULES.md section 7)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klondike import CARDS, Card, Deal, Finish, Game, Move, PlayerView, Rules
from klondike.cards import KING
from klondike.hint import HintKind, simple_hint
from klondike.moves import DRAW, RECYCLE, Pile
from tests.klondike.tables import game_at, move
from tests.klondike.test_machine import with_other_hidden_cards
from tests.strategies import PRESETS, games

if TYPE_CHECKING:
    from klondike.hint import Hint

NORMAL = Rules.preset()
MOST_HINTS = 600


def follow(game: Game, hint: Hint) -> None:
    """Carry out a whole plan."""
    assert hint.plan[0] == hint.action
    for action in hint.plan:
        game.play(action)


def turns_up(view: PlayerView, move: Move) -> bool:
    """Tell whether a move turns a face-down card up."""
    if move.source.column is None:
        return False
    column = view.columns[move.source.column]
    return bool(column.down) and move.count == len(column.up)


def frees_column(view: PlayerView, move: Move) -> bool:
    """Tell whether a move of a whole run empties a column that no king holds."""
    if move.source.column is None or move.target.column is None:
        return False
    column = view.columns[move.source.column]
    return not column.down and move.count == len(column.up) and column.up[0].rank < KING


def king_waits(view: PlayerView) -> bool:
    """Tell whether a king on face-down cards or on the waste waits for a column, and none is empty."""
    if not all(column.up for column in view.columns):
        return False
    waste = view.waste[-1:] if view.waste and view.waste[-1] is not None else ()
    bases = [column.up[0] for column in view.columns if column.down]
    return any(card is not None and card.rank == KING for card in (*bases, *waste))


def safely_home(view: PlayerView, move: Move) -> bool:
    """Tell whether a move sends a card home that no run can want any more."""
    if move.target is not Pile.FOUNDATION:
        return False
    card = view.waste[-1] if move.source.column is None else view.columns[move.source.column].up[-1]
    assert card is not None
    heights = [view.foundations[other.suit] for other in CARDS[::13] if other.red is not card.red]
    return card.rank <= 2 or all(height >= card.rank - 2 for height in heights)


def class_of(view: PlayerView, move: Move) -> int:
    """Give the class of a move: 1 to 3, 4 for those in none, 5 for draws."""
    if move in {DRAW, RECYCLE}:
        return 5
    if turns_up(view, move):
        return 1
    if frees_column(view, move) and king_waits(view):
        return 2
    return 3 if safely_home(view, move) else 4


@given(games(), st.integers(0, 2**32))
@settings(max_examples=60)
def test_hidden_cards_change_no_hint(game: Game, seed: int) -> None:
    """Two games that show the same get the same hint, with its plan and reason, whatever lies hidden."""
    other = with_other_hidden_cards(game, Random(seed))
    assert simple_hint(other.view) == simple_hint(game.view)


@given(games())
@settings(max_examples=60)
def test_the_classes_are_strict(game: Game) -> None:
    """No hint leaves a move of an earlier class than its own undone."""
    view = game.view
    hint = simple_hint(view)
    if hint is None or hint.action == Finish():
        return
    assert isinstance(hint.action, Move)
    best = min(class_of(view, move) for move in view.legal_moves)
    if hint.reason.kind is HintKind.DRAW:
        assert best >= 4
    elif best <= 3:
        assert class_of(view, hint.action) == best


@given(games())
@settings(max_examples=60)
def test_a_plan_is_legal_to_its_end(game: Game) -> None:
    """Every action of a plan is legal in its turn, and the card that it names comes to be played."""
    hint = simple_hint(game.view)
    if hint is None:
        return
    follow(game, hint)
    if hint.card is not None:
        step = game.view.last
        assert step is not None
        assert hint.card in step.cards or hint.reason.helps in step.cards


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_following_hints_one_action_at_a_time_ends(rules: Rules) -> None:
    """Under every variant a game that follows the hints comes to an end without a step back."""
    for number in range(4):
        game = Game(Deal(number), rules)
        for _ in range(MOST_HINTS):
            hint = simple_hint(game.view)
            if hint is None:
                break
            key = len(game.view.visited)
            game.play(hint.action)
            if hint.action not in {DRAW, RECYCLE}:
                assert len(game.view.visited) > key
        assert simple_hint(game.view) is None


def test_where_nothing_is_left_there_is_no_hint() -> None:
    """A known stock without a playable card is not drawn for ever."""
    game = game_at(NORMAL, "2h 9c", "9s", stock="5d 3c")
    for text in ("d", "d", "r"):
        game.push(move(text))
    assert game.view.nothing_left
    assert simple_hint(game.view) is None


def test_a_stock_card_that_was_seen_is_one_hint_with_its_draws() -> None:
    """The plan leads through the recycle to the card and says where it goes."""
    game = game_at(NORMAL, "6h 9c", stock="8d 3c 7h")
    for text in ("d", "d", "d"):
        game.push(move(text))
    hint = simple_hint(game.view)
    assert hint is not None
    assert [str(action) for action in hint.plan] == ["r", "d", "w1"]
    assert (hint.card, hint.reason.onto_card) == (Card.parse("8d"), Card.parse("9c"))
    assert (hint.reason.draws, hint.reason.recycles) == (1, 1)
    assert hint.reason.kind is HintKind.PLACE


def test_finish_is_the_hint_when_it_is_offered() -> None:
    """With every card face up and no stock the hint is to finish."""
    game = game_at(NORMAL, "2s", "as")
    hint = simple_hint(game.view)
    assert hint is not None
    assert (hint.action, hint.reason.kind) == (Finish(), HintKind.FINISH)


def test_a_game_that_is_over_gets_no_hint() -> None:
    """After giving up there is nothing to advise."""
    game = Game(Deal(6), NORMAL)
    game.resign()
    assert simple_hint(game.view) is None


def test_a_reason_names_the_column_and_what_is_left_in_it() -> None:
    """Turning a card up tells in which column, how many stay, and where the run goes."""
    game = game_at(NORMAL, "2h 4c 9d | 7s", "8d", stock="kc")
    hint = simple_hint(game.view)
    assert hint is not None
    assert str(hint.action) == "12x1"
    reason = hint.reason
    assert (reason.kind, reason.column, reason.left) == (HintKind.TURN_UP, Pile.COLUMN_1, 2)
    assert (reason.onto, reason.onto_card) == (Pile.COLUMN_2, Card.parse("8d"))
