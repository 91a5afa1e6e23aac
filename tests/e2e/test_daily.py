"""What a player meets in daily use: where a card or a game lies, marks that go, quick fingers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.acts import typed
from tests.e2e.reading import action_of

if TYPE_CHECKING:
    from tests.e2e.house import House


async def test_a_card_that_was_seen_is_told_of_where_it_lies(house: House) -> None:
    """Deep in the waste it is told how deep; turned over into the stock, which line draws to it."""
    board = await house.deal()
    await typed(house.alice, "d3")
    buried = await house.alice.slash("/klondike move", text="3h 4c")
    assert "3♥ lies in the waste under 1 card;" in buried.text
    await typed(house.alice, "d21 r")
    ahead = await house.alice.slash("/klondike move", text="8s f")
    assert "8♠ comes with 3 draws: type `d 8s`." in ahead.text
    await typed(house.alice, "d 8s")
    assert (await house.turn(board)).view.waste[-1] is not None
    assert action_of(house.board) == 3 + 22 + 3
    unseen = await house.alice.slash("/klondike move", text="kh e")
    assert "That card has not turned up yet." in unseen.text
