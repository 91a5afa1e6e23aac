"""Cards that keep one another from moving for good, seen without a search."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

import pytest

pytest.importorskip("numba", reason="the extra `search` is not installed")

from hypothesis import given, settings
from hypothesis import strategies as st

from klondike import Deal, Game, Move
from klondike.deal import DealCode
from klondike.position import Position
from klondike.search import Verdict, solve
from klondike.search.locks import is_locked
from tests.klondike.search.exhaustive import (
    all_rules,
    can_be_won,
    laid_out,
    small_position,
    small_positions,
    variant,
)
from tests.shared_data import SHARED, needs_shared

MOST: Final = 1500
"""Positions that the checker looks at before a case is left aside."""
FEW: Final = 200
LOCKED: Final = 3_000_000_020
"""Not decided within a second's search."""
EASY: Final = variant(1, None, take_back=True)


@settings(max_examples=300, deadline=None)
@given(data=st.data(), rules=all_rules())
def test_no_locked_position_can_be_won(data: st.DataObject, rules: Any) -> None:
    """No sequence of the engine's legal moves wins what is said to be locked."""
    position = data.draw(small_positions(rules))
    if is_locked(position, rules):
        assert can_be_won(position, rules, MOST) is not True


def test_many_lost_positions_are_locked() -> None:
    """Of small positions that cannot be won a good part is seen at once."""
    random, lost, locked = Random(1), 0, 0
    for _ in range(100):
        position = small_position(random, EASY, 12)
        if can_be_won(position, EASY, FEW) is False:
            lost += 1
            locked += is_locked(position, EASY)
    assert lost / 2 < locked <= lost


def test_what_a_card_needs_lies_under_it() -> None:
    """It is stuck where both cards that take it and one that goes home before it lie under it."""
    table = laid_out("9h jc | 10h", "10c jh | kh", "qc qh | kc", foundations=(13, 8, 13, 9))
    assert is_locked(table, variant(1, None, take_back=False))
    assert not is_locked(table, EASY)  # the jack of spades comes back


@needs_shared
def test_no_position_of_a_won_game_is_locked() -> None:
    """Nor is any deal that is known to be won."""
    for line in (SHARED / "solver" / "wins.jsonl").read_text(encoding="utf-8").splitlines():
        won = json.loads(line)
        game = Game.from_code(DealCode.parse(won["code"]))
        for text in won["line"].split():
            assert not is_locked(game._state.position, game.rules), (won["code"], game.ply)
            game.push(Move.parse(text))
    for line in (SHARED / "solver" / "known_deals.jsonl").read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        rules = variant(known["draw"], known["passes"], take_back=known["take_back"])
        locked = is_locked(Position.start(Deal.from_cards(known["deck"]).cards), rules)
        assert not (locked and known["verdict"] == "win"), known["id"]


def test_a_locked_deal_is_not_searched_to_its_end() -> None:
    """After a first look the solver asks, and answers where a search would take millions of positions."""
    solution = solve(Deal(LOCKED), variant(3, None, take_back=True))
    assert solution.verdict is Verdict.UNWINNABLE
    assert solution.states < 20_000
