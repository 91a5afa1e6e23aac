"""The board follows the talk, and of many presses at once one picture is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from cogs.traffic import CROWD
from localdiscord import Callback, ClientRefusal, error
from tests.e2e.acts import cards_in, chat, give_up
from tests.e2e.reading import (
    action_of,
    board_after,
    board_in,
    control,
    game_of,
    labels,
    revision_of,
    says,
    until,
)

if TYPE_CHECKING:
    from tests.e2e.house import House

CALLBACK: Final = r"/callback$"


# The board follows the talk


async def test_a_slash_move_takes_the_board_below_the_talk(house: House) -> None:
    """With five messages below it the board is edited; with six it is posted anew and the old one goes."""
    old = await house.deal()
    await chat(house.bob, CROWD)
    await house.fake.settled()
    await house.alice.slash("/klondike draw")
    assert (house.board.id, action_of(old)) == (old.id, 1)
    await chat(house.bob, 1)
    await house.fake.settled()
    answer = await house.alice.slash("/klondike draw")
    new = house.general.last
    assert (old.deleted, action_of(new), game_of(new)) == (True, 2, game_of(old))
    assert f"/{new.id}" in answer.text
    await until(lambda: new.reacted("🎴") and new.reacted("↩️"))
    await house.alice.click(new, "Draw")
    assert action_of(new) == 3


async def test_a_typed_message_takes_the_board_below_the_talk(house: House) -> None:
    """Typed moves count as talk themselves, so that the board stays in sight of who types."""
    old = await house.deal()
    for number in range(1, CROWD + 2):
        await house.alice.say("d", mention_bot=True)
        await until(lambda: action_of(house.board) == number)  # noqa: B023 - awaited at once
    await house.fake.settled()
    assert (old.deleted, action_of(house.general.last)) == (True, CROWD + 1)


async def test_the_board_stays_under_the_hand_that_presses_it(house: House) -> None:
    """A press, a choice, a form and a reaction edit the board where it is, however much was said below."""
    board = await house.deal()
    await chat(house.bob, 2 * CROWD)
    await house.fake.settled()
    await house.alice.click(board, "Draw")
    await house.alice.select(board, "d")
    form = (await house.alice.click(board, "Type a move")).modal
    await house.alice.submit(form, {"Moves": "d"})
    await house.alice.react(board, "🎴")
    await until(lambda: action_of(board) == 4)
    assert house.board is board


async def test_deleted_messages_are_no_talk(house: House) -> None:
    """What was taken away again does not push the board down."""
    board = await house.deal()
    for message in [await house.bob.say("oops") for _ in range(CROWD + 3)]:
        await house.bob.delete(message)
    await house.fake.settled()
    await house.alice.slash("/klondike draw")
    assert (house.board is board, action_of(board)) == (True, 1)


async def test_the_answers_to_commands_push_their_players_board_down(house: House) -> None:
    """Whoever plays by commands alone sees their private answers pile up below the board, and only theirs."""
    bobs = await house.deal(house.bob, number=7)
    board = await house.deal()
    for _ in range(CROWD + 1):
        await house.alice.slash("/klondike draw")
    assert not board.deleted
    await house.alice.slash("/klondike draw")
    await house.bob.slash("/klondike draw")
    await house.fake.settled()
    assert (board.deleted, bobs.deleted) == (True, False)
    assert action_of(house.board) == CROWD + 2


async def test_refused_lines_push_the_board_down(house: House) -> None:
    """They stay, whether or not the reasons for their refusal have faded."""
    board = await house.deal()
    for _ in range(CROWD + 1):
        await house.alice.say("kd 2c", mention_bot=True)
    await house.fake.settled()
    for message in house.general.messages:
        if message.author is house.fake.bot and not message.image:
            house.bot.table.traffic.went(house.general.id, message.id)
    await house.alice.slash("/klondike draw")
    await house.fake.settled()
    assert board.deleted


async def test_after_a_restart_nothing_counts_as_said(house: House) -> None:
    """Counts are not stored: the board stays after a restart until the talk goes on for long enough."""
    board = await house.deal()
    await chat(house.bob)
    await house.restart()
    await house.alice.slash("/klondike draw")
    assert (house.board is board, action_of(board)) == (True, 1)
    await chat(house.bob)
    await house.fake.settled()
    await house.alice.slash("/klondike draw")
    assert (board.deleted, action_of(house.general.last)) == (True, 2)


async def test_a_board_that_cannot_be_posted_anew_stays(house: House) -> None:
    """Where the bot has lost the right to post, the board below the talk is still edited."""
    board = await house.deal()
    await chat(house.bob)
    house.fake.deny(house.general, "send")
    await house.fake.settled()
    answer = await house.alice.slash("/klondike draw")
    assert (house.board is board, action_of(board)) == (True, 1)
    assert f"/{board.id}" in answer.text


async def test_the_talk_of_one_place_moves_no_board_of_another(house: House) -> None:
    """Messages in other channels, servers and direct messages leave a board where it is."""
    board = await house.deal()
    other = house.fake.guild("Other")
    other.add(house.bob.user)
    for place in (house.home.channel("off-topic"), other.channel("hall"), house.fake.direct(house.bob.user)):
        await chat(house.bob.user.at(place))
    await house.fake.settled()
    await house.alice.slash("/klondike draw")
    assert house.board is board


async def test_boards_of_several_players_follow_each_for_itself(house: House) -> None:
    """Two boards in one channel: the move of one player moves only that player's board."""
    first, second = await house.deal(), await house.deal(house.bob)
    await chat(house.bob)
    await house.fake.settled()
    await house.alice.slash("/klondike draw")
    assert (first.deleted, second.deleted) == (True, False)
    assert (action_of(house.general.last), action_of(second)) == (1, 0)


