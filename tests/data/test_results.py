"""Results say under which rules they were made, and boards keep them apart."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from data import boards, games
from tests.data.house import ANN, BEN, CLUB, House, new_game

if TYPE_CHECKING:
    from data.boards import Board

LISTS = tuple(product((1, 3), "NVCTB"))


async def test_k3_results_carry_scoring_and_version_and_boards_never_mix_them(house: House) -> None:
    """Every ended game keeps its rules and their version; each board shows the scores of one list only."""
    ended = {}
    for score, (draw, letter) in enumerate(LISTS, 100):
        for player in (ANN, BEN):
            new = new_game(player, rules=f"D{draw}{letter}", rules_version=score)
            ended[player, draw, letter] = await house.play(new, won=True, score=score)
    for score, (draw, letter) in enumerate(LISTS, 100):
        stored = await house.store.read(
            lambda conn, game=ended[ANN, draw, letter]: games.by_id(conn, game.id)  # type: ignore[misc]
        )
        assert stored is not None
        assert (stored.rules, stored.rules_version) == (f"D{draw}{letter}", score)
        board: Board = boards.best_score(boards.ListOf(CLUB, draw, letter))
        assert [(row.discord_id, row.value, row.games) for row in await house.top(board)] == [
            (ANN, score, 1),
            (BEN, score, 1),
        ]
        wins = await house.top(boards.wins(boards.ListOf(CLUB, draw, letter)))
        assert [(row.value, row.games) for row in wins] == [(1, 1)] * 2
