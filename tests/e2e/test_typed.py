"""Moves typed as messages: by mention, reply, direct message and in a thread, and what is no move."""

from __future__ import annotations

import asyncio
import copy
import os
import sys
from typing import TYPE_CHECKING, Any, Final

import pytest

from cogs import typed
from cogs.client import KlondikeBot
from cogs.easel import Easel
from cogs.heard import Way, hear
from cogs.sessions import Sessions
from data import Store
from localdiscord import TOKEN, LocalDiscord, acts, delay, error
from tests.e2e.acts import give_up
from tests.e2e.program import ROOT
from tests.e2e.reading import PATIENCE, action_of, board_in, control, spelt, until
from tests.e2e.test_wins import golden

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from localdiscord import Message, Seat
    from tests.e2e.house import House

VEGAS: Final = "KL1-D1V-2IRL2D-PIBXEO"
LINE: Final = 9
"""Actions of a won game that are put on one message."""


def me(house: House) -> str:
    """Give the mention of the bot."""
    return house.fake.bot.mention


def words(house: House, seat: Seat) -> list[str]:
    """List what the bot has said in a channel, boards left out."""
    said = [message for message in seat.channel.messages if message.author is house.fake.bot]
    return [message.text for message in said if not message.image]


async def sent(house: House, seat: Seat, text: str, **how: Any) -> Message:
    """Write a message and wait until the bot has done with it."""
    message = await seat.say(text, **how)
    await house.fake.settled()
    return message


async def ready(house: House) -> Message:
    """Deal to Alice and give her board once the reactions are on it."""
    board = await house.deal()
    await house.fake.settled()
    return board


async def win(house: House, seat: Seat, write: Callable[[Message, str], Awaitable[Message]]) -> None:
    """Win a recorded game by messages alone; nothing but boards comes from the bot on the way."""
    won = golden(VEGAS)
    assert won.code.deal.number is not None
    await house.deal(seat, number=won.code.deal.number, **won.options)
    done = 0
    while done < len(won.tokens):
        line = won.tokens[done : done + LINE]
        done += len(line)
        message = await write(board_in(seat.channel), " ".join(line))
        board = await seat.channel.wait_for(
            lambda one: one.image is not None and action_of(one) >= done,  # noqa: B023 - awaited at once
            timeout=PATIENCE,
        )
        assert (action_of(board), message.reactions) == (done, {})
    await house.fake.settled()
    turn = await house.turn(board_in(seat.channel))
    assert (turn.record.status.value, turn.record.log) == ("won", won.game.log)
    assert turn.record.booked == won.game.booked
    assert words(house, seat) == []
    assert "🏆 Won" in board_in(seat.channel).text
    assert sum(message.image is not None for message in seat.channel.messages) == 1


# Whole games


async def test_d32_a_game_is_won_by_mention_alone(house: House) -> None:
    """Lines behind, before and around a mention of the bot win a game without any privileged intent."""
    forms = ["{me} {line}", "{line} {me}", "{me}{line}", "  {me}\n{line}\n{me}"]

    async def write(_: Message, line: str) -> Message:
        form = forms[0]
        forms.append(forms.pop(0))
        return await house.alice.say(form.format(me=me(house), line=line))

    await win(house, house.alice, write)


async def test_d32_a_game_is_won_by_replies_alone(house: House) -> None:
    """Replies to the board, with the @ on as it is by itself, win a game."""
    await win(house, house.alice, lambda board, line: house.alice.say(line, reply_to=board))


async def test_d32_a_game_is_won_by_direct_messages(house: House) -> None:
    """In a direct conversation plain messages, mentions and replies win a game."""
    user = house.alice.user
    seat = user.at(house.fake.direct(user))
    turns = 0

    async def write(board: Message, line: str) -> Message:
        nonlocal turns
        turns += 1
        if turns % 3 == 0:
            return await seat.say(line, reply_to=board, ping=turns % 2 == 0)
        return await seat.say(line, mention_bot=turns % 3 == 1)

    await win(house, seat, write)


async def test_d32_a_game_is_won_by_plain_messages_in_a_thread(reading_house: House) -> None:
    """With the text of every message, plain messages in the thread that holds the board win a game."""
    house = reading_house
    seat = house.alice.user.at(house.general.thread("klondike"))
    await win(house, seat, lambda _, line: seat.say(line))


