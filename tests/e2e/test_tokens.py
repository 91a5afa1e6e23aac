"""Tokens that have run out and edits that fail: the game is kept, and the board comes back."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from localdiscord import NoAnswer, error
from tests.e2e.acts import typed
from tests.e2e.reading import action_of, board_in

if TYPE_CHECKING:
    from localdiscord import Message
    from tests.e2e.house import House

TOKEN_MINUTES = 15


async def test_d4_a_board_older_than_its_token_is_edited_in_place(house: House) -> None:
    """A day after the board was posted, presses and typed moves still change that very message."""
    board = await house.deal()
    for turn in range(3):
        house.move(hours=24 if turn else 0, minutes=TOKEN_MINUTES + 1)
        await house.alice.click(board, "Draw")
        assert action_of(board) == 2 * turn + 1
        assert "Drew" in await typed(house.alice, "d")
        await house.fake.settled()
        assert action_of(board) == 2 * turn + 2
    assert board_in(house.general) is board
    assert house.fake.late == []


async def test_all_time_moves_at_once(house: House) -> None:
    """The game's time and Discord's go on together, so both know that a day has passed."""
    day = 24 * 3600
    before, message = house.now, await house.alice.say("before")
    house.move(days=1)
    later = await house.alice.say("after")
    assert house.now - before == day * 1000
    assert round(later.created - message.created) // day == 1


@pytest.mark.parametrize(("status", "code"), [(404, 10015), (404, 10062), (401, 50027), (404, 0)])
async def test_d43_an_edit_that_fails_now_and_then_loses_no_move(
    house: House, status: int, code: int
) -> None:
    """When a press's answer is refused with 404 or 401, the move is kept and the next command shows it."""
    board = await house.deal()
    house.fake.fault("POST", r"/callback$", error(status, code))
    await press_whatever_comes(house, board)
    assert (await house.turn(board)).record.log == "d"
    await house.alice.slash("/klondike show")
    shown = board_in(house.general)
    assert action_of(shown) == 1
    await house.alice.click(shown, "Draw")
    assert action_of(shown) == 2


async def press_whatever_comes(house: House, board: Message) -> None:
    """Press Draw; Discord may show the presser a failure."""
    with suppress(NoAnswer):
        await house.alice.click(board, "Draw")
    await house.fake.settled()
