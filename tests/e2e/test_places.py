"""Where the board lives: it follows the talk, survives lost places and missing rights, and never mixes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from cogs.klondike import KlondikeCog
from cogs.traffic import CROWD
from localdiscord import Callback, ClientRefusal, error
from tests.e2e.acts import cards_in, give_up
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
    from collections.abc import Sequence

    from localdiscord import Message, Seat
    from localdiscord.permissions import Right
    from localdiscord.places import Channel
    from tests.e2e.house import House

CALLBACK: Final = r"/callback$"
ARGUMENTS: Final[dict[str, dict[str, object]]] = {"move": {"text": "d"}}
"""What a command cannot do without."""


async def chat(seat: Seat, count: int = CROWD + 1) -> None:
    """Let somebody talk."""
    for number in range(count):
        await seat.say(f"nice weather {number}")


async def heard(house: House) -> None:
    """Wait until the bot has heard what was said."""
    await house.fake.settled()


def live(channel: Channel) -> Message:
    """Give the newest board that somebody can play on, drawn or in letters."""
    return [message for message in channel.messages if "Undo" in labels(message)][-1]


def is_written(board: Message) -> bool:
    """Tell whether a board is in letters and has no picture."""
    return board.text.count("```") == 2 and not board.media and not board.attachments


# The board follows the talk


async def test_a_slash_move_takes_the_board_below_the_talk(house: House) -> None:
    """With five messages below it the board is edited; with six it is posted anew and the old one goes."""
    old = await house.deal()
    await chat(house.bob, CROWD)
    await heard(house)
    await house.alice.slash("/klondike draw")
    assert (house.board.id, action_of(old)) == (old.id, 1)
    await chat(house.bob, 1)
    await heard(house)
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
        await until(lambda: f"action {number}" in house.board.text)  # noqa: B023 - awaited at once
    await heard(house)
    assert (old.deleted, action_of(house.general.last)) == (True, CROWD + 1)


async def test_the_board_stays_under_the_hand_that_presses_it(house: House) -> None:
    """A press, a choice, a form and a reaction edit the board where it is, however much was said below."""
    board = await house.deal()
    await chat(house.bob, 2 * CROWD)
    await heard(house)
    await house.alice.click(board, "Draw")
    await house.alice.select(board, "d")
    form = (await house.alice.click(board, "Type a move")).modal
    await house.alice.submit(form, {"Moves": "d"})
    await house.alice.react(board, "🎴")
    await says(board, "action 4")
    assert house.board is board


async def test_private_answers_and_deleted_messages_are_no_talk(house: House) -> None:
    """What nobody else sees, and what was taken away again, does not push the board down."""
    board = await house.deal()
    for _ in range(CROWD + 3):
        await house.alice.slash("/klondike draw")
    for message in [await house.bob.say("oops") for _ in range(CROWD + 3)]:
        await house.bob.delete(message)
    await heard(house)
    await house.alice.slash("/klondike draw")
    assert (house.board is board, action_of(board)) == (True, CROWD + 4)


async def test_after_a_restart_nothing_counts_as_said(house: House) -> None:
    """Counts are not stored: the board stays after a restart until the talk goes on for long enough."""
    board = await house.deal()
    await chat(house.bob)
    await house.restart()
    await house.alice.slash("/klondike draw")
    assert (house.board is board, action_of(board)) == (True, 1)
    await chat(house.bob)
    await heard(house)
    await house.alice.slash("/klondike draw")
    assert (board.deleted, action_of(house.general.last)) == (True, 2)


async def test_a_board_that_cannot_be_posted_anew_stays(house: House) -> None:
    """Where the bot has lost the right to post, the board below the talk is still edited."""
    board = await house.deal()
    await chat(house.bob)
    house.fake.deny(house.general, "send")
    await heard(house)
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
    await heard(house)
    await house.alice.slash("/klondike draw")
    assert house.board is board


async def test_boards_of_several_players_follow_each_for_itself(house: House) -> None:
    """Two boards in one channel: the move of one player moves only that player's board."""
    first, second = await house.deal(), await house.deal(house.bob)
    await chat(house.bob)
    await heard(house)
    await house.alice.slash("/klondike draw")
    assert (first.deleted, second.deleted) == (True, False)
    assert (action_of(house.general.last), action_of(second)) == (1, 0)