async def test_several_lines_are_one_message(house: House) -> None:
    """Lines below each other are played in order as one message."""
    board = await house.deal()
    await sent(house, house.alice, f"{me(house)}\nd\nd 3\nu; d", reply_to=None)
    assert action_of(board) == 2
    await sent(house, house.alice, "d\nd\nu", reply_to=board)
    assert action_of(board) == 5
    assert [text for text in words(house, house.alice) if "❌" not in text] == []


# What is no move


async def test_open_chat_is_never_a_move(reading_house: House) -> None:
    """A plain line in a channel is nothing to the bot, whatever it reads like and whatever it may read."""
    house = reading_house
    board = await ready(house)
    for text in ("d", "3 5", "u"):
        message = await sent(house, house.alice, text)
        assert message.reactions == {}
    assert (action_of(board), words(house, house.alice)) == (0, [])


async def test_talk_in_a_thread_is_left_alone(reading_house: House) -> None:
    """In a thread, talk, answers to people, and lines of those whose board is elsewhere are no moves."""
    house = reading_house
    thread = house.general.thread("klondike")
    alice, bob = (seat.user.at(thread) for seat in (house.alice, house.bob))
    board = await house.deal(alice)
    elsewhere = await house.deal(house.bob)
    await sent(house, bob, "d")
    await sent(house, alice, "what a hard game this is")
    await sent(house, alice, "d", reply_to=await bob.say("well?"))
    await sent(house, alice, "d", reply_to=elsewhere, ping=False)
    assert (action_of(board), action_of(elsewhere)) == (0, 0)
    assert words(house, alice) == []
    refused = await sent(house, alice, "7h f")
    assert list(refused.reactions) == ["❌"]
    await sent(house, alice, "d", reply_to=board_in(thread), ping=False)
    turn = await house.bot.sessions.by_id(1)
    assert turn.record.log == "d"


async def test_without_the_intent_plain_messages_in_a_thread_are_nothing(house: House) -> None:
    """Where Discord hides the text, a plain message in the board's thread is left alone."""
    seat = house.alice.user.at(house.general.thread("klondike"))
    board = await house.deal(seat)
    await sent(house, seat, "d")
    assert (action_of(board), words(house, seat)) == (0, [])


async def test_another_members_reply_to_a_board_moves_nothing(house: House) -> None:
    """A move in it is told whose game it is, a word is talk; with a mention it is about one's own game."""
    board = await ready(house)
    own = await house.deal(house.bob)
    for text, ping in (("d", False), ("nice!", True)):
        assert (await sent(house, house.bob, text, reply_to=board, ping=ping)).reactions == {}
    assert words(house, house.bob) == []
    assert list((await sent(house, house.bob, "d", reply_to=board)).reactions) == ["❌"]
    assert words(house, house.bob)[0].startswith("❌ This is the game of")
    assert (action_of(board), action_of(own)) == (0, 0)
    await sent(house, house.bob, "d", reply_to=board, mention_bot=True)
    assert (action_of(board), action_of(own)) == (0, 1)


async def test_bots_and_webhooks_are_ignored(house: House) -> None:
    """Neither another bot nor a webhook plays, and the bot does not hear itself."""
    board = await ready(house)
    house.alice.user.bot = True
    await sent(house, house.alice, "d", mention_bot=True)
    house.alice.user.bot = False
    assert action_of(board) == 0
    name, body = house.fake.gateway.sent[-1]
    assert name == "MESSAGE_CREATE"
    state: Any = house.bot._connection
    hooked = copy.deepcopy(body) | {"id": str(int(body["id"]) + 1), "webhook_id": "77"}
    hooked["author"] |= {"bot": False}
    state.parse_message_create(hooked)
    await house.fake.settled()
    assert (action_of(board), words(house, house.alice)) == (0, [])


async def test_what_is_heard_of_a_message(house: House) -> None:
    """A pin or a welcome is no message; a reply reads its game from the board that it answers."""
    board = await ready(house)
    await sent(house, house.alice, "d", reply_to=board)
    body = next(data for name, data in reversed(house.fake.gateway.sent) if data.get("content") == "d")
    state: Any = house.bot._connection
    heard = hear(message_of(state, body), house.fake.bot.id, reads_all=False)
    assert heard is not None
    assert (heard.text, heard.way, heard.board, heard.game) == ("d", Way.REPLY, board.id, 1)
    for kind in (6, 7, 18):
        assert hear(message_of(state, body | {"type": kind}), house.fake.bot.id, reads_all=False) is None


