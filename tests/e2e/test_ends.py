"""What becomes of a board whose game is over: its reactions go, and it leads on to the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from localdiscord import delay, error
from tests.e2e.acts import give_up
from tests.e2e.reading import action_of, board_after, labels, until

if TYPE_CHECKING:
    from localdiscord import Message
    from tests.e2e.house import House

BOT = ("🎴", "↩️")


async def ready(house: House) -> Message:
    """Deal, and wait for the reactions on the board."""
    board = await house.deal()
    await until(lambda: len(board.reactions) == len(BOT))
    return board


@pytest.mark.parametrize("way", ["button", "command", "new"])
async def test_an_ended_board_loses_the_bot_s_reactions(house: House, way: str) -> None:
    """However a game ends, 🎴 and ↩️ go, those of its player stay, and the next board gets its own."""
    board = await ready(house)
    await house.alice.react(board, "🎴")
    await until(lambda: action_of(board) == 1)
    if way == "button":
        await house.alice.click(board, "Give up")
        await house.alice.click(board, "Yes, give up")
    elif way == "command":
        await give_up(house.alice)
    else:
        question = await house.alice.slash("/klondike new")
        await house.alice.click(question.shown, "Give up and start anew")
    await until(lambda: list(board.reactions) == ["🎴"])
    assert board.reacted("🎴") == [house.alice.user]
    await house.fake.settled()
    if way == "new":
        await until(lambda: len(house.board.reactions) == len(BOT))


async def test_reactions_that_are_just_coming_go_too(house: House) -> None:
    """A game that is given up while its board is still getting its reactions ends without them."""
    house.fake.fault("PUT", r"/reactions/", delay(0.3))
    board = await house.deal()
    await give_up(house.alice)
    await house.fake.settled(quiet=0.8)
    assert board.reactions == {}


async def test_reactions_that_cannot_be_taken_off_stay_quietly(house: House) -> None:
    """Discord refuses: nobody is told, and the board has ended all the same."""
    board = await ready(house)
    fault = house.fake.fault("DELETE", r"/reactions/", error(403, 50013))
    await house.alice.click(board, "Give up")
    await house.alice.click(board, "Yes, give up")
    await house.fake.settled()
    assert (fault.hits, len(board.reactions)) == (1, 2)
    assert "Given up" in board.text
    assert len(house.general.private) == 1  # the answer to the command that dealt


async def test_play_again_leads_on(house: House) -> None:
    """The board on which another game was asked for links to that one's board, and keeps what it offered."""
    board = await house.deal()
    await give_up(house.alice)
    before = labels(board)
    private = len(house.general.private)
    await house.alice.click(board, "Play again")
    new = await board_after(board)
    await house.fake.settled()
    assert len(house.general.private) == private
    (jump,) = [one for one in board.buttons if one.label == "Jump to board"]
    assert jump.url == f"https://discord.com/channels/{house.home.id}/{house.general.id}/{new.id}"
    assert labels(board) == [*before, "Jump to board"]
    assert "Jump to board" not in labels(new)


async def test_play_again_in_private_says_nothing_of_an_address(house: House) -> None:
    """A private place's address is not known, so its board offers no link."""
    seat = house.alice.user.at(house.fake.direct(house.alice.user))
    board = await house.deal(seat)
    await give_up(seat)
    await seat.click(board, "Play again")
    await board_after(board)
    await house.fake.settled()
    assert "Jump to board" not in labels(board)


async def test_an_ended_board_that_cannot_be_changed_does_not_stop_the_next_game(house: House) -> None:
    """The new board lies there, and nobody is told of the old one."""
    board = await house.deal()
    await give_up(house.alice)
    house.fake.fault("PATCH", r"/webhooks/", error(403, 50001))
    reply = await house.alice.click(board, "Play again")
    await board_after(board)
    await house.fake.settled()
    assert not reply.followups
    assert "Jump to board" not in labels(board)