async def test_the_board_follows_in_direct_messages_and_threads(house: House) -> None:
    """A direct message and a thread are channels like others."""
    for place in (house.fake.direct(house.alice.user), house.general.thread("cards")):
        seat = house.alice.user.at(place)
        old = await house.deal(seat)
        await chat(seat)
        await heard(house)
        await seat.slash("/klondike draw")
        assert (old.deleted, action_of(board_in(place))) == (True, 1)
        await seat.click(board_in(place), "Draw")
        assert action_of(board_in(place)) == 2


async def test_an_old_board_that_could_not_be_removed_links_to_the_new_one(house: House) -> None:
    """D42: a board that the talk has passed and that stays answers a press in private with a link."""
    old = await house.deal()
    await chat(house.bob)
    await heard(house)
    house.fake.fault("DELETE", rf"/messages/{old.id}$", error(403, 50013))
    await house.alice.slash("/klondike draw")
    new = house.general.last
    pressed = await house.alice.click(old, "Draw")
    assert (pressed.ephemeral, f"/{new.id}" in pressed.text, action_of(new)) == (True, True, 1)


async def test_a_press_that_crosses_the_move_of_its_board_is_shown_on_the_new_one(house: House) -> None:
    """A press sent while the board is being posted anew is done and shown below, or linked; none is lost."""
    old = await house.deal()
    await chat(house.bob)
    await heard(house)
    house.fake.fault("DELETE", rf"/messages/{old.id}$", error(403, 50013))
    moved, pressed = house.alice.slash("/klondike draw"), house.alice.click(old, "Draw")
    await moved
    await pressed
    await heard(house)
    new = house.general.last
    record = (await house.turn(new)).record
    assert (record.message_id, new.id > old.id) == (new.id, True)
    assert (action_of(new), revision_of(new)) == (record.ply, record.revision)


async def test_a_board_whose_posting_was_not_confirmed_is_played_on(house: House) -> None:
    """When the receipt of a new board is lost, its first press makes it the board and removes the old one."""
    house.fake.deny(house.general, "send")
    old = (await house.alice.slash("/klondike new")).shown
    await heard(house)
    house.fake.fault("POST", CALLBACK, error(500), after=True)
    await house.alice.slash("/klondike show")
    new = await board_after(old)
    await house.alice.click(new, "Draw")
    await heard(house)
    assert (action_of(new), old.deleted, (await house.turn(new)).record.message_id) == (1, True, new.id)


# Lost places


async def test_a_locked_thread_is_said_and_the_game_goes_on_elsewhere(house: House) -> None:
    """In a thread that is locked a move is done and told in private; `show` brings the board elsewhere."""
    thread = house.general.thread("cards")
    seat = house.alice.user.at(thread)
    board = await house.deal(seat)
    thread.archive()
    answer = await seat.slash("/klondike draw")
    assert answer.ephemeral
    assert "Drew" in answer.text
    assert "This thread is locked" in answer.text
    assert action_of(board) == 0
    await house.alice.slash("/klondike show")
    assert (action_of(house.board), game_of(house.board)) == (1, game_of(board))


async def test_a_press_in_a_locked_thread_is_told_in_private(house: House) -> None:
    """Where a press can change no board any more, it is done, kept and told."""
    thread = house.general.thread("cards")
    seat = house.alice.user.at(thread)
    board = await house.deal(seat)
    thread.archive()
    house.fake.fault("POST", CALLBACK, error(400, 50083))
    await seat.click(board, "Draw")
    await heard(house)
    assert "This thread is locked" in seat.private[-1].text
    assert (await house.turn(board)).record.ply == 1