def message_of(state: Any, body: dict[str, Any]) -> Any:
    """Build discord.py's message from what came over the gateway."""
    seen: list[Any] = []
    tapped = copy.copy(state)
    tapped.dispatch = lambda _, message: seen.append(message)
    type(state).parse_message_create(tapped, copy.deepcopy(body))
    return seen[0]


# What is refused


async def test_a_refused_line_gets_a_mark_and_words_that_go(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """❌ on the message, and below it the reason and a move that works, both for a while, without a ping."""
    board = await ready(house)
    before = (await house.turn(board)).record
    message = await sent(house, house.alice, "7q 8s", mention_bot=True)
    assert list(message.reactions) == ["❌"]
    (said,) = words(house, house.alice)
    assert "I do not understand `7q`" in said
    assert "This would work now" in said
    reply = next(one for one in house.general.messages if one.text == said)
    assert reply.reply_to is message
    assert not reply.pings
    assert (await house.turn(board)).record == before
    monkeypatch.setattr(typed, "FADE_SECONDS", 0.05)
    second = await house.alice.say("7h f 1", reply_to=board)
    await until(
        lambda: any(one.method == "DELETE" and "/reactions/" in one.path for one in house.fake.requests)
    )
    await house.fake.settled()
    assert second.reactions == {}
    assert words(house, house.alice) == [said]
    assert list(message.reactions) == ["❌"]
    assert not board.deleted


async def test_the_mark_stays_as_long_as_one_reason_does(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An edit into another slip has a reason of its own: the mark goes with the last one."""
    board = await ready(house)
    monkeypatch.setattr(typed, "FADE_SECONDS", PATIENCE)
    message = await sent(house, house.alice, "7q", reply_to=board)
    (first,) = words(house, house.alice)
    monkeypatch.setattr(typed, "FADE_SECONDS", 0.0)
    await house.alice.edit(message, "7x")
    await until(lambda: any(one.method == "DELETE" for one in house.fake.requests))
    await house.fake.settled()
    assert (words(house, house.alice), list(message.reactions)) == ([first], ["❌"])
    await house.alice.edit(message, "d")
    await until(lambda: not message.reactions)


async def test_a_partly_refused_line_tells_what_was_done(house: House) -> None:
    """The legal beginning is played and shown; the words say what was done and why it stopped."""
    board = await ready(house)
    message = await sent(house, house.alice, "d wf r d", mention_bot=True)
    (said,) = words(house, house.alice)
    assert action_of(board) == 2
    done, refused = said.splitlines()
    assert done.startswith("Drew A♣. A♣ from the waste to the foundation.")
    assert refused.startswith("❌ `r`: The waste is turned over only when the stock is empty.")
    assert list(message.reactions) == ["❌"]


async def test_as_much_as_possible_is_no_error(house: House) -> None:
    """`u5` with three actions to undo undoes them, and nobody complains."""
    board = await ready(house)
    await sent(house, house.alice, "d3", mention_bot=True)
    message = await sent(house, house.alice, "u5", mention_bot=True)
    assert (action_of(board), message.reactions, words(house, house.alice)) == (6, {}, [])


async def test_without_rights_it_is_silent_on_that_part(house: House) -> None:
    """Where it may not react it says the words only, where it may not write it only marks."""
    await ready(house)
    house.fake.deny(house.general, "react")
    message = await sent(house, house.alice, "7x", mention_bot=True)
    assert (message.reactions, len(words(house, house.alice))) == ({}, 1)
    house.fake.allow(house.general, "react")
    house.fake.deny(house.general, "history")
    message = await sent(house, house.alice, "7x", mention_bot=True)
    assert (message.reactions, len(words(house, house.alice))) == ({}, 2)
    assert house.general.messages[-1].reply_to is None
    house.fake.allow(house.general, "history")
    house.fake.deny(house.general, "send")
    requests = len(house.fake.requests)
    message = await sent(house, house.alice, "7x", mention_bot=True)
    assert (list(message.reactions), len(words(house, house.alice))) == (["❌"], 2)
    assert [one.method for one in list(house.fake.requests)[requests:]] == ["PUT"]


async def test_a_mark_or_words_that_discord_refuses_are_done_without(house: House) -> None:
    """A player who blocks the bot's reactions, or a message that is gone, breaks nothing."""
    board = await ready(house)
    house.fake.fault("PUT", r"/reactions/", error(403, 90001))
    house.fake.fault("POST", r"/messages$", error(403, 50013))
    message = await sent(house, house.alice, "7x", mention_bot=True)
    assert (message.reactions, words(house, house.alice)) == ({}, [])
    await sent(house, house.alice, "d", mention_bot=True)
    assert action_of(board) == 1


async def test_without_a_game_one_reply_says_so(house: House) -> None:
    """Who has no game is told how to start one, once in a while and not for every message."""
    for text in ("d", "give me a game", "", "d"):
        message = await sent(house, house.alice, text, mention_bot=True)
        assert message.reactions == {}
    (said,) = words(house, house.alice)
    assert "`/klondike new` starts one" in spelt(said)
    await sent(house, house.bob, "d", mention_bot=True)
    assert len(words(house, house.bob)) == 2


async def test_an_ended_game_takes_no_line(house: House) -> None:
    """A line to the board of a game that is over is refused in words; talk there is left alone."""
    board = await ready(house)
    await give_up(house.alice)
    before = words(house, house.alice)
    message = await sent(house, house.alice, "so close!", reply_to=board)
    assert (message.reactions, words(house, house.alice)) == ({}, before)
    message = await sent(house, house.alice, "d", reply_to=board)
    assert list(message.reactions) == ["❌"]
    assert "That game is over" in words(house, house.alice)[-1]


async def test_hello_is_answered_once(house: House) -> None:
    """In a direct conversation, talk gets one answer that says what works, with a game and without."""
    seat = house.alice.user.at(house.fake.direct(house.alice.user))
    await sent(house, seat, "hello")
    await sent(house, seat, "anybody there?")
    (said,) = words(house, seat)
    assert "`/klondike new` starts one" in spelt(said)
    board = await house.deal(seat)
    for text in ("hello again", me(house), "who are you"):
        message = await sent(house, seat, text)
        assert message.reactions == {}
    assert len(words(house, seat)) == 2
    assert "Type a move, such as `" in words(house, seat)[-1]
    message = await sent(house, seat, "7x 8s")
    assert list(message.reactions) == ["❌"]
    assert action_of(board) == 0


async def test_a_command_without_its_slash_is_named(house: House) -> None:
    """Who writes a command as a message is told how commands are given, with a game and without."""
    seat = house.alice.user.at(house.fake.direct(house.alice.user))
    await sent(house, house.alice, "new draw 3", mention_bot=True)
    board = await ready(house)
    await sent(house, house.alice, "Show", mention_bot=True)
    await sent(house, seat, "/klondike new draw:3")
    await sent(house, seat, "help")
    await sent(house, seat, "me")
    named = [spelt(text).split("`")[1] for place in (house.alice, seat) for text in words(house, place)]
    assert named == [
        "/klondike new",
        "/klondike show",
        "/klondike new",
        "/klondike help",
        "/klondike me look",
    ]
    message = await sent(house, house.alice, "undo", mention_bot=True)
    assert list(message.reactions) == ["❌"]
    assert action_of(board) == 0


async def test_hints_come_again_after_their_time(house: House) -> None:
    """A minute later the same hint may be given again."""
    cog: Any = house.bot.get_cog("TypedCog")
    now = 1000.0
    cog._hints.clock = lambda: now
    await sent(house, house.alice, "d", mention_bot=True)
    now += typed.TALK_SECONDS - 1
    await sent(house, house.alice, "d", mention_bot=True)
    assert len(words(house, house.alice)) == 1
    now += 1
    await sent(house, house.alice, "d", mention_bot=True)
    assert len(words(house, house.alice)) == 2


# Texts that do not arrive


async def test_a_blank_reply_gets_one_note(house: House) -> None:
    """A reply to one's own board without its text is told of once in a channel; mentioning then plays."""
    board = await ready(house)
    for _ in range(3):
        await sent(house, house.alice, "d", reply_to=board, ping=False)
    (said,) = words(house, house.alice)
    assert "Switch the @ on" in said
    assert me(house) in said
    assert action_of(board) == 0
    await sent(house, house.alice, "d", reply_to=board, mention_bot=True)
    assert action_of(board) == 1
    note = next(one for one in house.general.messages if one.text == said)
    assert not note.pings


async def test_a_reply_to_an_answer_of_a_command_comes_blank(house: House) -> None:
    """A board that is a command's answer hides the text of replies to it, even with the @ on."""
    house.fake.deny(house.general, "send")
    board = await ready(house)
    assert board.is_interaction_response
    house.fake.allow(house.general, "send")
    await sent(house, house.alice, "d", reply_to=board)
    assert "Switch the @ on" in words(house, house.alice)[0]


async def test_blank_replies_to_anything_else_are_nothing(house: House) -> None:
    """Replies without text to other messages of the bot, or to boards of ended games, get no note."""
    board = await ready(house)
    await house.alice.slash("/klondike leaderboard")
    listed = house.general.messages[-1]
    await give_up(house.alice)
    before = words(house, house.alice)
    for target in (listed, board):
        await sent(house, house.alice, "nice", reply_to=target, ping=False)
    await sent(house, house.alice, "nice", reply_to=listed)
    assert words(house, house.alice) == before


# Edits


async def test_an_edit_of_a_refused_line_is_played(house: House) -> None:
    """A line that did nothing is played as its edit has it, and the mark of its refusal goes."""
    board = await ready(house)
    message = await sent(house, house.alice, "7x", mention_bot=True)
    await house.alice.edit(message, f"{me(house)} 7h 7h 7h")
    await house.fake.settled()
    assert (action_of(board), list(message.reactions)) == (0, ["❌"])
    assert len(words(house, house.alice)) == 2
    await house.alice.edit(message, f"d {me(house)}")
    await house.fake.settled()
    assert (action_of(board), message.reactions) == (1, {})
    await house.alice.edit(message, f"d d {me(house)}")
    await house.fake.settled()
    assert action_of(board) == 1


@pytest.mark.parametrize("line", ["d", "d wf r"])
async def test_an_edit_of_a_played_line_does_nothing(house: House, line: str) -> None:
    """What was played, wholly or in part, stays as it was played, whatever becomes of the text."""
    board = await ready(house)
    message = await sent(house, house.alice, line, mention_bot=True)
    done, said = action_of(board), words(house, house.alice)
    assert done == len(line.split()) - ("r" in line)
    await house.alice.edit(message, f"{me(house)} d d d")
    await house.fake.settled()
    assert (action_of(board), words(house, house.alice)) == (done, said)


async def test_an_edit_that_changes_no_text_is_nothing(house: House) -> None:
    """Discord's own edits, such as an unfolded link, do not bring a refused line up again."""
    await ready(house)
    message = await sent(house, house.alice, "7x", mention_bot=True)
    acts.edited(message)
    await house.fake.settled()
    assert len(words(house, house.alice)) == 1


async def test_an_edit_of_a_message_that_was_not_for_the_bot_is_nothing(house: House) -> None:
    """Talk that is edited into a line is no move; a blank reply that then mentions the bot is one."""
    board = await ready(house)
    talk = await sent(house, house.alice, "look at this")
    await house.alice.edit(talk, f"{me(house)} d")
    await house.fake.settled()
    assert action_of(board) == 0
    blank = await sent(house, house.alice, "d", reply_to=board, ping=False)
    await house.alice.edit(blank, f"{me(house)} d")
    await house.fake.settled()
    assert action_of(board) == 1


async def test_an_edit_that_overtakes_its_line_is_played_once(house: House) -> None:
    """An edit that comes while the line is still being played waits, and then does nothing."""
    board = await ready(house)
    async with house.held_reads():
        message = await house.alice.say("d", mention_bot=True)
        await house.alice.edit(message, f"{me(house)} d d")
        await asyncio.sleep(0.05)
    await house.fake.settled()
    assert action_of(board) == 1


# Many at once, twice, and at the wrong time


async def test_a_message_delivered_twice_is_one_press(house: House) -> None:
    """The gateway repeats a message after a lost connection: it is played, or refused, once."""
    board = await ready(house)
    for text, done in (("d", 1), ("7x", 1)):
        house.fake.gateway.duplicate()
        await sent(house, house.alice, text, mention_bot=True)
        assert action_of(board) == done
    assert len(words(house, house.alice)) == 1


async def test_a_message_that_another_process_played_is_not_played_again(house: House) -> None:
    """The stored game knows its last message, also where this process does not."""
    board = await ready(house)
    cog: Any = house.bot.get_cog("TypedCog")
    house.fake.gateway.duplicate()
    async with house.held_reads():
        await house.alice.say("d", mention_bot=True)
        await until(lambda: cog._letters)
        cog._letters.clear()
    await house.fake.settled()
    assert (action_of(board), words(house, house.alice)) == (1, [])


async def test_messages_are_played_in_the_order_of_writing(house: House) -> None:
    """Lines that come at once, by different ways, are played one after the other; no line is lost."""
    board = await ready(house)
    await house.alice.say("d", reply_to=board)
    await house.alice.say("d wf", mention_bot=True)
    for _ in range(5):
        await house.alice.say("u d", reply_to=board)
    await house.fake.settled()
    turn = await house.turn(board_in(house.general))
    assert turn.record.log.split()[:2] == ["d", "d"]
    assert turn.record.log.endswith("u d u d u d u d u d")


async def test_a_reply_to_a_board_that_was_replaced_is_about_its_game(house: House) -> None:
    """A reply to the board that lay there a moment ago plays the game that its buttons name."""
    board = await ready(house)
    house.fake.fault("DELETE", rf"/messages/{board.id}$", error(403, 50013))
    await house.alice.slash("/klondike show")
    await house.fake.settled()
    assert not board.deleted
    await sent(house, house.alice, "d", reply_to=board)
    assert board_in(house.general) is not board
    assert action_of(board_in(house.general)) == 1


async def test_d35_games_in_two_servers_and_a_direct_conversation_stay_apart(house: House) -> None:
    """A line is about the game of the place where it is written."""
    user = house.alice.user
    club = house.fake.guild("Club")
    club.add(user)
    seats = [house.alice, user.at(club.channel("games")), user.at(house.fake.direct(user))]
    boards = [await house.deal(seat) for seat in seats]
    for count, seat in enumerate(seats, start=1):
        await sent(house, seat, f"d{count}", mention_bot=True)
    assert [action_of(board) for board in boards] == [1, 2, 3]
    assert [words(house, seat) for seat in seats[1:]] == [[], []]


async def test_a_line_written_elsewhere_is_ticked_off(house: House) -> None:
    """Where the board lies in another channel, a tick says that the line was played."""
    board = await ready(house)
    seat = house.alice.user.at(house.home.channel("chat"))
    message = await sent(house, seat, "d", mention_bot=True)
    assert (action_of(board), list(message.reactions)) == (1, ["✅"])


async def test_a_board_out_of_reach_is_told(house: House) -> None:
    """A line is played though the board's channel is gone, and the words say how to get the board back."""
    await ready(house)
    seat = house.alice.user.at(house.home.channel("chat"))
    house.general.delete()
    await sent(house, seat, "d", mention_bot=True)
    (said,) = words(house, seat)
    assert "`/klondike show`" in spelt(said)
    turn = await house.bot.sessions.by_id(1)
    assert turn.record.log == "d"


async def test_a_stop_waits_for_a_line_and_takes_words_away(house: House) -> None:
    """A line in flight is finished and shown before the bot stops; words that would fade go at once."""
    board = await ready(house)
    refused = await sent(house, house.alice, "7x", mention_bot=True)
    assert len(words(house, house.alice)) == 1
    slow = house.fake.fault("PATCH", r"/messages/", delay(0.3))
    await house.alice.say("d", reply_to=board)
    await until(lambda: slow.hits)
    await house.restart()
    assert (action_of(board), words(house, house.alice)) == (1, [])
    assert refused.reactions == {}


async def test_while_the_bot_stops_no_line_is_taken(house: House) -> None:
    """A line that comes while the bot stops changes nothing."""
    board = await ready(house)
    house.bot.desk._closing = True
    await sent(house, house.alice, "d", mention_bot=True)
    house.bot.desk._closing = False
    assert (action_of(board), words(house, house.alice)) == (0, [])


async def test_an_unforeseen_error_is_told_in_words(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever goes wrong is told with a number, and an edit does not risk playing the line twice."""
    board = await ready(house)

    async def broken(*_: object, **__: object) -> None:
        raise LookupError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(house.bot.sessions, "play_text", broken)
        message = await sent(house, house.alice, "d", mention_bot=True)
    assert "Something went wrong on my side" in words(house, house.alice)[0]
    caplog.clear()
    await house.alice.edit(message, f"{me(house)} d d")
    await house.fake.settled()
    assert action_of(board) == 0


async def test_memory_is_bounded(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many messages and hints there are, only the latest are kept."""
    monkeypatch.setattr(typed, "REMEMBERED", 3)
    cog: Any = house.bot.get_cog("TypedCog")
    for number in range(5):
        await sent(house, house.person(f"guest {number}"), "d", mention_bot=True)
    assert (len(cog._letters), len(cog._hints._until)) == (3, 3)
    assert len(cog._queues) == 0


# The menu


@pytest.mark.parametrize("options", [{}, {"draw": 3}, {"draw": 3, "scoring": "traditional"}], ids=str)
async def test_known_stock_cards_can_be_drawn_to_from_the_menu(house: House, options: dict[str, Any]) -> None:
    """After an undo the menu offers the stock cards that were seen and come to the top, and draws to them."""
    board = await house.deal(**options)
    await sent(house, house.alice, "d6", mention_bot=True)
    await sent(house, house.alice, "u6", mention_bot=True)
    (menu,) = board.selects
    draws = [choice for choice in menu.choices if str(choice.value).startswith("d ")]
    assert [choice.label.partition(", in ")[2] for choice in draws] == [f"{n} draws" for n in range(2, 7)]
    assert "cards to draw to" in (menu.placeholder or "")
    suggested = await house.alice.autocomplete("/klondike move", focused="text", text=str(draws[2].value))
    assert suggested[0].value == draws[2].value  # then what ends in it or goes on behind it
    assert all(str(draws[2].value).removeprefix("d ") in str(choice.value) for choice in suggested)
    await house.alice.select(board, str(draws[2].value))
    turn = await house.turn(board)
    assert turn.record.log.split()[-4:] == ["d"] * 4
    assert turn.view.waste[-1] is not None
    assert str(turn.view.waste[-1]) == str(draws[2].value).removeprefix("d ")
    assert control(board, "menu") == board.selects[0].custom_id


# The privileged intent


async def test_a_missing_privilege_is_one_clear_line(tmp_path: Path) -> None:
    """`MESSAGE_CONTENT=1` without the switch in the portal ends the start with status 2 and what to do."""
    program = (
        "import sys, bot\n"
        "from localdiscord.attach import attached\n"
        "with attached(sys.argv[1]):\n"
        "    sys.exit(bot.main([]))\n"
    )
    async with LocalDiscord() as fake:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", program, fake.url),
            cwd=tmp_path,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(ROOT),
                "DISCORD_TOKEN": TOKEN,
                "MESSAGE_CONTENT": "1",
                "LOG_LEVEL": "ERROR",
                "DATABASE_URL": f"sqlite:///{tmp_path / 'klondike.db'}",
            },
            stderr=asyncio.subprocess.PIPE,
        )
        _, errors = await process.communicate()
    assert process.returncode == 2
    (line,) = errors.decode().splitlines()
    assert line.startswith("MESSAGE_CONTENT: switch the Message Content Intent on at https://")


@pytest.mark.parametrize("reads", [False, True])
async def test_only_the_text_of_every_message_is_privileged(tmp_path: Path, *, reads: bool) -> None:
    """By itself the bot asks for no privileged intent, and it never keeps messages."""
    store = await Store.open(f"sqlite:///{tmp_path / 'klondike.db'}")
    bot = KlondikeBot(Sessions(store, clock=int, randbits=int), Easel(), message_content=reads)
    assert bot.intents.message_content is reads
    assert not bot.intents.members
    assert not bot.intents.presences
    assert bot.intents.guild_messages
    assert bot.intents.dm_messages
    assert bot._connection.max_messages is None
    bot.easel.close()
    await store.close()
