"""What a player meets in daily use: where a card or a game lies, marks that go, quick fingers."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest

from cogs.films import Film
from tests.e2e.acts import typed
from tests.e2e.reading import action_of, spelt

if TYPE_CHECKING:
    from tests.e2e.house import House


async def test_a_card_that_was_seen_is_told_of_where_it_lies(house: House) -> None:
    """Deep in the waste it is told how deep; turned over into the stock, which line draws to it."""
    board = await house.deal()
    await typed(house.alice, "d3")
    buried = await house.alice.slash("/klondike move", text="3h 4c")
    assert "3♥ lies in the waste under 1 card;" in buried.text
    await typed(house.alice, "d21 r")
    ahead = await house.alice.slash("/klondike move", text="8s f")
    assert "8♠ comes with 3 draws: type `d 8s`." in ahead.text
    await typed(house.alice, "d 8s")
    assert (await house.turn(board)).view.waste[-1] is not None
    assert action_of(house.board) == 3 + 22 + 3
    unseen = await house.alice.slash("/klondike move", text="kh e")
    assert "That card has not turned up yet." in unseen.text


@pytest.mark.parametrize("command", ["draw", "show", "resign", "report"])
async def test_a_game_in_another_place_is_named_to_its_player(house: House, command: str) -> None:
    """In private, with a link to a server's board; a game in direct messages has no link."""
    club = house.fake.guild("Club")
    club.add(house.alice.user)
    there = house.alice.user.at(club.channel("cards"))
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    board = await house.deal(direct)
    answer = await house.alice.slash(f"/klondike {command}")
    assert answer.ephemeral
    assert ("direct messages" in answer.text, "https://" in answer.text) == (True, False)
    board = await house.deal(there)
    answer = await house.alice.slash(f"/klondike {command}")
    assert answer.ephemeral
    assert f"https://discord.com/channels/{club.id}/{there.channel.id}/{board.id}" in answer.text
    assert "discord.com" not in (await house.bob.slash(f"/klondike {command}")).text


async def test_what_others_read_names_no_game_in_another_place(house: House) -> None:
    """A line typed in a server is answered for all to see, one in direct messages for its writer alone."""
    club = house.fake.guild("Club")
    club.add(house.alice.user)
    await house.deal(house.alice.user.at(club.channel("cards")))
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    await house.alice.say("d", mention_bot=True)
    await direct.say("d")
    await house.fake.settled()
    public, private = (seat.channel.messages[-1].text for seat in (house.alice, direct))
    assert spelt(public) == "You have no game here. `/klondike new` starts one."
    assert f"Your open game is here: https://discord.com/channels/{club.id}/" in private


async def test_a_double_press_on_next_turns_one_page(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both presses ask for the same page: the second waits for it and shows it, and nobody complains."""
    film = (await house.alice.slash("/klondike watch")).shown
    assert "Step 1" in film.text
    shot, release = Film.shot, threading.Event()

    def slow(*given: Any) -> Any:
        release.wait()
        return shot(*given)

    monkeypatch.setattr(Film, "shot", slow)
    presses = [house.alice.click(film, "Next") for _ in range(2)]
    try:
        await asyncio.sleep(0.1)
    finally:
        release.set()
    for press in presses:
        await press
    await house.fake.settled()
    assert "Step 2" in film.text
    assert house.alice.private == []