async def test_a_press_in_an_archived_thread_opens_it_again(house: House) -> None:
    """Where a thread is archived but not locked, the new board that the press brings opens it."""
    thread = house.general.thread("cards")
    seat = house.alice.user.at(thread)
    old = await house.deal(seat)
    thread.archived = True
    house.fake.fault("POST", CALLBACK, error(400, 50083))
    await seat.click(old, "Draw")
    await heard(house)
    assert (thread.archived, old.deleted, action_of(thread.last)) == (False, True, 1)
    await seat.click(thread.last, "Draw")
    assert action_of(thread.last) == 2


async def test_a_new_game_in_a_locked_thread_is_kept(house: House) -> None:
    """A game started where nothing can be posted waits for `show`; also one that replaces another."""
    thread = house.general.thread("cards")
    seat = house.alice.user.at(thread)
    thread.archive()
    answer = await seat.slash("/klondike new")
    assert (answer.ephemeral, "`/klondike show` in another channel" in answer.text) == (True, True)
    question = await seat.slash("/klondike new", draw=3)
    await seat.click(question.shown, "Give up and start anew")
    await says(question.shown, "This thread is locked")
    await house.alice.slash("/klondike show")
    assert (game_of(house.board), "Draw 3" in house.board.text) == (2, True)


async def test_a_board_in_a_deleted_channel_comes_back_where_one_plays(house: House) -> None:
    """When the board's channel is gone, the next move lays the board where it was made."""
    gone = house.home.channel("short-lived")
    board = await house.deal(house.alice.user.at(gone))
    gone.delete()
    await house.alice.slash("/klondike draw")
    assert (action_of(house.board), game_of(house.board)) == (1, game_of(board))
    await house.alice.click(house.board, "Draw")
    assert action_of(house.board) == 2


async def test_a_board_out_of_reach_is_laid_anew_and_links_there_later(house: House) -> None:
    """When the bot may no longer see the board's channel, the game goes on elsewhere; the old one knows."""
    hidden = house.home.channel("hidden")
    seat = house.alice.user.at(hidden)
    old = await house.deal(seat)
    house.fake.deny(hidden, "view")
    await house.alice.slash("/klondike draw")
    new = house.board
    assert (action_of(new), old.deleted) == (1, False)
    assert f"/{new.id}" in (await seat.click(old, "Draw")).text


# Missing permissions


@pytest.mark.parametrize("in_thread", [False, True], ids=["channel", "thread"])
@pytest.mark.parametrize(
    "denied",
    [
        ("attach",),
        ("send",),
        ("send", "attach"),
        ("view",),
        ("view", "attach"),
        ("view", "send", "attach", "history", "react"),
    ],
    ids="-".join,
)
async def test_with_any_permission_missing_one_plays_and_is_told_which(
    house: House, denied: Sequence[Right], *, in_thread: bool
) -> None:
    """The board comes as a message or as the answer, drawn or in letters, and names what is missing."""
    place = house.general.thread("cards") if in_thread else house.general
    names = {
        "view": "View Channel",
        "send": "Send Messages in Threads" if in_thread else "Send Messages",
        "attach": "Attach Files",
    }
    house.fake.deny(house.general, *denied)
    seat = house.alice.user.at(place)
    await seat.slash("/klondike new")
    board = live(place)
    assert is_written(board) == ("attach" in denied)
    for right, name in names.items():
        assert (f"**{name}**" in board.text) == (right in denied), name
    await seat.click(board, "Draw")
    await seat.slash("/klondike move", text="d")
    board = live(place)
    assert (action_of(board), is_written(board)) == (2, "attach" in denied)
    house.fake.allow(house.general, *denied)
    await heard(house)
    await seat.click(board, "Draw")
    assert (action_of(board), board.image is not None, "I need the permission" in board.text) == (
        3,
        True,
        False,
    )


