"""However often the program stops and starts, a game is counted when it ends, and once."""

from __future__ import annotations

import json
from collections import deque
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from data import GameNotOpen, ListClass, Store, boards
from klondike import DealCode, Game
from tests.cogs.hall import ANN, CLUB, Hall

if TYPE_CHECKING:
    from cogs.sessions import Turn

GOLDEN = Path(__file__).parents[1] / "klondike" / "golden" / "golden_logs.json"
LINE = 40


def won_game(code: str) -> tuple[DealCode, list[str]]:
    """Give a recorded game that ends with its last move, without the requests for help."""
    games: list[dict[str, Any]] = json.loads(GOLDEN.read_text("utf-8"))
    log: str = next(one["log"] for one in games if one["code"] == code)
    return DealCode.parse(code), [token for token in log.split() if token not in {"hint", "code"}]


async def counted(hall: Hall) -> list[tuple[ListClass, int, int]]:
    """Give what stands in Ann's lists: class, games, wins."""
    standings = await hall.store.read(lambda conn: boards.player_stats(conn, ANN, CLUB))
    return [(one.cls, one.games, one.wins) for one in standings]


async def play_all(hall: Hall, turn: Turn, tokens: list[str]) -> Turn:
    """Play tokens on as few lines as they fit."""
    for start in range(0, len(tokens), LINE):
        turn = await hall.play(turn, " ".join(tokens[start : start + LINE]))
    return turn


@pytest.mark.parametrize("code", ["KL1-D1V-2IRL2D-PIBXEO", "KL1-D1T-GZGQMK-Y427WI"])
async def test_k9_k10_a_game_is_counted_once_through_crashes_and_restores(database: Path, code: str) -> None:
    """A crash is no loss, a game that was restored is won once, and one given up is played once."""
    chosen, tokens = won_game(code)
    helped = Game.replay(chosen.deal, chosen.rules, tokens).assisted
    assisted = [(ListClass.ASSISTED, 1, 1)] if helped else []
    async with AsyncExitStack() as stores:
        ids = count(1)

        async def after_a_crash() -> Hall:
            """Open the store beside the one that was never closed, as after a kill."""
            store = await Store.open(f"sqlite:///{database}")
            stores.push_async_callback(store.close)
            return Hall(store, ids=ids)

        hall = await after_a_crash()
        hall.deals = deque([chosen.deal.number or 0])
        turn = await hall.start(rules=str(chosen.rules))
        turn = await play_all(hall, turn, tokens[:-1])
        for _ in range(2):
            assert await counted(hall) == []
            hall = await after_a_crash()
        turn = await hall.play(turn, tokens[-1])
        for _ in range(2):
            assert await counted(hall) == [*assisted, (ListClass.CLEAN, 1, int(not helped))]
            for text in (tokens[-1], "u", "redo"):
                with pytest.raises(GameNotOpen):
                    await hall.play(turn, text)
            hall = await after_a_crash()
        second = await hall.start(rules=str(chosen.rules))
        await hall.sessions.resign(second.record.id, ANN, interaction=next(ids))
        hall = await after_a_crash()
        with pytest.raises(GameNotOpen):
            await hall.sessions.resign(second.record.id, ANN, interaction=next(ids))
        assert await counted(hall) == [*assisted, (ListClass.CLEAN, 2, int(not helped))]
        assert await hall.problems() == []
