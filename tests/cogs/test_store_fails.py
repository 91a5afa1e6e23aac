"""What a process keeps in mind of its games never runs ahead of a store that has refused them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from data import StoreFailing
from klondike import Help
from tests.cogs.hall import ANN, BEN, seat

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cogs.sessions import Turn
    from tests.cogs.hall import Hall

CHANGES: dict[str, Callable[[Hall, Turn], Awaitable[Turn]]] = {
    "play": lambda hall, turn: hall.play(turn, "d d"),
    "undo": lambda hall, turn: hall.play(turn, "u"),
    "help": lambda hall, turn: hall.sessions.take_help(turn.record.id, ANN, Help.CODE),
    "resign": lambda hall, turn: hall.sessions.resign(turn.record.id, ANN),
    "place": lambda hall, turn: hall.sessions.place(turn, 1, 2),
}


async def fail_once(hall: Hall) -> None:
    """Let the next transaction be refused by SQLite itself."""
    await hall.store.transact(lambda conn: conn.exec_driver_sql("PRAGMA query_only = ON"))


@pytest.mark.parametrize("change", CHANGES)
async def test_what_was_not_stored_is_not_remembered(hall: Hall, change: str) -> None:
    """After a refused change the game stands where it was, here and in the store, and then plays on."""
    turn = await hall.play(await hall.start(), "d")
    await fail_once(hall)
    with pytest.raises(StoreFailing):
        await CHANGES[change](hall, turn)
    remembered = await hall.sessions.recalled(turn.record.id)
    assert remembered == await hall.sessions.record(turn.record.id) == turn.record
    assert (await hall.sessions.by_id(turn.record.id)).view == turn.view
    after = await hall.play(turn, "d")
    assert (after.record.log, after.record.revision) == ("d d", 2)
    assert await hall.problems() == []


async def test_a_game_that_was_not_stored_does_not_exist(hall: Hall) -> None:
    """A refused start books nothing and takes nobody's open game; the next one works."""
    first = await hall.start(rules="D1V")
    await fail_once(hall)
    with pytest.raises(StoreFailing):
        await hall.start(seat(BEN), rules="D1V")
    assert await hall.sessions.glance(seat(BEN)) is None
    assert (await hall.sessions.current(seat(ANN))).record == first.record
    assert (await hall.start(seat(BEN), rules="D1V")).record.is_open
    assert await hall.problems() == []
