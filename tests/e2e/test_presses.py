"""Presses that come twice, late, from the wrong person or from nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from localdiscord import Callback, delay, error
from tests.e2e.acts import cards_in
from tests.e2e.reading import (
    action_of,
    board_after,
    board_in,
    control,
    game_of,
    labels,
    revision_of,
    says,
    spelt,
    until,
)

if TYPE_CHECKING:
    from localdiscord import Message
    from tests.e2e.house import House


async def show_below(house: House, *, keeping_the_old: bool = False) -> Message:
    """Let Alice move her board down and give the new one; the old one cannot be removed if so wished."""
    old = house.board
    if keeping_the_old:
        house.fake.fault("DELETE", rf"/messages/{old.id}$", error(403, 50013))
    await house.alice.slash("/klondike show")
    new = await board_after(old)
    assert old.deleted is not keeping_the_old
    return new


async def test_d7_two_presses_at_once_are_one_action(house: House) -> None:
    """Two presses on one button, both sent before the first is answered, draw one card."""
    board = await house.deal()
    presses = [house.alice.click(board, "Draw"), house.alice.click(board, "Draw")]
    for press in presses:
        await press
    assert (action_of(board), revision_of(board)) == (1, 1)
    assert "Stock: 23 cards" in (board.alt or "")


async def test_an_interaction_delivered_twice_is_one_action(house: House) -> None:
    """The gateway repeats a press after a lost connection: one action, one answer, nothing wrong."""
    board = await house.deal()
    house.fake.gateway.duplicate()
    await house.alice.click(board, "Draw")
    house.fake.gateway.duplicate()
    await house.alice.slash("/klondike draw")
    form = (await house.alice.click(board, "Type a move")).modal
    house.fake.gateway.duplicate()
    await house.alice.submit(form, {"Moves": "d"})
    await house.fake.settled()
    assert action_of(board) == 3
    assert house.fake.late == []


async def test_k36_a_press_on_an_older_rendering_changes_nothing(house: House) -> None:
    """A press that carries an older revision does nothing, and the board as it stands is shown."""
    board = await house.deal()
    await house.alice.click(board, "Draw")
    reply = await house.alice.click(board, custom_id=control(board, "draw", revision=0), force=True)
    assert reply.shown is board
    assert "The game had moved on" in board.text
    assert (action_of(board), revision_of(board)) == (1, 1)


async def test_k36_a_choice_from_an_older_menu_changes_nothing(house: House) -> None:
    """A choice from a menu that was replaced meanwhile is not played on another position."""
    board = await house.deal()
    await house.alice.slash("/klondike draw")
    await house.alice.select(board, "d", custom_id=control(board, "menu", revision=0), force=True)
    assert "The game had moved on" in board.text
    assert action_of(board) == 1


@pytest.mark.parametrize("label", ["Draw", "Type a move", "Give up"])
async def test_d8_another_members_press_is_refused_in_private(house: House, label: str) -> None:
    """Whoever presses on somebody else's board is told whose it is, and nothing is written."""
    board = await house.deal()
    before = (await house.turn(board)).record
    shown = len(board.history)
    reply = await house.bob.click(board, label)
    assert reply.ephemeral
    assert f"the game of <@{house.alice.user.id}>" in reply.text
    assert "`/klondike new` starts your own" in spelt(reply.text)
    assert (await house.turn(board)).record == before
    assert len(board.history) == shown


async def test_d8_another_members_choice_and_modal_are_refused_in_private(house: House) -> None:
    """A menu and a modal of somebody else's game are as shut as its buttons."""
    board = await house.deal()
    before = (await house.turn(board)).record
    chosen = await house.bob.select(board, "d")
    form = (await house.alice.click(board, "Type a move")).modal
    submitted = await house.bob.submit(form, {"Moves": "d"})
    for reply in (chosen, submitted):
        assert reply.ephemeral
        assert "the game of" in reply.text
    assert (await house.turn(board)).record == before


async def test_another_members_reaction_is_ignored(house: House) -> None:
    """A reaction of somebody else moves nothing and is answered by nobody."""
    board = await house.deal()
    await house.bob.react(board, "🎴")
    await house.alice.react(board, "❤️")
    await house.fake.settled()
    await house.alice.click(board, "Draw")
    assert action_of(board) == 1


