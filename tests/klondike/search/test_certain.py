"""Wins that are proved however the last unseen cards lie."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

pytest.importorskip("numba")

from klondike import Deal, Game, Outcome, Rules
from klondike.hint import HintKind
from klondike.moves import DRAW, RECYCLE
from klondike.search import strong_hint
from klondike.search.certain import MOST_UNSEEN, certain_way
from klondike.search.imagining import Searcher, _unseen
from tests.klondike.tables import cards, game_at
from tests.klondike.test_machine import with_other_hidden_cards

NORMAL = Rules.preset()
LOW_SPADES = "3s 4s 5s 6s 7s"
FEW = 150


def never() -> bool:
    """Let a proof go on."""
    return False


def game_with_a_proof(deal: int, rules: Rules) -> Game | None:
    """Follow strong hints until one is certain; None if that never happens."""
    game, searcher = Game(Deal(deal), rules), Searcher()
    while game.outcome() is None:
        hint = searcher.hint(game.view, iterations=FEW)
        if hint is None:
            return None
        if hint.certain:
            return game
        for action in hint.plan:
            game.play(action)
    return None


@pytest.mark.parametrize(
    ("rules", "deal"),
    [
        (Rules.preset(draw=1), 1),
        (Rules.preset(draw=1), 3),
        (Rules.preset(draw=3), 2),
        (Rules.preset(draw=3), 4),
        (Rules.preset(draw=1, scoring="vegas"), 40),
        (Rules.preset(draw=1, scoring="vegas"), 48),
        (Rules.preset(draw=3, scoring="traditional"), 53),
    ],
    ids=str,
)
def test_a_certain_win_is_won_however_the_cards_lie(rules: Rules, deal: int) -> None:
    """From the first certain hint on, hints win the game and every other one that looks the same."""
    game = game_with_a_proof(deal, rules)
    assert game is not None
    first = strong_hint(game.view, iterations=FEW)
    for seed in range(6):
        other = with_other_hidden_cards(game, Random(seed))
        searcher = Searcher()
        assert searcher.hint(other.view, iterations=FEW) == first
        while other.outcome() is None:
            hint = searcher.hint(other.view, iterations=FEW)
            assert hint is not None
            other.play(hint.action)
        assert other.outcome() is Outcome.WON


def test_a_win_in_every_case_is_certain() -> None:
    """Two hidden cards that can be played in either order: the first step of the way is given as certain."""
    game = game_at(NORMAL, "ks qs | kh", home=(11, 12, 13, 13))
    hint = strong_hint(game.view)
    assert hint is not None
    assert (hint.certain, hint.imagined) == (True, None)


def test_a_win_in_half_the_cases_is_not_certain() -> None:
    """Where one order wins and the other loses, no proof is claimed, whichever it is in truth."""
    rules = replace(NORMAL, take_back=False)
    for hidden in ("2s as", "as 2s"):
        columns = f"{hidden} | kh", "8s", "9s", "10s", "js", "qs", "ks"
        game = game_at(rules, *columns, stock=LOW_SPADES, seen=LOW_SPADES, home=(0, 12, 13, 13))
        assert certain_way(game.view, tuple(_unseen(game.view)), never) == ()
        hint = strong_hint(game.view, iterations=FEW)
        assert hint is not None
        assert not hint.certain


def test_a_proof_that_is_stopped_claims_nothing() -> None:
    """A proof ends without an answer when it is told to stop."""
    view = game_at(NORMAL, "ks qs | kh", home=(11, 12, 13, 13)).view
    unseen = tuple(_unseen(view))
    assert certain_way(view, unseen, never)
    assert certain_way(view, unseen, lambda: True) == ()


def test_nothing_is_proved_of_many_unseen_cards() -> None:
    """With more unseen cards than the limit no proof is tried."""
    view = game_at(NORMAL, "js 10s ks qs | kh", home=(9, 12, 13, 13)).view
    unseen = tuple(_unseen(view))
    assert len(unseen) == MOST_UNSEEN + 1
    assert certain_way(view, unseen, never) == ()


def test_a_way_is_kept_and_never_goes_back() -> None:
    """A way is followed to its end; of its moves none leads to a position that the game has been in."""
    game = game_with_a_proof(3000000012, Rules.preset(draw=1))
    assert game is not None
    searcher = Searcher()
    kinds = set()
    while game.outcome() is None:
        visited = game.view.visited
        hint = searcher.hint(game.view, iterations=FEW)
        assert hint is not None
        assert hint.certain or hint.reason.kind in {HintKind.FINISH, HintKind.HOME, HintKind.HOME_EARLY}
        kinds.add(hint.reason.kind)
        game.play(hint.action)
        if hint.action not in {DRAW, RECYCLE} and game.outcome() is None:
            assert len(game.view.visited) > len(visited)
    assert game.outcome() is Outcome.WON
    assert HintKind.SURE in kinds


def test_a_card_known_by_elimination_is_no_secret() -> None:
    """With one unseen card everything is known, and the hint plays by it."""
    game = game_at(NORMAL, "ks | qh", "kh", home=(12, 11, 13, 13))
    assert tuple(_unseen(game.view)) == cards("ks")
    hint = strong_hint(game.view)
    assert hint is not None
    assert hint.certain
