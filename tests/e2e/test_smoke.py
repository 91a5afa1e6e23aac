"""A first game through the real library: the shortest way from a command to a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.e2e.house import House


async def test_a_command_deals_a_game_and_a_button_draws(house: House) -> None:
    """`/klondike new` posts a board with a picture, and a press on Draw changes that very message."""
    house.deals.append(6)
    answer = await house.alice.slash("/klondike new")
    board = house.board
    assert "on the table" in answer.text
    assert "Stock: 24 cards" in (board.alt or "")
    await house.alice.click(board, "Draw")
    assert "Stock: 23 cards" in (house.board.alt or "")
    assert house.board.id == board.id
