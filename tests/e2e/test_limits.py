"""The bot on a Discord that counts requests as the real one does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.e2e.reading import action_of

if TYPE_CHECKING:
    from tests.e2e.house import House

PRESSES = 8


async def test_quick_players_never_meet_a_limit(limited_house: House) -> None:
    """Two people who press as fast as they can are answered every time, and no request is refused."""
    house = limited_house
    boards = [await house.deal(seat, number=number) for number, seat in enumerate((house.alice, house.bob))]

    async def play(number: int) -> None:
        seat = (house.alice, house.bob)[number]
        for _ in range(PRESSES):
            await seat.click(boards[number], "Draw")

    await asyncio.gather(play(0), play(1))
    await house.fake.settled()
    assert [action_of(board) for board in boards] == [PRESSES, PRESSES]
    assert (house.fake.invalid, house.fake.late) == (0, [])