async def test_the_board_follows_in_direct_messages_and_threads(house: House) -> None:
    """A direct message and a thread are channels like others."""
    for place in (house.fake.direct(house.alice.user), house.general.thread("cards")):
        seat = house.alice.user.at(place)
        old = await house.deal(seat)
        await chat(seat)
        await house.fake.settled()
        await seat.slash("/klondike draw")
        assert (old.deleted, action_of(board_in(place))) == (True, 1)
        await seat.click(board_in(place), "Draw")
        assert action_of(board_in(place)) == 2


async def test_an_old_board_that_could_not_be_removed_links_to_the_new_one(house: House) -> None:
    """D42: a board that the talk has passed and that stays answers a press in private with a link."""
    old = await house.deal()
    await chat(house.bob)
    await house.fake.settled()
    house.fake.fault("DELETE", rf"/messages/{old.id}$", error(403, 50013))
    await house.alice.slash("/klondike draw")
    new = house.general.last
    pressed = await house.alice.click(old, "Draw")
    assert (pressed.ephemeral, f"/{new.id}" in pressed.text, action_of(new)) == (True, True, 1)


async def test_a_press_that_crosses_the_move_of_its_board_is_shown_on_the_new_one(house: House) -> None:
    """A press sent while the board is being posted anew is done and shown below, or linked; none is lost."""
    old = await house.deal()
    await chat(house.bob)
    await house.fake.settled()
    house.fake.fault("DELETE", rf"/messages/{old.id}$", error(403, 50013))
    moved, pressed = house.alice.slash("/klondike draw"), house.alice.click(old, "Draw")
    await moved
    await pressed
    await house.fake.settled()
    new = house.general.last
    record = (await house.turn(new)).record
    assert (record.message_id, new.id > old.id) == (new.id, True)
    assert (action_of(new), revision_of(new)) == (record.ply, record.revision)


async def test_a_board_whose_posting_was_not_confirmed_is_played_on(house: House) -> None:
    """When the receipt of a new board is lost, its first press makes it the board and removes the old one."""
    house.fake.deny(house.general, "send")
    old = (await house.alice.slash("/klondike new")).shown
    await house.fake.settled()
    house.fake.fault("POST", CALLBACK, error(500), after=True)
    await house.alice.slash("/klondike show")
    new = await board_after(old)
    await house.alice.click(new, "Draw")
    await house.fake.settled()
    assert (action_of(new), old.deleted, (await house.turn(new)).record.message_id) == (1, True, new.id)


# One picture at the end


def pictures_sent(house: House, since: int) -> int:
    """Count the requests that have brought a picture."""
    return sum("board.png" in str(one.body) for one in house.fake.requests[since:])


async def test_twenty_presses_at_once_send_one_picture(house: House) -> None:
    """Of twenty presses on one rendering one is played and shown; the others are only acknowledged."""
    board = await house.deal()
    await house.fake.settled()
    before = len(house.fake.requests)
    presses = [house.alice.click(board, "Draw") for _ in range(20)]
    replies = [await press for press in presses]
    await house.fake.settled()
    turn = await house.turn(board)
    assert (turn.record.revision, cards_in(turn.view)) == (1, 52)
    assert pictures_sent(house, before) == 1
    kinds = [reply.kind for reply in replies]
    assert (kinds.count(Callback.UPDATE), kinds.count(Callback.DEFER_UPDATE)) == (1, 19)
    assert (action_of(board), revision_of(board)) == (1, 1)
    assert "Stock: 23 cards" in (board.alt or "")


async def test_a_stale_press_after_the_picture_gets_the_board_again(house: House) -> None:
    """Who presses an old rendering after the new one was sent has lost it somehow, and gets it again."""
    board = await house.deal()
    await house.alice.click(board, "Draw")
    await house.fake.settled()
    before = len(house.fake.requests)
    stale = await house.alice.click(board, custom_id=control(board, "draw", revision=0), force=True)
    assert (stale.kind, pictures_sent(house, before)) == (Callback.UPDATE, 1)
    assert "The game had moved on" in board.text


async def test_presses_on_a_board_whose_picture_was_lost_bring_it(house: House) -> None:
    """When the edit of the accepted press fails, one of those that crossed it brings the picture."""
    board = await house.deal()
    house.fake.fault("POST", CALLBACK, error(404, 10008))
    house.fake.fault("PATCH", rf"/messages/{board.id}$", error(404, 10008))
    house.fake.fault("POST", r"/channels/\d+/messages$", error(403, 50001))
    for press in [house.alice.click(board, "Draw") for _ in range(5)]:
        await press
    await house.fake.settled()
    assert (action_of(board), revision_of(board)) == (1, 1)


async def test_many_presses_at_the_end_of_a_game_send_one_picture(house: House) -> None:
    """Twenty confirmations of giving up at once end the game once and show that once."""
    board = await house.deal()
    await house.alice.click(board, "Give up")
    await house.fake.settled()
    before = len(house.fake.requests)
    for press in [house.alice.click(board, "Yes, give up") for _ in range(20)]:
        await press
    await house.fake.settled()
    assert pictures_sent(house, before) == 1
    assert labels(board) == ["Play again", "Replay", "Result card"]


async def test_the_ended_board_of_a_confirmed_command_stays_where_it_is(house: House) -> None:
    """A game given up by command is ended on its board, which does not come down for that."""
    board = await house.deal()
    await chat(house.bob)
    await house.fake.settled()
    await give_up(house.alice)
    await says(board, "Given up")
    with pytest.raises(ClientRefusal):
        house.alice.click(board, "Draw")
