"""Connections that break, and presses that cross: what is stored is shown, and the player is answered."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import pytest

from data import Status
from localdiscord import NoAnswer, drop, error
from tests.e2e.acts import give_up, typed
from tests.e2e.reading import action_of, board_after, control, labels, says

if TYPE_CHECKING:
    from localdiscord import Message
    from tests.e2e.house import House

CALLBACK: Final = r"/callback"


async def press(house: House, board: Message, way: str) -> None:
    """Draw once, by one of the ways that a board offers."""
    if way == "button":
        await house.alice.click(board, "🎴")
    elif way == "menu":
        await house.alice.select(board, "d")
    else:
        form = (await house.alice.click(board, "Type a move")).modal
        house.fake.fault("POST", CALLBACK, drop())
        await house.alice.submit(form, {"Moves": "d"})


@pytest.mark.parametrize("way", ["button", "menu", "form"])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
async def test_d11_a_press_whose_connection_breaks_is_shown(house: House, way: str, *, after: bool) -> None:
    """Whether the answer was lost on its way out or its receipt on the way back, the board shows the draw."""
    board = await house.deal()
    if way != "form":
        house.fake.fault("POST", CALLBACK, drop(), after=after)
    await press(house, board, way)
    await house.fake.settled()
    assert action_of(board) == 1
    assert (await house.turn(board)).record.log == "d"


async def test_d43_an_edit_whose_connection_breaks_is_made_again(house: House) -> None:
    """A slash move and a reaction reach the board though the first try was lost."""
    board = await house.deal()
    house.fake.fault("PATCH", r"/messages/", drop())
    assert "Drew" in await typed(house.alice, "d")
    assert action_of(board) == 1
    house.fake.fault("PATCH", r"/messages/", drop())
    await house.alice.react(board, "🎴")
    await house.fake.settled()
    assert action_of(board) == 2


async def test_a_refusal_whose_connection_breaks_is_said(house: House) -> None:
    """Another member's press is answered though the first try was lost."""
    board = await house.deal()
    house.fake.fault("POST", CALLBACK, drop())
    assert "the game of" in (await house.bob.click(board, "🎴")).text


async def test_a_picture_whose_connection_breaks_is_sent_whole(house: House) -> None:
    """A page of the help that has a picture comes with it though the first try was lost."""
    page = await house.alice.slash("/klondike help")
    house.fake.fault("POST", CALLBACK, drop())
    await house.alice.select(page.shown, "Typing moves")
    assert page.shown.image


async def test_a_press_that_discord_no_longer_knows_is_shown_on_its_board(house: House) -> None:
    """When the answer comes too late the board itself is edited; only the press looks unanswered."""
    board = await house.deal()
    house.fake.fault("POST", CALLBACK, error(404, 10062), times=2)
    with pytest.raises(NoAnswer):
        await house.alice.click(board, "🎴")
    await house.fake.settled()
    assert action_of(board) == 1
    house.fake.late.clear()


async def test_giving_up_too_late_for_an_answer_is_shown(house: House) -> None:
    """A confirmed give-up stands on the board even when its answer is lost for good."""
    board = await house.deal()
    await house.alice.click(board, "Give up")
    house.fake.fault("POST", CALLBACK, error(404, 10062), times=2)
    with pytest.raises(NoAnswer):
        await house.alice.click(board, "Yes, give up")
    await says(board, "Given up")
    assert labels(board) == ["Play again", "Replay", "Result card"]
    house.fake.late.clear()


async def test_a_new_game_has_its_board_though_the_answer_is_lost(house: House) -> None:
    """The game that a confirmation starts is laid on the table even when the question cannot be answered."""
    board = await house.deal(scoring="vegas")
    question = await house.alice.slash("/klondike new", scoring="vegas", draw=3)
    house.fake.fault("POST", CALLBACK, error(404, 10062), times=3)
    with pytest.raises(NoAnswer):
        await house.alice.click(question.shown, "Give up and start anew")
    second = await board_after(board)
    assert "Draw 3" in second.text
    house.fake.late.clear()


async def test_d7_a_game_that_moves_on_is_not_given_up_for_a_new_one(house: House) -> None:
    """A draw and a "give up and start anew" that cross: the question is asked again if the draw was first."""
    for _ in range(5):
        board = await house.deal()
        question = await house.alice.slash("/klondike new")
        yes = house.alice.click(question.shown, "Give up and start anew")
        draw = house.alice.click(board, "🎴")
        await asyncio.gather(yes, draw, return_exceptions=True)
        await house.fake.settled()
        record = (await house.turn(board)).record
        assert (record.status, record.log) in {(Status.OPEN, "d"), (Status.GIVEN_UP, "")}
        await give_up(house.alice)


async def test_a_question_on_a_board_that_was_replaced_is_out_of_date(house: House) -> None:
    """A "yes, give up" pressed on a board that `show` has moved ends nothing."""
    board = await house.deal()
    await house.alice.click(board, "Give up")
    yes = control(board, "resign-yes")
    house.fake.fault("DELETE", r"/messages/", error(403, 50013))
    await house.alice.slash("/klondike show")
    answer = await house.alice.click(board, custom_id=yes, force=True)
    assert "out of date" in answer.text
    assert (await house.turn(board)).record.is_open


async def test_a_line_that_goes_on_behind_its_last_undo_tells_where_it_stopped(house: House) -> None:
    """`u5 d3` with two to undo names the undo that stopped it, since the draws were asked for too."""
    await house.deal()
    await typed(house.alice, "d d")
    text = await typed(house.alice, "u5 d3")
    assert "2 actions undone." in text
    assert "nothing to undo" in text


async def test_the_code_of_a_game_that_ended_meanwhile_is_shown(house: House) -> None:
    """Whoever confirms after the game has ended gets its code all the same."""
    await house.deal()
    question = await house.alice.slash("/klondike code")
    await give_up(house.alice)
    shown = await house.alice.click(question.shown, "Show the code")
    assert "`KL1-D1N-AAAAAAG`" in shown.shown.text