async def test_the_board_in_letters_has_the_same_controls(house: House) -> None:
    """In letters one sees every card that is face up and plays by button, menu, form and typed line."""
    house.fake.deny(house.general, "attach")
    await house.alice.slash("/klondike new")
    board = live(house.general)
    for column in (await house.turn(board)).view.columns:
        assert column.up[-1].symbol in board.text
    assert labels(board) == ["Draw", "Undo", "Redo", "Type a move", "Give up"]
    await house.alice.click(board, "Draw")
    await house.alice.select(board, "d")
    form = (await house.alice.click(board, "Type a move")).modal
    await house.alice.submit(form, {"Moves": "d"})
    await house.alice.click(board, "Give up")
    await house.alice.click(board, "Keep playing")
    assert (action_of(board), is_written(board)) == (3, True)
    assert "Waste 3: " in board.text


async def test_a_right_that_is_lost_and_won_again_changes_the_board_in_place(house: House) -> None:
    """Without Attach Files the same message goes on in letters, with it as a picture, by command too."""
    board = await house.deal()
    house.fake.deny(house.general, "attach")
    await heard(house)
    await house.alice.slash("/klondike draw")
    assert (action_of(board), is_written(board), "**Attach Files**" in board.text) == (1, True, True)
    house.fake.allow(house.general, "attach")
    await heard(house)
    await house.alice.slash("/klondike draw")
    assert (action_of(board), is_written(board), board.image is not None) == (2, False, True)


@pytest.mark.parametrize("way", ["press", "command"])
async def test_a_picture_refused_against_what_was_known_goes_in_letters(house: House, way: str) -> None:
    """When Discord refuses the file though the right seemed to be there, the board comes in letters."""
    board = await house.deal()
    if way == "press":
        house.fake.fault("POST", CALLBACK, error(403, 50013))
        await house.alice.click(board, "Draw")
    else:
        house.fake.fault("PATCH", rf"/messages/{board.id}$", error(403, 50013))
        await house.alice.slash("/klondike draw")
    assert (action_of(board), is_written(board)) == (1, True)


async def test_where_nothing_may_be_posted_and_no_file_sent_the_answer_is_in_letters(house: House) -> None:
    """Posting refused and the file refused in the answer too: the answer is the board in letters."""
    house.fake.fault("POST", r"/channels/\d+/messages$", error(403, 50013))
    house.fake.fault("POST", CALLBACK, error(403, 50013))
    answer = await house.alice.slash("/klondike new")
    assert (is_written(answer.shown), answer.ephemeral) == (True, False)
    await house.alice.click(answer.shown, "Draw")
    assert answer.shown.image is not None


async def test_when_everything_is_refused_the_missing_permissions_are_named(house: House) -> None:
    """Where not even the board in letters is taken, the private answer names what is missing, one by one."""
    house.fake.deny(house.general, "send", "attach")
    house.fake.fault("POST", CALLBACK, error(403, 50013))
    answer = await house.alice.slash("/klondike new")
    assert answer.ephemeral
    assert "I need the permissions **Send Messages**, **Attach Files** in this channel." in answer.text
    await house.alice.slash("/klondike show")
    assert is_written(live(house.general))


# Several places at once


def place_of(house: House, name: str) -> Channel:
    """Give one of the kinds of places that there are."""
    if name == "abroad":
        abroad = house.fake.guild("Abroad", has_bot=False)
        abroad.add(house.alice.user)
        return abroad.channel("plaza")
    carol = house.person("carol").user
    places = {
        "server": lambda: house.general,
        "thread": lambda: house.general.thread("cards"),
        "direct": lambda: house.fake.direct(house.alice.user),
        "pair": lambda: house.fake.private(house.alice.user, house.bob.user),
        "group": lambda: house.fake.private(house.alice.user, house.bob.user, carol),
    }
    return places[name]()


