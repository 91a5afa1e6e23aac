"""The solver's verdicts against those of others."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("numba", reason="the extra `search` is not installed")

from hypothesis import given, settings
from hypothesis import strategies as st

from klondike import Deal, Game, Move
from klondike.deal import DealCode
from klondike.search import Verdict, solve
from tests.klondike.search.exhaustive import all_rules, can_be_won, laid_out, small_positions, variant
from tests.shared_data import SHARED, needs_shared

MOST = 1500
"""Positions that the checker looks at before a case is left aside."""


@settings(max_examples=150, deadline=None)
@given(data=st.data(), rules=all_rules())
def test_verdicts_agree_with_trying_every_legal_move(data: st.DataObject, rules: Any) -> None:
    """A small position is winnable exactly if some sequence of the engine's legal moves wins it."""
    position = data.draw(small_positions(rules, most_cards=28))
    verdict = solve(position, rules).verdict
    assert verdict is not Verdict.UNKNOWN
    if verdict is Verdict.UNWINNABLE:  # a win has been replayed
        assert can_be_won(position, rules, MOST) is not True


def test_two_cards_taken_back_may_need_each_other() -> None:
    """A card that needs a place and the card above it in its suit waits for both to be taken back."""
    position = laid_out(
        "ks qd jc th 9c",
        "5h 8h | 7c 6h 5c",
        "kh qc jh",
        "kd qs jd tc 9h 8c 7h 6c",
        "kc qh js",
        foundations=(10, 4, 10, 4),
    )
    rules = variant(1, None, take_back=True)
    assert solve(position, rules).verdict is Verdict.WINNABLE
    assert solve(position, variant(1, None, take_back=False)).verdict is Verdict.UNWINNABLE


@needs_shared
def test_known_deals_get_their_verdicts() -> None:
    """No verdict on a deal whose verdict is known is wrong, and nearly all are decided."""
    lines = (SHARED / "solver" / "known_deals.jsonl").read_text(encoding="utf-8").splitlines()
    unknown = 0
    for known in map(json.loads, lines):
        rules = variant(known["draw"], known["passes"], take_back=known["take_back"])
        verdict = solve(Deal.from_cards(known["deck"]), rules, max_states=200_000).verdict
        expected = Verdict.WINNABLE if known["verdict"] == "win" else Verdict.UNWINNABLE
        assert verdict in {expected, Verdict.UNKNOWN}, known["id"]
        unknown += verdict is Verdict.UNKNOWN
    assert unknown < len(lines) // 10


@needs_shared
def test_no_position_of_a_won_game_is_lost() -> None:
    """Along the lines of won games the solver never says that the rest cannot be won."""
    for line in (SHARED / "solver" / "wins.jsonl").read_text(encoding="utf-8").splitlines():
        won = json.loads(line)
        game = Game.from_code(DealCode.parse(won["code"]))
        for ply, text in enumerate(won["line"].split()):
            if ply % 10 == 0:
                verdict = solve(game, max_states=50_000).verdict
                assert verdict is not Verdict.UNWINNABLE, (won["code"], ply)
            game.push(Move.parse(text))
