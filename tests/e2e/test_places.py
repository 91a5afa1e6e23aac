"""Lost places, and several places at once: the game goes on, and no two games mix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from localdiscord import error
from tests.cogs.keys import command_paths
from tests.e2e.reading import (
    action_of,
    game_of,
    is_written,
    live_board,
    says,
    spelt,
    until,
)

if TYPE_CHECKING:
    from localdiscord.places import Channel
    from tests.e2e.house import House

CALLBACK: Final = r"/callback$"
ARGUMENTS: Final[dict[str, dict[str, object]]] = {"move": {"text": "d"}, "me listed": {"wish": "yes"}}
"""What a command cannot do without."""


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
    await until(lambda: "This thread is locked" in seat.private[-1].text)
    assert (await house.turn(board)).record.ply == 1


async def test_a_press_in_an_archived_thread_opens_it_again(house: House) -> None:
    """Where a thread is archived but not locked, the new board that the press brings opens it."""
    thread = house.general.thread("cards")
    seat = house.alice.user.at(thread)
    old = await house.deal(seat)
    thread.archived = True
    house.fake.fault("POST", CALLBACK, error(400, 50083))
    await seat.click(old, "Draw")
    await house.fake.settled()
    assert (thread.archived, old.deleted, action_of(thread.last)) == (False, True, 1)
    await seat.click(thread.last, "Draw")
    assert action_of(thread.last) == 2


async def test_a_new_game_in_a_locked_thread_is_kept(house: House) -> None:
    """A game started where nothing can be posted waits for `show`; also one that replaces another."""
    thread = house.general.thread("cards")
    seat = house.alice.user.at(thread)
    thread.archive()
    answer = await seat.slash("/klondike new")
    assert (answer.ephemeral, "`/klondike show` in another channel" in spelt(answer.text)) == (True, True)
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
    commands = command_paths()
    arguments: dict[str, dict[str, object]] = {**ARGUMENTS, "server end": {"member": house.bob.user}}
    for playing in (False, True):
        for command in sorted(commands, key="new".__eq__):
            reply = await seat.slash(f"/klondike {command}", **arguments.get(command, {}))
            assert reply.text, (command, playing)
            assert "Something went wrong" not in reply.text, (command, playing)
        await house.fake.settled()
    board = live_board(place)
    await seat.click(board, "🎴")  # the newest may be that of the day, which draws three
    assert action_of(board) >= 1


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
    await house.fake.settled()
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