@pytest.mark.parametrize("name", ["server", "thread", "direct", "pair", "group", "abroad"])
async def test_d13_every_command_is_answered_everywhere(house: House, name: str) -> None:
    """In each kind of place, with and without a game, every command does something or says why not."""
    place = place_of(house, name)
    seat = house.alice.user.at(place)
    commands = [command.name for command in KlondikeCog.__cog_app_commands__]
    for playing in (False, True):
        for command in sorted(commands, key="new".__eq__):
            reply = await seat.slash(f"/klondike {command}", **ARGUMENTS.get(command, {}))
            assert reply.text, (command, playing)
            assert "Something went wrong" not in reply.text, (command, playing)
        await heard(house)
    boards = [message for message in place.messages if message.image]
    await seat.click(boards[-1], "Draw")
    assert action_of(boards[-1]) >= 1


async def test_games_in_many_places_at_once_do_not_mix(house: House) -> None:
    """Acts in two servers and in private, all sent at once, each reach their own game."""
    there = house.fake.guild("There")
    there.add(house.alice.user, house.bob.user)
    seats = [
        house.alice,
        house.bob,
        house.alice.user.at(there.channel("lobby")),
        house.bob.user.at(there.channel("lobby")),
        house.alice.user.at(house.fake.direct(house.alice.user)),
        house.bob.user.at(house.fake.direct(house.bob.user)),
    ]
    for seat in seats:
        await house.deal(seat, draw=1)
    acts = [
        seat.slash("/klondike draw")
        for turn in range(1, len(seats) + 1)
        for number, seat in enumerate(seats, start=1)
        if turn <= number
    ]
    for act in acts:
        await act
    await heard(house)
    counts = {}
    for game in range(1, len(seats) + 1):
        record = (await house.bot.sessions.by_id(game)).record
        counts[game] = record.ply
        assert record.log == " ".join(["d"] * game)
    assert counts == {number: number for number in range(1, len(seats) + 1)}


async def test_private_places_share_one_game(house: House) -> None:
    """Direct messages, a group and a server without the bot are one place: the game goes along."""
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    group = house.alice.user.at(place_of(house, "group"))
    abroad = house.alice.user.at(place_of(house, "abroad"))
    board = await house.deal(direct)
    for seat in (group, abroad):
        answer = await seat.slash("/klondike draw")
        assert (answer.ephemeral, "Drew" in answer.text) == (True, True)
    assert action_of(board) == 2
    shown = (await group.slash("/klondike show")).shown
    assert (game_of(shown), action_of(shown)) == (game_of(board), 2)
    assert (await abroad.slash("/klondike new")).ephemeral
    assert (await house.turn(shown)).record.is_open


async def test_an_answer_where_the_bot_is_no_member_comes_in_letters_if_it_must(house: House) -> None:
    """In a place that only the person opened to the bot, a refused file is no end either."""
    seat = house.alice.user.at(place_of(house, "abroad"))
    house.fake.fault("POST", CALLBACK, error(403, 50013))
    board = (await seat.slash("/klondike new")).shown
    assert is_written(board)
    await seat.click(board, "Draw")
    assert (action_of(board), board.image is not None) == (1, True)


# Check


async def test_check_lists_what_is_there_and_what_is_lost(house: House) -> None:
    """Who manages the server reads each permission, the membership, the intent, the store and the version."""
    house.home.managers.add(house.alice.user)
    reply = await house.alice.slash("/klondike check")
    assert reply.ephemeral
    assert (reply.text.count("✅"), reply.text.count("❌"), reply.text.count("➖")) == (7, 0, 1)
    assert f"<#{house.general.id}>" in reply.text
    assert "Version " in reply.text
    house.fake.deny(house.general, "attach", "react")
    reply = await house.alice.slash("/klondike check")
    assert "❌ **Attach Files**. Without it boards are written in letters" in reply.text
    assert "❌ **Add Reactions**. Without it boards carry no reactions" in reply.text
    assert reply.text.count("✅") == 5


