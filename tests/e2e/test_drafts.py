"""The form for typed moves: a refused line stands in it again, for its own player and its own game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.acts import give_up
from tests.e2e.reading import action_of

if TYPE_CHECKING:
    from localdiscord import Message, Seat
    from tests.e2e.house import House


async def offered(seat: Seat, board: Message) -> str:
    """Open the form and read what stands in it."""
    (entry,) = (await seat.click(board, "Type a move")).modal.fields
    return entry.value


async def submitted(seat: Seat, board: Message, text: str) -> None:
    """Type a line into the form and send it."""
    await seat.submit((await seat.click(board, "Type a move")).modal, {"Moves": text})


async def test_a_refused_line_stands_in_the_form_again(house: House) -> None:
    """As it was typed where nothing of it was played, whether no move or no legal one; else what is left."""
    board = await house.deal()
    assert not await offered(house.alice, board)
    for text in ("7x to the  king", "kh  ac"):
        await submitted(house.alice, board, text)
        assert (action_of(board), await offered(house.alice, board)) == (0, text)
    await submitted(house.alice, board, "d d kh ac d")
    assert (action_of(board), await offered(house.alice, board)) == (2, "kh ac d")
    await submitted(house.alice, board, "d24")
    assert (action_of(board), await offered(house.alice, board)) == (24, "d2")
    await submitted(house.alice, board, "u")
    assert not await offered(house.alice, board)


async def test_a_line_goes_once_the_game_has_moved_on(house: House) -> None:
    """What was refused on another board is not brought back, nor after a restart."""
    board = await house.deal()
    await submitted(house.alice, board, "kh ac")
    await house.alice.click(board, "Draw")
    assert not await offered(house.alice, board)
    await submitted(house.alice, board, "kh ac")
    await house.restart()
    assert not await offered(house.alice, board)


async def test_a_line_that_came_too_late_is_kept(house: House) -> None:
    """Where the game had moved on meanwhile nothing was played, and the line stands there again."""
    board = await house.deal()
    form = (await house.alice.click(board, "Type a move")).modal
    await house.alice.click(board, "Draw")
    await house.alice.submit(form, {"Moves": "d d"})
    assert (action_of(board), await offered(house.alice, board)) == (1, "d d")


async def test_nobody_sees_another_player_s_line(house: House) -> None:
    """Every player has the own line of every own game, and no game has that of the one before."""
    board, other = await house.deal(), await house.deal(house.bob)
    await submitted(house.alice, board, "kh ac")
    await submitted(house.bob, other, "kd as")
    assert await offered(house.bob, other) == "kd as"
    assert await offered(house.alice, board) == "kh ac"
    assert "This is the game of" in (await house.bob.click(board, "Type a move")).text
    await give_up(house.alice)
    assert not await offered(house.alice, await house.deal())
