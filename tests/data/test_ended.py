"""The list of a player's games that are over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data import EndedGame, Kind, Status, games
from tests.data.house import ANN, BEN, CLUB, PUB, House, new_game

if TYPE_CHECKING:
    from collections.abc import Sequence


async def listed(house: House, limit: int = 10) -> Sequence[EndedGame]:
    """Give Ann's list in the club."""
    return await house.store.read(lambda conn: games.ended(conn, ANN, CLUB, limit))


async def test_ended_games_are_listed_newest_first(house: House) -> None:
    """Won and given up, with what a line about them tells, and no more than asked for."""
    assert await listed(house) == []
    won = await house.play(new_game(), won=True, score=640)
    lost = await house.play(new_game(rules="D3N", draw=3))
    assert won.ended_at is not None
    assert lost.ended_at is not None
    entries = [
        EndedGame(lost.id, "D3N", Status.GIVEN_UP, 0, lost.ended_at),
        EndedGame(won.id, "D1N", Status.WON, 640, won.ended_at),
    ]
    assert await listed(house) == entries
    assert await listed(house, 1) == entries[:1]


async def test_other_games_are_not_listed(house: House) -> None:
    """Open ones, those that an update ended, other kinds, and those of others or elsewhere."""
    await house.play(new_game(BEN))
    await house.play(new_game(guild=PUB))
    await house.play(new_game(kind=Kind.DAILY, day=0))
    closed = await house.start(new_game())
    await house.store.transact(lambda conn: games.close_by_update(conn, closed.id, 1))
    await house.start(new_game())
    assert await listed(house) == []