async def test_check_names_the_right_of_threads(house: House) -> None:
    """In a thread the permission to send has another name."""
    house.home.managers.add(house.alice.user)
    seat = house.alice.user.at(house.general.thread("cards"))
    assert "✅ **Send Messages in Threads**" in (await seat.slash("/klondike check")).text


async def test_check_is_for_those_who_manage_the_server(house: House) -> None:
    """Everybody else is refused in private, and in direct messages there is nothing to check."""
    reply = await house.bob.slash("/klondike check")
    assert (reply.ephemeral, reply.text) == (True, "This is for those who may manage the server.")
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    assert "in a channel of a server" in (await direct.slash("/klondike check")).text


async def test_check_tells_a_foreign_server_and_a_store_that_cannot_be_written(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the bot is no member, and where the database takes nothing, the check says so."""
    abroad = house.fake.guild("Abroad", has_bot=False)
    abroad.add(house.alice.user)
    abroad.managers.add(house.alice.user)

    async def broken(_unit: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(house.store, "transact", broken)
    text = (await house.alice.user.at(abroad.channel("plaza")).slash("/klondike check")).text
    monkeypatch.undo()
    assert "❌ I am no member of this server" in text
    assert "❌ The database cannot be written" in text
    assert "disk full" not in text


# One picture at the end


def pictures_sent(house: House, since: int) -> int:
    """Count the requests that have brought a picture."""
    return sum("board.png" in str(one.body) for one in house.fake.requests[since:])


async def test_twenty_presses_at_once_send_one_picture(house: House) -> None:
    """Of twenty presses on one rendering one is played and shown; the others are only acknowledged."""
    board = await house.deal()
    await heard(house)
    before = len(house.fake.requests)
    presses = [house.alice.click(board, "Draw") for _ in range(20)]
    replies = [await press for press in presses]
    await heard(house)
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
    await heard(house)
    before = len(house.fake.requests)
    stale = await house.alice.click(board, custom_id=control(board, "draw", revision=0), force=True)
    assert (stale.kind, pictures_sent(house, before)) == (Callback.UPDATE, 1)
    assert "The board had moved on" in board.text


async def test_presses_on_a_board_whose_picture_was_lost_bring_it(house: House) -> None:
    """When the edit of the accepted press fails, one of those that crossed it brings the picture."""
    board = await house.deal()
    house.fake.fault("POST", CALLBACK, error(404, 10008))
    house.fake.fault("PATCH", rf"/messages/{board.id}$", error(404, 10008))
    house.fake.fault("POST", r"/channels/\d+/messages$", error(403, 50001))
    for press in [house.alice.click(board, "Draw") for _ in range(5)]:
        await press
    await heard(house)
    assert (action_of(board), revision_of(board)) == (1, 1)


async def test_many_presses_at_the_end_of_a_game_send_one_picture(house: House) -> None:
    """Twenty confirmations of giving up at once end the game once and show that once."""
    board = await house.deal()
    await house.alice.click(board, "Give up")
    await heard(house)
    before = len(house.fake.requests)
    for press in [house.alice.click(board, "Yes, give up") for _ in range(20)]:
        await press
    await heard(house)
    assert pictures_sent(house, before) == 1
    assert labels(board) == ["Play again"]


async def test_the_ended_board_of_a_confirmed_command_stays_where_it_is(house: House) -> None:
    """A game given up by command is ended on its board, which does not come down for that."""
    board = await house.deal()
    await chat(house.bob)
    await heard(house)
    await give_up(house.alice)
    await says(board, "Given up")
    with pytest.raises(ClientRefusal):
        house.alice.click(board, "Draw")
