"""What `/klondike move` suggests behind moves that are typed already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from klondike import Deal, Game, Rules
from klondike.line import play_line
from tests.e2e.acts import typed

if TYPE_CHECKING:
    from localdiscord.components import Choice
    from tests.e2e.house import House


async def suggested(house: House, text: str) -> list[Choice]:
    """Read what is suggested while Alice types a line."""
    return await house.alice.autocomplete("/klondike move", focused="text", text=text)


async def lines(house: House, text: str) -> list[str]:
    """Read the lines that are suggested behind what was typed."""
    found = [str(one.value) for one in await suggested(house, text)]
    return [line for line in found if line.startswith(f"{text.strip()} ")]


async def test_a_line_goes_on(house: House) -> None:
    """Behind a move that shows nothing new, what can be done then is suggested; such a line is played."""
    await house.deal()
    await typed(house.alice, "d2 u2")  # both cards are known now
    after = Game(Deal(6), Rules.preset())
    play_line(after, "d d")
    assert await lines(house, "d d ") == [f"d d {move}" for move in after.legal_moves]
    (second,) = [one for one in await suggested(house, "d ") if one.value == "d d"]
    assert second.label == "d, then Draw 1 card · 23 cards in the stock"
    reply = await house.alice.slash("/klondike move", text="d d")
    assert "❌" not in reply.text


async def test_a_line_stops_at_a_card_that_was_never_seen(house: House) -> None:
    """Nothing is suggested behind a move that turns up a new card, whatever was typed behind it."""
    board = await house.deal()
    before = await house.turn(board)
    assert await lines(house, "d ") == []
    turning = [str(move) for move in before.view.legal_moves if str(move) != "d"]
    assert turning
    for move in turning:
        shows = play_line(Game(Deal(6), Rules.preset()), move).done[0].step.turned is not None
        assert bool(await lines(house, f"{move} ")) is not shows
    for behind in ("w ", "7h 8s", "d d d", "u "):
        assert [one for one in await suggested(house, f"d {behind}") if str(one.value).startswith("d ")] == []
    assert (await house.turn(board)).record == before.record
