"""The pool of winnable deals: each is given away once, or not at all."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from data import GameAlreadyOpen, games, pool
from tests.data.house import ANN, BEN, House, new_game

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from data import GameRecord, PooledDeal

CLASS, OTHER = "D1-all-back", "D3-1-back"
LARGEST = 2**60 - 1


async def put(house: House, *deals: int, rules_class: str = CLASS) -> None:
    """Put deals into the pool."""

    def add(conn: Connection) -> None:
        for deal in deals:
            pool.add(conn, rules_class, deal, "d wf", now=5)

    await house.store.transact(add)


async def held(house: House) -> list[tuple[str, int, str]]:
    """Give all that lies in the pool."""
    return [(one.rules_class, one.deal, one.line) for one in await house.store.read(pool.everything)]


async def take(house: House, rules_class: str = CLASS) -> PooledDeal | None:
    """Take a deal in a transaction of its own."""
    return await house.store.transact(lambda conn: pool.take(conn, rules_class))


async def test_the_oldest_deal_of_the_class_is_taken_for_good(house: House) -> None:
    """With its line; another class keeps its own, and an empty one gives nothing."""
    await put(house, LARGEST, 7)
    await put(house, 8, rules_class=OTHER)
    first = await take(house)
    assert first is not None
    assert (first.rules_class, first.deal, first.line) == (CLASS, LARGEST, "d wf")
    assert await held(house) == [(CLASS, 7, "d wf"), (OTHER, 8, "d wf")]
    assert await take(house) is not None
    assert await take(house) is None
    assert await held(house) == [(OTHER, 8, "d wf")]


async def test_a_deal_lies_once_in_a_class(house: House) -> None:
    """Found again, it stays as it is; another class has its own copy of it."""
    await put(house, 7, 7)
    await put(house, 7, rules_class=OTHER)
    assert await held(house) == [(CLASS, 7, "d wf"), (OTHER, 7, "d wf")]
    assert await house.store.read(pool.counts) == {CLASS: 1, OTHER: 1}


async def test_takers_at_once_get_different_deals(house: House) -> None:
    """Of ten who take at once, three get one each."""
    await put(house, 1, 2, 3)
    taken = await asyncio.gather(*(take(house) for _ in range(10)))
    assert sorted(one.deal for one in taken if one is not None) == [1, 2, 3]


async def test_a_start_that_fails_takes_nothing(house: House) -> None:
    """The deal is there for the next one when its game could not start."""
    await put(house, 1, 2)

    def start(conn: Connection, player: int) -> GameRecord:
        pooled = pool.take(conn, CLASS)
        assert pooled is not None
        return games.start(conn, new_game(player, deal=pooled.deal, practice=True, winnable=True))

    first = await house.store.transact(lambda conn: start(conn, ANN))
    with pytest.raises(GameAlreadyOpen):
        await house.store.transact(lambda conn: start(conn, ANN))
    second = await house.store.transact(lambda conn: start(conn, BEN))
    assert (first.deal, second.deal, second.winnable) == (1, 2, True)


async def test_deals_are_thrown_away_by_their_ids(house: House) -> None:
    """Those that have gone meanwhile do not matter."""
    await put(house, 1, 2, 3)
    ids = [one.id for one in await house.store.read(pool.everything)]
    await take(house)
    await house.store.transact(lambda conn: pool.drop(conn, ids[:2]))
    assert await held(house) == [(CLASS, 3, "d wf")]
