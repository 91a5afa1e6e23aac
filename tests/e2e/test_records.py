"""Leaderboards, figures, help, suggestions and reactions: what is shown beside the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cogs.help import TOPICS
from tests.e2e.acts import deal_with_an_ace_up, give_up, typed
from tests.e2e.reading import action_of, ranks

if TYPE_CHECKING:
    from tests.e2e.house import House

TEXT_LIMIT = 4000
"""Characters that all text displays of one message may hold."""


ODD_NAMES = (
    "**bold** `code` ||spoiler||",
    "@everyone",
    "\u202eevil <@1> <@&2>",
    "z̷̢͎̈́̓͌a̸̧͖̐͗l̴̡͓͆̑g̵̘̓o",
    "👩‍👩‍👧‍👦 🏳️‍🌈",
    "[link](https://x.y)",
)


async def test_d27_odd_names_stand_harmless_on_a_leaderboard(house: House) -> None:
    """Markdown, pings, right-to-left, piled-up accents and emoji in names: one line each, and no harm."""
    for name in ODD_NAMES:
        seat = house.person(name)
        await house.deal(seat)
        await give_up(seat)
    listed = await house.bob.slash("/klondike leaderboard", board="score")
    assert "Best score" in listed.text.splitlines()[0]
    assert ranks(listed.text) == [1] * len(ODD_NAMES)
    for harm in ("**Bold**", "`Code`", "\u202e"):
        assert harm not in listed.text
    assert not listed.shown.pings
    stats = await house.bob.slash("/klondike stats", member=house.fake.users[seat.user.id])
    assert "1 played" in stats.text
    assert not stats.shown.pings


async def test_d24_equal_values_share_a_rank(house: House) -> None:
    """Ranks are 1, 1, 3; whoever left keeps a stored name; who is not among the ten is told the own rank."""
    number, ace = deal_with_an_ace_up()
    crowd = [house.person(f"guest {n}") for n in range(9)]
    for seat in (house.alice, house.bob, *crowd):
        await house.deal(seat, number=number)
        if seat not in crowd:
            await typed(seat, ace)
        await give_up(seat)
    house.home.remove(crowd[0].user)
    text = (await house.bob.slash("/klondike leaderboard", board="score")).text
    assert ranks(text) == [1, 1, *[3] * 8]
    assert "Guest 0" in text
    own = (await crowd[-1].slash("/klondike leaderboard", board="score")).text.splitlines()[-2]
    assert ("Guest 8" in own, "is number 3 with 0" in own) == (True, True)
    for board in ("wins", "bankroll"):
        listed = await house.bob.slash("/klondike leaderboard", board=board)
        assert "Nobody is on this board yet" in listed.text


async def test_a_leaderboard_is_for_all_and_figures_are_private(house: House) -> None:
    """A leaderboard is shown to everybody; figures and bankroll to the one who asks."""
    assert not (await house.alice.slash("/klondike leaderboard")).ephemeral
    for command in ("stats", "bankroll", "help"):
        assert (await house.alice.slash(f"/klondike {command}")).ephemeral


async def test_every_text_fits(house: House) -> None:
    """Every help topic and every leaderboard there is is answered within Discord's limits."""
    for topic in TOPICS:
        text = (await house.alice.slash("/klondike help", topic=topic)).text
        assert 100 < len(text) <= TEXT_LIMIT
    for board in ("bankroll", "wins", "rate", "streak", "score", "moves", "daily", "race"):
        for scoring in "NVCTB":
            for games in ("clean", "assisted"):
                asked = {"board": board, "scoring": scoring, "games": games, "draw": 3}
                assert (await house.alice.slash("/klondike leaderboard", **asked)).text


async def test_d37_suggestions_are_legal_moves(house: House) -> None:
    """Autocompletion gives at most 25 legal moves, filtered by what was typed, and each one works."""
    for number in range(20, 23):
        board = await house.deal(number=number)
        legal = {str(move) for move in (await house.turn(board)).view.legal_moves}
        choices = await house.alice.autocomplete("/klondike move", focused="text")
        assert 0 < len(choices) <= 25
        assert {choice.value for choice in choices} <= legal
        some = await house.alice.autocomplete("/klondike move", focused="text", text=str(choices[-1].value))
        assert choices[-1] in some
        assert await house.alice.autocomplete("/klondike move", focused="text", text="no such move") == []
        assert "❌" not in await typed(house.alice, str(choices[-1].value))
        await give_up(house.alice)


async def test_suggestions_without_a_game_are_none(house: House) -> None:
    """Where there is no game, nothing is suggested, and nothing breaks."""
    assert await house.alice.autocomplete("/klondike move", focused="text") == []


async def test_d20_two_reactions_are_offered_once(house: House) -> None:
    """A board gets 🎴 and ↩️ when it is laid and no more later; where that is forbidden, it does without."""
    board = await house.deal()
    await house.alice.click(board, "Draw")
    await house.fake.settled()
    puts = [one for one in house.fake.requests if one.method == "PUT" and "/reactions/" in one.path]
    assert len(puts) == 2
    assert [key.rstrip("\ufe0f") for key in board.reactions] == ["🎴", "↩"]
    house.fake.deny(house.general, "react")
    plain = await house.deal(house.bob)
    assert plain.reactions == {}
    await house.bob.click(plain, "Draw")
    assert action_of(plain) == 1


@pytest.mark.parametrize("locale", ["de", "ja", "en-GB", "xx"])
async def test_any_locale_is_spoken_to(house: House, locale: str) -> None:
    """A client in a language that there is no file for is answered in English."""
    house.alice.user.locale = locale
    board = await house.deal()
    await house.alice.click(board, "Draw")
    assert "Drew" in board.text
