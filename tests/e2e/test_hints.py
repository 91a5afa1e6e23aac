"""Hints through the real bot: the question before the first, the sentence, the button that does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp

from localdiscord import Callback
from tests.e2e.acts import give_up
from tests.e2e.reading import labels, says

if TYPE_CHECKING:
    import pytest

    from tests.e2e.house import House


async def test_the_first_hint_asks_and_marks_the_game_for_good(house: House) -> None:
    """Nothing changes until it is answered; then the game is one with help and never asks again."""
    board = await house.deal()
    asked = await house.alice.click(board, "Hint")
    assert "count as assisted" in asked.text
    assert (await house.turn(board)).record.log == ""
    shown = await house.alice.click(asked.shown, "Show a hint")
    assert "💡" in shown.text
    await says(board, "💡")
    record = (await house.turn(board)).record
    assert (record.log, record.assisted) == ("hint", True)
    again = await house.alice.click(board, "Hint")
    assert not again.text or "count as assisted" not in again.text
    assert (await house.turn(board)).record.log == "hint hint"


async def test_do_it_does_what_the_hint_says(house: House) -> None:
    """The button plays the whole plan, from the private answer and from the board."""
    board = await house.deal()
    asked = await house.alice.slash("/klondike hint", level="simple")
    shown = await house.alice.click(asked.shown, "Show a hint")
    await house.alice.click(shown.shown, "Do it")
    await house.fake.settled()
    first = (await house.turn(board)).record
    assert first.log.startswith("hint ")
    assert len(first.log.split()) >= 2
    await house.alice.click(board, "Hint")
    await house.alice.click(board, "Do it")
    await house.fake.settled()
    assert len((await house.turn(board)).record.log.split()) >= first.ply + 2


async def test_a_board_that_is_not_written_down_yet_is_played_on(house: House) -> None:
    """Its controls stand on a message for all to see: what they do is shown there, and no note covers it."""
    board = await house.deal()
    asked = await house.alice.click(board, "Hint")
    await house.alice.click(asked.shown, "Show a hint")
    await says(board, "💡")
    await house.bot.sessions.place(await house.turn(board), board.channel.id, None)
    await house.alice.click(board, "Do it")
    assert board.image is not None
    assert "action" in board.text
    await house.alice.click(board, "Give up")
    await house.bot.sessions.place(await house.turn(board), board.channel.id, None)
    await house.alice.click(board, "Yes, give up")
    await says(board, "Given up after")
    assert board.image is not None


async def test_a_hint_that_comes_after_the_end_takes_the_place_of_its_question(house: House) -> None:
    """Nothing is left to press."""
    board = await house.deal()
    asked = await house.alice.click(board, "Hint")
    await give_up(house.alice)
    reply = await house.alice.click(asked.shown, "Show a hint")
    assert reply.kind is Callback.UPDATE
    assert "over" in asked.shown.text
    assert labels(asked.shown) == []


async def test_a_hint_is_told_where_the_board_cannot_be_painted(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is stored, so it is not lost; what went wrong is told beside it."""
    board = await house.deal()
    asked = await house.alice.slash("/klondike hint")
    await house.alice.click(asked.shown, "Show a hint")
    with monkeypatch.context() as patch:
        patch.setattr(house.bot.table, "repaint", unreachable)
        reply = await house.alice.slash("/klondike hint")
    assert "💡" in reply.text
    assert labels(reply.shown) == ["Do it"]
    assert (await house.turn(board)).record.log == "hint hint"


async def unreachable(*_: object, **__: object) -> None:
    """Stand in for a board that Discord does not take."""
    raise aiohttp.ClientConnectionError
