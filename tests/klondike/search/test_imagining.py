"""The strong hint: honest, legal, repeatable, never in circles, and quick to stop (RULES.md section 7)."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("numba")

from hypothesis import given, settings
from hypothesis import strategies as st

from klondike import Card, Deal, Finish, Game, Move, Pile, Rules
from klondike.hint import Hint, HintKind, simple_hint
from klondike.moves import DRAW, RECYCLE
from klondike.search import strong_hint
from klondike.search.imagining import Searcher
from tests.klondike.tables import game_at, move
from tests.klondike.test_machine import with_other_hidden_cards
from tests.strategies import PRESETS, games

FEW = 150
MOST_HINTS = 600
NORMAL = Rules.preset()


def looked_through(deal: int, rules: Rules) -> Game:
    """Give a game whose stock has been gone through once."""
    game = Game(Deal(deal), rules)
    while game.view.stock:
        game.push(DRAW)
    game.push(RECYCLE)
    return game


def game_for_a_take_back(rules: Rules) -> Game:
    """Give a game in which nothing but taking the 7♥ back makes way."""
    return game_at(rules, "2d | 6c", "8s", home=(0, 7, 0, 0))


@given(games(), st.integers(0, 2**32))
@settings(max_examples=60)
def test_hidden_cards_change_no_hint(game: Game, seed: int) -> None:
    """Two games that show the same get the same hint, plan, reason and figures, whatever lies hidden."""
    other = with_other_hidden_cards(game, Random(seed))
    assert strong_hint(other.view, iterations=FEW) == strong_hint(game.view, iterations=FEW)


@given(games())
@settings(max_examples=60)
def test_a_plan_is_legal_to_its_end(game: Game) -> None:
    """Every action of a plan is legal in its turn, and the card that it names is played."""
    hint = strong_hint(game.view, iterations=FEW)
    if hint is None:
        return
    assert hint.plan[0] == hint.action
    for action in hint.plan:
        game.play(action)
    step = game.view.last
    assert step is not None
    if hint.card is not None:
        assert hint.card in step.cards or hint.reason.helps in step.cards


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_following_hints_one_action_at_a_time_ends(rules: Rules) -> None:
    """Under every variant hints lead to an end, and to no position twice but by draws."""
    game, searcher = Game(Deal(3), rules), Searcher()
    for _ in range(MOST_HINTS):
        view = game.view
        hint = searcher.hint(view, iterations=FEW)
        if hint is None:
            break
        game.play(hint.action)
        if hint.action not in {DRAW, RECYCLE} and game.outcome() is None:
            assert len(game.view.visited) > len(view.visited)
    assert game.outcome() is not None or searcher.hint(game.view, iterations=FEW) is None


@pytest.mark.parametrize("code", ["D1N", "D3N", "D3B"])
def test_hints_without_a_memory_end_too(code: str) -> None:
    """Hints from views alone do not chase different stock cards for ever."""
    game = Game(Deal(4), Rules.parse(code))
    for _ in range(MOST_HINTS):
        hint = strong_hint(game.view, iterations=FEW)
        if hint is None:
            break
        game.play(hint.action)
    else:
        pytest.fail("it never ends")


def test_a_plan_that_was_begun_is_kept() -> None:
    """On the way to a stock card the hint stays the same plan, shortened by what was done."""
    game, searcher = looked_through(6, Rules.preset(draw=3)), Searcher()
    kept = 0
    for _ in range(60):
        hint = searcher.hint(game.view, iterations=FEW)
        if hint is None:
            break
        for at, action in enumerate(hint.plan):
            again = searcher.hint(game.view, iterations=FEW) if at else hint
            assert again is not None
            assert (again.plan, again.card) == (hint.plan[at:], hint.card)
            kept += bool(at)
            game.play(action)
    assert kept > 10


def test_a_plan_is_dropped_when_the_player_does_something_else() -> None:
    """After another move the hint is one for the new position."""
    game, searcher = looked_through(6, NORMAL), Searcher()
    hint = searcher.hint(game.view, iterations=FEW)
    assert hint is not None
    other = next(move for move in game.legal_moves if move != hint.action)
    game.push(other)
    following = searcher.hint(game.view, iterations=FEW)
    assert following is not None
    assert following.action in game.legal_moves


@pytest.mark.parametrize("code", ["D1N", "D3N", "D1V", "D3T"])
def test_a_view_and_a_number_always_give_the_same_hint(code: str) -> None:
    """Fresh searchers agree in everything, figures included."""
    view = Game(Deal(11), Rules.parse(code)).view
    assert strong_hint(view, iterations=700) == strong_hint(view, iterations=700)


@pytest.mark.parametrize("code", ["D1N", "D3N"])
def test_the_stock_is_looked_through_first_where_that_costs_nothing(code: str) -> None:
    """With passes unlimited the first hint is to look, and says so."""
    hint = strong_hint(Game(Deal(6), Rules.parse(code)).view)
    assert hint is not None
    assert (hint.action, hint.reason.kind, hint.imagined) == (DRAW, HintKind.LOOK, None)


def test_the_only_pass_is_not_spent_on_looking() -> None:
    """In Vegas an ace that lies ready goes home before anything is drawn."""
    game = game_at(Rules.preset(scoring="vegas"), "as", "9h 9c 7d", "5h 8s", stock="2d 3d 4c 9s")
    hint = strong_hint(game.view, iterations=FEW)
    assert hint is not None
    assert hint.action != DRAW


def test_it_sees_further_than_the_simple_hint() -> None:
    """What was imagined is told: games with the hint, games with the next best, and how many were won."""
    hint = strong_hint(looked_through(6, NORMAL).view, iterations=1000)
    assert hint is not None
    found = hint.imagined
    assert found is not None
    assert found.games + found.other_games <= 1000
    assert found.games >= found.other_games > 0
    assert 0 < found.wins <= found.games
    assert found.other_wins <= found.other_games


def test_with_no_time_the_simple_hint_answers() -> None:
    """A deadline that is over and a stop both give an honest answer at once."""
    view = looked_through(6, NORMAL).view
    assert strong_hint(view, seconds=0) == simple_hint(view)
    assert strong_hint(view, stop=lambda: True) == simple_hint(view)


def test_a_deadline_ends_the_search() -> None:
    """The clock is looked at between slices, and what was found until then counts."""
    ticks = iter(range(1000))
    searcher = Searcher(clock=lambda: float(next(ticks)))
    hint = searcher.hint(looked_through(6, NORMAL).view, seconds=3)
    assert hint is not None
    assert hint.imagined is not None
    assert hint.imagined.games <= 1500


def test_a_take_back_names_what_it_is_for() -> None:
    """A card comes back from its foundation to take a run that turns a card up; the plan holds both moves."""
    hint = strong_hint(game_for_a_take_back(NORMAL).view)
    assert hint is not None
    assert [str(action) for action in hint.plan] == ["fh2", "12x1"]
    assert (hint.card, hint.reason.kind) == (Card.parse("7h"), HintKind.TAKE_BACK)
    assert (hint.reason.helps, hint.reason.onto_card) == (Card.parse("6c"), Card.parse("8s"))


def test_no_card_is_taken_back_where_the_rules_forbid_it() -> None:
    """The same position under the traditional rules has no hint."""
    assert strong_hint(game_for_a_take_back(Rules.preset(scoring="traditional")).view) is None


def test_it_never_goes_back_to_a_position_of_this_game() -> None:
    """A take-back that was undone is not proposed again."""
    game = game_for_a_take_back(NORMAL)
    game.push(move("fh2"))
    game.undo()
    assert strong_hint(game.view) is None


def test_what_a_card_was_taken_back_for_comes_next() -> None:
    """Without a memory, too, a take-back is followed by the move that it was for."""
    game = game_for_a_take_back(NORMAL)
    game.push(move("fh2"))
    hint = strong_hint(game.view)
    assert hint is not None
    assert (str(hint.action), hint.reason.kind, hint.reason.left) == ("12x1", HintKind.TURN_UP, 0)


def test_a_run_is_shifted_where_that_sends_a_card_home() -> None:
    """The plan is the shift of the run to the like card, and then the card that it uncovers."""
    game = game_at(NORMAL, "kd | 3h 2s", "4c 3d", home=(0, 2, 0, 0))
    hint = strong_hint(game.view)
    assert hint is not None
    assert [str(action) for action in hint.plan] == ["12x1", "1f"]
    assert (hint.card, hint.reason.kind) == (Card.parse("3h"), HintKind.TURN_UP)


def game_with_a_four(*home: int) -> Game:
    """Give a game in which the 4♥ can go home, or onto the 5♣."""
    rules = Rules.preset(scoring="traditional", takeback=True)
    return game_at(rules, "qs js | 4h", "kd | 5c", "kc | 10s", stock="qd jc 9d", home=home)


def test_a_card_that_nobody_needs_goes_home_without_a_search() -> None:
    """The other colour is within two ranks, and the twin within three."""
    hint = strong_hint(game_with_a_four(2, 3, 1, 2).view, iterations=FEW)
    assert hint is not None
    assert (hint.action, hint.imagined) == (Move(Pile.column_at(0), Pile.FOUNDATION), None)


@pytest.mark.parametrize("home", [(1, 3, 1, 2), (2, 3, 1, 1), (2, 3, 0, 2)])
def test_a_card_that_may_be_needed_is_searched_for(home: tuple[int, ...]) -> None:
    """One rank further and it may still have to hold a card."""
    hint = strong_hint(game_with_a_four(*home).view, iterations=FEW)
    assert hint is not None
    assert hint.imagined is not None


def test_finish_and_the_end_need_no_search() -> None:
    """Finish is hinted where it is offered, and nothing after the end."""
    game = game_at(NORMAL, "2s", "as")
    hint = strong_hint(game.view)
    assert isinstance(hint, Hint)
    assert hint.action == Finish()
    game.finish()
    assert strong_hint(game.view) is None


def test_where_nothing_is_left_a_hint_still_takes_a_card_back() -> None:
    """It is said that nothing but take-backs may help (RULES.md section 3); one of them turns a card up."""
    log = "73x1 d w4 75x1 7f d d 32x2 d d d wf 3f d 13x1 d w1 wf 6f 6f 63x1 53x2"
    game = Game.replay(Deal(247), Rules.preset(draw=3, scoring="vegas"), log)
    assert game.view.nothing_left
    assert simple_hint(game.view) is None
    hint = strong_hint(game.view, iterations=FEW)
    assert hint is not None
    assert (hint.reason.kind, str(hint.action)) == (HintKind.TAKE_BACK, "fs7")
    for action in hint.plan:
        game.play(action)
    assert game.view.last is not None
    assert game.view.last.turned is not None
    assert not game.view.nothing_left


@given(games(most_actions=150))
@settings(max_examples=60)
def test_where_nothing_is_left_no_hint_does_anything_but_take_back(game: Game) -> None:
    """What is said on the board and the hints agree."""
    if game.view.nothing_left:
        assert simple_hint(game.view) is None
        hint = strong_hint(game.view, iterations=FEW)
        assert hint is None or hint.reason.kind is HintKind.TAKE_BACK
