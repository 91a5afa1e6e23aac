"""What the solver is told of an imagined deal is that deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("numba", reason="the extra `search` is not installed")

import numpy as np

from klondike import Deal, Game, Rules
from klondike.hint import simple_hint
from klondike.search import imagining_kernel as kernel
from klondike.search import solver_kernel as solver
from klondike.search.imagining import _NUMBERS, _settings, _table
from klondike.search.solver import Verdict, solve

if TYPE_CHECKING:
    from klondike.search.solver_kernel import Ints

VERDICTS = {solver.FOUND: Verdict.WINNABLE, solver.EXHAUSTED: Verdict.UNWINNABLE}
DEALS = 30


def true_table(game: Game) -> Ints:
    """Give the kernel's table of a game with every card where it lies."""
    position = game._state.position
    table, _ = _table(game.view, list(range(len(position.waste) + len(position.stock))))
    for index, column in enumerate(position.columns):
        for at, card in enumerate(column.down):
            table[kernel.BURIED + index * 6 + at] = _NUMBERS[card]
    for at, card in enumerate((*position.waste, *position.stock)):
        table[kernel.PILE + at] = _NUMBERS[card]
    return table


@pytest.mark.parametrize("code", ["D1N", "D3N", "D3T"])
def test_both_ways_to_ask_the_solver_agree(code: str) -> None:
    """At every few steps of a game the short look says what a full search says, or nothing."""
    rules = Rules.parse(code)
    levels = np.zeros((kernel.MAX_STATES + 2, solver.FIELDS), np.int64)
    puzzle = np.zeros((solver.ROWS, solver.NUMBERS), np.int64)
    line = np.zeros(kernel.MAX_STATES + solver.NUMBERS + 2, np.int64)
    visited, cursor = np.zeros(1 << 9, np.int64), np.zeros(solver.CURSOR, np.int64)
    told = set()
    for deal in range(DEALS):
        game = Game(Deal(deal), rules)
        for step in range(200):
            if step % 7 == 0:
                room = (levels, puzzle, line, visited, cursor)
                verdict = VERDICTS.get(kernel.solved(true_table(game), _settings(rules), *room))
                if verdict is not None:
                    assert solve(game).verdict is verdict, (deal, step)
                    told.add(verdict)
            hint = simple_hint(game.view)
            if hint is None or game.outcome() is not None:
                break
            game.play(hint.action)
    assert told == set(VERDICTS.values())