async def test_d18_adding_and_removing_a_reaction_both_count(house: House) -> None:
    """The same person draws by putting 🎴 on, again by taking it off, and once only where it comes twice."""
    board = await house.deal()
    house.fake.gateway.duplicate()
    await house.alice.react(board, "🎴")
    await until(lambda: action_of(board) == 1)
    await house.alice.unreact(board, "🎴")
    await until(lambda: action_of(board) == 2)
    await house.alice.react(board, "↩")
    await until(lambda: action_of(board) == 3)
    assert (await house.turn(board)).record.log == "d d u"


@pytest.mark.parametrize("restarted", [False, True])
async def test_d42_a_press_on_an_old_board_leads_to_the_live_one(house: House, *, restarted: bool) -> None:
    """An old board that could not be removed answers privately with a link, after a restart too."""
    old = await house.deal()
    live = await show_below(house, keeping_the_old=True)
    if restarted:
        await house.restart()
    reply = await house.alice.click(old, "Draw")
    assert reply.ephemeral
    assert "out of date" in reply.text
    assert f"/{house.home.id}/{house.general.id}/{live.id}" in reply.text
    assert action_of(live) == 0
    await house.alice.click(live, "Draw")
    assert (action_of(live), action_of(old)) == (1, 0)


async def test_d3_the_board_works_after_a_restart(house: House) -> None:
    """Buttons, menu, reactions and commands go on where they were when the bot comes back."""
    board = await house.deal(number=20, scoring="vegas")
    await house.alice.click(board, "Draw")
    await house.restart()
    await house.alice.click(board, "Draw")
    await house.restart()
    await house.alice.select(board, "d")
    await house.alice.slash("/klondike undo")
    await house.alice.react(board, "🎴")
    await until(lambda: action_of(board) == 5)
    assert (await house.turn(board)).record.log == "d d d u d"
    assert (house.board is board, len(board.media)) == (True, 1)


async def test_d3_a_modal_opened_before_a_restart_is_submitted_after_it(house: House) -> None:
    """A form that was open while the bot restarted still plays its line."""
    board = await house.deal()
    form = (await house.alice.click(board, "Type a move")).modal
    await house.restart()
    await house.alice.submit(form, {"Moves": "d d u"})
    assert action_of(board) == 3


async def test_confirmations_are_answered_after_a_restart(house: House) -> None:
    """Questions asked before a restart take their answer after it: give up, new game, code."""
    board = await house.deal()
    code = await house.alice.slash("/klondike code")
    new = await house.alice.slash("/klondike new", draw=3)
    await house.restart()
    shown = await house.alice.click(code.shown, "Show the code")
    assert "`KL1-D1N-AAAAAAG`" in shown.shown.text
    # The code was an action, so the older question is asked again before it costs more than it said.
    await house.alice.click(new.shown, "Give up and start anew")
    assert "open game here (0 moves)" in new.text
    await house.alice.click(new.shown, "Give up and start anew")
    second = await board_after(board)
    await says(board, "Given up")
    resign = await house.alice.slash("/klondike resign")
    await house.alice.click(second, "Give up")
    await house.restart()
    await house.alice.click(second, "Keep playing")
    assert "Draw 3" in labels(second)
    await house.alice.click(resign.shown, "Yes, give up")
    await says(second, "Given up")
    assert labels(second) == ["Play again", "Replay", "Result card"]


FORGED: Final = (
    "k:999:0:draw",
    "k:999:0:menu",
    "k:999:0:resign-yes",
    "k:999:0:again",
    "k:999999999999999999:0:draw",
    "k:9999999999999999999999:0:draw",
    "k:1:99999999999:draw",
    "k:1:0:nonsense",
    "k:1:0:draw:",
    "k:1:0:draw:a tail",
    "k:1:0:new-yes",
    "k:1:0:new-yes:D9Q",
    "k:1:0:new-yes:D1N-unscored",
    "k:1:0:new-yes:D1N/KL1-D1N",
    "k:1:0",
    "k:-1:0:draw",
    "k:1:0:draw\n",
    "k:١:0:draw",
    "garbage",
    "🂡",
)


async def test_a_forged_id_gets_a_private_answer(house: House) -> None:
    """Whatever an id says, its sender is answered in private and nothing is done."""
    board = await house.deal()
    before = (await house.turn(board)).record
    for custom_id in FORGED:
        reply = await house.alice.click(board, custom_id=custom_id, force=True)
        assert (custom_id, reply.ephemeral) == (custom_id, True)
        assert reply.text
    assert (await house.turn(board)).record == before
    assert board_in(house.general) is board


