"""What the bot answers: refusals, marks, moved and lost boards, bad luck on the line, and records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text as sql

from localdiscord import Callback, ClientRefusal, delay, error
from tests.e2e.acts import deal_with_an_ace_up, give_up, typed
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
    from localdiscord import Message, Seat
    from localdiscord.permissions import Right
    from tests.e2e.house import House

CALLBACK = r"/callback$"


async def type_in_form(seat: Seat, board: Message, text: str) -> str:
    """Type a line into the form and read the answer, or the board where that is the answer."""
    form = (await seat.click(board, "Type a move")).modal
    return (await seat.submit(form, {"Moves": text})).text


# Refusals


@pytest.mark.parametrize("form", [False, True])
async def test_a_refusal_names_the_rule_and_something_that_works(house: House, *, form: bool) -> None:
    """A refused line, by command or form, says why and gives an example that works when it is typed."""
    board = await house.deal()
    for wrong, why in (
        ("r", "The waste is turned over only when the stock is empty"),
        ("wf", "The waste is empty"),
        ("fh3", "That foundation is empty"),
        ("hello", "I do not understand `hello`"),
        ("7h", "`7h`"),
        ("d41", "one line holds at most 40 actions"),
    ):
        before = (await house.turn(board)).record
        text = await (type_in_form(house.alice, house.board, wrong) if form else typed(house.alice, wrong))
        assert why in text
        assert "This would work now: `" in text
        assert (await house.turn(board)).record == before
        example = text.rpartition("work now: `")[2].partition("`")[0]
        assert "❌" not in await typed(house.alice, example)
        await house.alice.slash("/klondike undo")


async def test_a_line_stops_at_its_first_refusal_and_tells_both(house: House) -> None:
    """What was done before the refusal stands and is told, and so is what refused."""
    board = await house.deal()
    text = await typed(house.alice, "d d fh3 d")
    assert text.count("Drew") == 2
    assert "`fh3`: That foundation is empty" in text
    assert action_of(board) == 2
    text = await typed(house.alice, "u5")
    assert "2 actions undone." in text
    assert "❌" not in text
    assert (await house.turn(board)).record.log == "d d u u"


async def test_nothing_to_undo_or_redo_is_said(house: House) -> None:
    """Undo and redo with an empty list say so, and their buttons cannot be pressed."""
    board = await house.deal()
    assert "nothing to undo" in (await house.alice.slash("/klondike undo")).text
    assert "nothing to redo" in (await house.alice.slash("/klondike redo")).text
    for label in ("Undo", "Redo"):
        with pytest.raises(ClientRefusal):
            house.alice.click(board, label)
    assert action_of(board) == 0


async def test_k29_a_dead_stock_is_shown_and_said(house: House) -> None:
    """When no pass is left the button is disabled and names it, and typed `d` says why."""
    board = await house.deal(scoring="vegas")
    await typed(house.alice, "d24")
    assert "No pass left" in labels(board)
    with pytest.raises(ClientRefusal):
        house.alice.click(board, "🎴")
    assert "no pass is left under these rules" in await typed(house.alice, "d")
    await house.alice.click(board, custom_id=control(board, "draw"), force=True)
    assert "no pass is left under these rules" in board.text
    assert action_of(board) == 24


# Help and what is booked


async def test_the_code_of_an_open_game_is_shown_after_a_question(house: House) -> None:
    """`code` asks, since it marks the game; the mark is on the board, and the second time it does not ask."""
    board = await house.deal(draw=3)
    question = await house.alice.slash("/klondike code")
    assert "count as assisted from now on" in question.text
    await house.alice.click(question.shown, "Leave it as it is")
    assert "assisted" not in board.text
    question = await house.alice.slash("/klondike code")
    assert question.ephemeral
    await house.alice.click(question.shown, "Show the code")
    await says(board, "assisted")
    assert "`KL1-D3N-AAAAAAG`" in question.text
    again = await house.alice.slash("/klondike code")
    assert ("`KL1-D3N-AAAAAAG`" in again.text, labels(again.shown)) == (True, [])
    assert (await house.turn(board)).record.log == "code"


async def test_the_code_of_an_ended_game_marks_nothing(house: House) -> None:
    """After the end the code is simply shown."""
    board = await house.deal()
    await give_up(house.alice)
    assert "`KL1-D1N-AAAAAAG`" in (await house.alice.slash("/klondike code")).text
    assert not (await house.turn(board)).record.assisted


async def test_what_is_won_after_help_is_shown_but_not_booked(house: House) -> None:
    """Undoing a first look in Vegas marks the game: later winnings do not reach the bankroll, losses do."""
    number, ace = deal_with_an_ace_up()
    board = await house.deal(number=number, scoring="vegas")
    assert "-$52" in (await house.alice.slash("/klondike bankroll")).text
    await typed(house.alice, "d u")
    assert "assisted" in board.text
    await typed(house.alice, ace)
    record = (await house.turn(board)).record
    assert (record.score, record.booked, record.assisted) == (-47, -52, True)
    assert "Score -$47." in (board.alt or "")
    assert "**-$52**" in (await house.alice.slash("/klondike bankroll")).text


async def test_undo_takes_booked_dollars_back(house: House) -> None:
    """Five dollars that were booked go back when the move is undone, and do not come again with its redo."""
    number, ace = deal_with_an_ace_up()
    board = await house.deal(number=number, scoring="vegas")
    booked = []
    for text in (ace, "u", "redo"):
        await typed(house.alice, text)
        booked.append((await house.turn(board)).record.booked)
    assisted = (await house.turn(board)).record.assisted
    assert booked == [-47, -52, -52 if assisted else -47]


# Giving up


async def test_give_up_on_the_board_asks_in_place(house: House) -> None:
    """The button asks on the board itself; Keep playing brings the controls back; nothing is done before."""
    board = await house.deal()
    before = labels(board)
    await house.alice.click(board, "Give up")
    assert (labels(board), board.selects) == (["Yes, give up", "Keep playing"], [])
    assert "Give this game up?" in board.text
    await house.alice.click(board, "Keep playing")
    assert (labels(board), revision_of(board)) == (before, 0)
    await house.alice.click(board, "Give up")
    await house.alice.click(board, "Yes, give up")
    assert (labels(board), "Given up after 0 moves" in board.text) == (
        ["Play again", "Replay", "Result card"],
        True,
    )
    assert "1 played, 0 won" in (await house.alice.slash("/klondike stats")).text


async def test_a_confirmation_of_giving_up_holds_for_the_board_it_was_asked_on(house: House) -> None:
    """When the game has moved on since the question, it is not given up, and that is said."""
    board = await house.deal()
    question = await house.alice.slash("/klondike resign")
    await house.alice.click(board, "Draw")
    await house.alice.click(question.shown, "Yes, give up")
    assert "has moved on since I asked" in question.text
    await house.alice.click(board, "Give up")
    asked = control(board, "resign-yes")
    await house.alice.slash("/klondike draw")
    await house.alice.click(board, custom_id=asked, force=True)
    assert "The game had moved on" in board.text
    assert (await house.turn(board)).record.is_open


async def test_giving_up_by_command_asks_and_ends_the_board(house: House) -> None:
    """The command asks in private; confirmed, the board says it, and a second press finds it ended."""
    board = await house.deal()
    question = await house.alice.slash("/klondike resign")
    assert (question.ephemeral, f"/{board.id}" in question.text) == (True, True)
    presses = [house.alice.click(question.shown, "Yes, give up") for _ in range(2)]
    for press in presses:
        await press
    await says(board, "Given up")
    assert "1 played, 0 won" in (await house.alice.slash("/klondike stats")).text


# Where the board lives


async def test_show_moves_the_board_down(house: House) -> None:
    """`show` lays the board below the talk, removes the old one and says where it is."""
    old = await house.deal()
    await house.alice.click(old, "Draw")
    await house.bob.say("nice weather")
    answer = await house.alice.slash("/klondike show")
    new = house.general.last
    assert (old.deleted, action_of(new), answer.ephemeral) == (True, 1, True)
    assert f"/{new.id}" in answer.text
    await house.alice.click(new, "Draw")
    assert action_of(new) == 2


async def test_d10_a_deleted_board_comes_back_with_the_next_move(house: House) -> None:
    """After a moderator has deleted the board, the next typed move posts it anew, and it works."""
    board = await house.deal()
    house.home.managers.add(house.bob.user)
    await house.bob.delete(board)
    answer = await house.alice.slash("/klondike draw")
    new = house.board
    assert (new.id > board.id, action_of(new)) == (True, 1)
    assert "Drew" in answer.text
    await house.alice.click(new, "Draw")
    assert action_of(new) == 2


@pytest.mark.parametrize("right", ["send", "view"])
async def test_without_rights_the_board_comes_as_the_answer(house: House, right: Right) -> None:
    """Where the bot may not post, the answer to the command is the board, and it is played all the same."""
    house.fake.deny(house.general, right)
    answer = await house.alice.slash("/klondike new")
    board = answer.shown
    assert (answer.ephemeral, action_of(board), board.image is not None) == (False, 0, True)
    await house.alice.click(board, "Draw")
    assert action_of(board) == 1
    await house.alice.slash("/klondike draw")
    assert action_of(board_in(house.general)) == 2


async def test_without_attach_files_it_says_what_is_missing(house: House) -> None:
    """Without pictures the board is in letters and names the right; with it `show` brings the picture."""
    house.fake.deny(house.general, "attach")
    await house.alice.slash("/klondike new")
    assert "I need the permission **Attach Files**" in house.general.last.text
    house.fake.allow(house.general, "attach")
    await house.alice.slash("/klondike show")
    assert action_of(house.board) == 0


async def test_rights_taken_between_check_and_post(house: House) -> None:
    """When posting is refused though the interaction allowed it, the answer itself is the board."""
    house.fake.fault("POST", r"/channels/\d+/messages$", error(403, 50013))
    answer = await house.alice.slash("/klondike new")
    assert (answer.shown.image is not None, answer.ephemeral) == (True, False)
    await house.alice.click(answer.shown, "Draw")
    assert action_of(answer.shown) == 1


@pytest.mark.parametrize(
    ("status", "code"), [(403, 50001), (403, 50013), (400, 30046), (400, 50083), (404, 10003)]
)
async def test_a_board_that_cannot_be_edited_is_laid_anew(house: House, status: int, code: int) -> None:
    """No access, no right, too many edits, an archived thread, a lost channel: a new board with the move."""
    board = await house.deal()
    house.fake.fault("PATCH", rf"/messages/{board.id}$", error(status, code), times=99)
    answer = await house.alice.slash("/klondike draw")
    new = house.board
    assert (new.id > board.id, action_of(new), game_of(new)) == (True, 1, game_of(board))
    assert "Drew" in answer.text
    await house.alice.slash("/klondike draw")
    assert (house.board.id, action_of(new)) == (new.id, 2)


async def test_an_archived_thread_is_no_end(house: House) -> None:
    """A game in a thread that was archived goes on in the answer, whatever can no longer be edited."""
    thread = house.general.thread("cards")
    seat = house.alice.user.at(thread)
    board = await house.deal(seat)
    thread.archived = True
    await seat.slash("/klondike draw")
    assert action_of(board_in(thread)) == 1
    assert game_of(board_in(thread)) == game_of(board)


async def test_d21_d22_the_picture_stays_one_with_its_description(house: House) -> None:
    """However often and however it is edited, a board has one picture and an alt text that fits it."""
    board = await house.deal()
    for number in range(1, 13):
        if number % 3 == 0:
            await house.alice.slash("/klondike draw")
        elif number % 3 == 1:
            await house.alice.click(board, "Draw")
        else:
            await type_in_form(house.alice, board, "d")
        assert (len(board.media), len(board.attachments)) == (1, 1)
        assert f"Stock: {24 - number} cards" in (board.alt or "")
        assert len(board.alt or "") <= 1024
        assert board.image is not None


# Bad luck on the line


async def test_a_failing_answer_is_tried_again(house: House) -> None:
    """A 500 on the answer to a press is tried again, and the press counts once."""
    board = await house.deal()
    fault = house.fake.fault("POST", CALLBACK, error(500))
    await house.alice.click(board, "Draw")
    assert (fault.hits, action_of(board)) == (1, 1)


async def test_an_answer_whose_receipt_is_lost_counts_as_given(house: House) -> None:
    """The answer was done and its reply lost: trying again meets 40060, which is success."""
    board = await house.deal()
    house.fake.fault("POST", CALLBACK, error(500), after=True)
    reply = await house.alice.click(board, "Draw")
    await house.fake.settled()
    house.fake.fault("POST", CALLBACK, error(500), after=True)
    spoken = await house.alice.slash("/klondike draw")
    await until(lambda: len(house.fake.late) > 1)
    await house.fake.settled()
    assert (reply.kind, action_of(board)) == (Callback.UPDATE, 2)
    assert ("Drew" in spoken.text, spoken.followups) == (True, [])
    assert [late.code for late in house.fake.late] == [40060, 40060]


async def test_an_answer_whose_receipt_is_lost_again_and_again_keeps_nobody_waiting(house: House) -> None:
    """When even the news that it was done is lost, the bot gives up and edits the board itself."""
    board = await house.deal()
    house.fake.fault("POST", CALLBACK, error(500), after=True, times=2)
    press, command = house.alice.click(board, "Draw"), house.alice.slash("/klondike draw")
    reply, spoken = await press, await command
    await house.fake.settled()
    assert (reply.kind, action_of(board)) == (Callback.UPDATE, 2)
    assert "Drew" in spoken.text


async def test_a_lost_receipt_in_the_middle_of_an_answer(house: House) -> None:
    """An answer in two parts (Dealing…, then the link) gets its second though the first reply was lost."""
    old = await house.deal()
    question = await house.alice.slash("/klondike new")
    house.fake.fault("POST", CALLBACK, error(500), after=True)
    await house.alice.click(question.shown, "Give up and start anew")
    await board_after(old)
    await says(question.shown, "on the table")


async def test_d1_a_slow_channel_is_answered_in_time(house: House) -> None:
    """When posting the board takes two seconds, the command is deferred and then answered."""
    house.fake.fault("POST", r"/channels/\d+/messages$", delay(2))
    answer = await house.alice.slash("/klondike new")
    assert answer.kind is Callback.DEFER
    assert "on the table" in answer.text
    assert action_of(house.board) == 0


async def test_d1_a_busy_game_is_answered_in_time(house: House) -> None:
    """A press that must wait for its turn is deferred and then shown on the board."""
    board = await house.deal()
    lock = house.bot.sessions._lock(game_of(board))
    async with lock:
        press = house.alice.click(board, "Draw")
        spoken = house.alice.slash("/klondike draw")
        first = await press.acknowledged()
        second = await spoken.acknowledged()
    assert (first.kind, second.kind) == (Callback.DEFER_UPDATE, Callback.DEFER)
    assert "Drew" in (await spoken).text
    await until(lambda: action_of(board) == 2)


async def test_d2_a_slow_store_does_not_break_the_form(house: House) -> None:
    """Where a form can no longer be opened in time, that is said, and the next press opens it."""
    board = await house.deal()
    async with house.held_reads():
        press = house.alice.click(board, "Type a move")
        await press.acknowledged()
    await house.fake.settled(quiet=0.3)
    assert "Discord was slow just now" in house.alice.private[-1].text
    assert (await house.alice.click(board, "Type a move")).modal.title == "Type a move"


# What is written down


async def test_k25_a_game_that_does_not_replay_is_no_win(house: House) -> None:
    """A stored log that breaks the rules is never booked as won: the game is ended, its owner told, once."""
    board = await house.deal(scoring="vegas")
    await house.store.transact(
        lambda conn: conn.execute(sql("UPDATE game SET log = 'wf wf finish', ply = 3, revision = 3"))
    )
    reply = await house.alice.click(board, custom_id=control(board, "draw", revision=3), force=True)
    assert "An update of the rules ended this game" in reply.text
    assert "An update of the rules ended this game" in (await house.alice.slash("/klondike draw")).text
    assert "None yet" in (await house.alice.slash("/klondike stats")).text
    assert "**-$52**" in (await house.alice.slash("/klondike bankroll")).text
    again = await house.deal()
    await house.alice.click(again, "Draw")
    assert (game_of(again), action_of(again)) == (2, 1)


async def test_k41_k42_the_clock_counts_playing_only(house: House) -> None:
    """Time starts with the first action; a night counts two minutes, and a clock set back counts nothing."""
    board = await house.deal()
    played = []
    for jump in (3_600_000, 10_000, 8 * 3_600_000, -24 * 3_600_000):
        house.now += jump
        await house.alice.click(board, "Draw")
        played.append((await house.turn(board)).record.active_ms)
    assert played == [0, 11_000, 131_000, 131_000]
