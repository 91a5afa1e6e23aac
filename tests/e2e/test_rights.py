"""Missing permissions: one plays all the same, is told which are missing, and can look them up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from localdiscord import error
from tests.e2e.reading import (
    action_of,
    is_written,
    labels,
    live_board,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from localdiscord.permissions import Right
    from tests.e2e.house import House

CALLBACK: Final = r"/callback$"


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
    board = live_board(place)
    assert is_written(board) == ("attach" in denied)
    for right, name in names.items():
        assert (f"**{name}**" in board.text) == (right in denied), name
    await seat.click(board, "Draw")
    await seat.slash("/klondike move", text="d")
    board = live_board(place)
    assert (action_of(board), is_written(board)) == (2, "attach" in denied)
    house.fake.allow(house.general, *denied)
    await house.fake.settled()
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
    board = live_board(house.general)
    for column in (await house.turn(board)).view.columns:
        assert column.up[-1].symbol in board.text
    assert labels(board) == ["Draw", "Undo", "Redo", "Hint", "Type a move", "Give up"]
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
    await house.fake.settled()
    await house.alice.slash("/klondike draw")
    assert (action_of(board), is_written(board), "**Attach Files**" in board.text) == (1, True, True)
    house.fake.allow(house.general, "attach")
    await house.fake.settled()
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
    assert is_written(live_board(house.general))


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
    assert "❌ I am not a member of this server" in text
    assert "❌ The database cannot be written" in text
    assert "disk full" not in text