async def test_a_control_of_another_game_moves_only_that_game(house: House) -> None:
    """An id of one's own other game or of somebody else's, sent from this board, is refused."""
    board = await house.deal()
    bobs = await house.deal(house.bob)
    stolen = await house.alice.click(board, custom_id=control(bobs, "draw"), force=True)
    assert stolen.ephemeral
    assert "the game of" in stolen.text
    there = house.fake.guild("There")
    there.add(house.alice.user)
    other = await house.deal(house.alice.user.at(there.channel("lobby")))
    astray = await house.alice.click(board, custom_id=control(other, "draw"), force=True)
    assert "out of date" in astray.text
    assert [action_of(one) for one in (board, bobs, other)] == [0, 0, 0]


@pytest.mark.parametrize("value", ["", "hello", "zz", "35x0", "d" * 99, "\x00"])
async def test_a_menu_value_that_is_no_move_is_answered(house: House, value: str) -> None:
    """A forged menu value that is no move is refused on the board, and nothing is done."""
    board = await house.deal()
    await house.alice.select(board, value, force=True)
    assert "❌" in board.text
    assert action_of(board) == 0


async def test_a_menu_value_that_is_illegal_is_refused_with_the_rule(house: House) -> None:
    """A forged menu value that is a move, but no legal one, changes nothing and names the rule."""
    board = await house.deal()
    await house.alice.select(board, "fh3", force=True)
    assert "That foundation is empty" in board.text
    assert action_of(board) == 0


async def test_a_forged_modal_is_answered(house: House) -> None:
    """A form that comes without its field is answered on the board, and nothing is done."""
    board = await house.deal()
    form = (await house.alice.click(board, "Type a move")).modal
    await house.alice.submit(form, {"Moves": ""}, force=True)
    assert "❌ Nothing was typed" in board.text
    assert action_of(board) == 0


async def test_k37_twenty_presses_at_once(house: House) -> None:
    """Twenty presses on one rendering are one action: accepted = revision, and no card is lost."""
    board = await house.deal()
    presses = [house.alice.click(board, "Draw") for _ in range(20)]
    replies = [await press for press in presses]
    await house.fake.settled()
    turn = await house.turn(board)
    assert len(replies) == 20
    assert (turn.record.revision, turn.record.log, cards_in(turn.view)) == (1, "d", 52)
    assert (action_of(board), revision_of(board)) == (1, 1)


async def test_k37_twenty_mixed_acts_at_once(house: House) -> None:
    """Commands, presses and forms all at once: each accepted one is one revision, and no card is lost."""
    board = await house.deal()
    form = (await house.alice.click(board, "Type a move")).modal
    acts = [
        act
        for _ in range(5)
        for act in (
            house.alice.slash("/klondike draw"),
            house.alice.click(board, "Draw"),
            house.alice.slash("/klondike move", text="d"),
            house.alice.submit(form, {"Moves": "d"}),
        )
    ]
    for act in acts:
        await act
    await house.fake.settled()
    turn = await house.turn(board)
    assert turn.record.log.split() == ["d"] * turn.record.revision
    assert 10 <= turn.record.revision <= 11
    assert cards_in(turn.view) == 52
    last = house.board  # the answers to the commands may have pushed it down
    assert (action_of(last), revision_of(last)) == (turn.record.ply, turn.record.revision)


async def test_a_press_while_the_bot_stops_is_told_so(house: House) -> None:
    """Once the bot drains, presses, commands and forms are told that it restarts, once, and do nothing."""
    board = await house.deal()
    form = (await house.alice.click(board, "Type a move")).modal
    await house.bot.desk.drain()
    replies = [
        await house.alice.click(board, "Draw"),
        await house.alice.slash("/klondike draw"),
        await house.alice.submit(form, {"Moves": "d"}),
    ]
    await house.alice.react(board, "🎴")
    await house.fake.settled()
    for reply in replies:
        assert reply.ephemeral
        assert "I am restarting" in reply.text
        assert reply.followups == []
    await house.restart()
    await house.alice.click(board, "Draw")
    assert (action_of(board), game_of(board)) == (1, 1)


async def test_draining_lets_a_press_in_flight_finish(house: House) -> None:
    """A press that came before the stop is carried out and shown."""
    board = await house.deal()
    slow = house.fake.fault("POST", r"/callback$", delay(0.3))
    press = house.alice.click(board, "Draw")
    await until(lambda: slow.hits)
    await house.restart()
    reply = await press
    assert reply.kind is Callback.UPDATE
    assert action_of(board) == 1
