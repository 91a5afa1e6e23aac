"""What is shown about many people or moves is read from the store and from memory, not asked of Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.sessions import Sessions
from tests.e2e.acts import give_up

if TYPE_CHECKING:
    import pytest

    from tests.e2e.house import House


async def test_d24_a_leaderboard_looks_nobody_up(house: House) -> None:
    """Names are those that were stored: showing a board is one answer, also when somebody on it has left."""
    guests = [house.person(f"guest{number}") for number in range(4)]
    for guest in guests:
        await house.deal(guest)
        await give_up(guest)
    house.home.remove(guests[0].user)
    await house.fake.settled()
    before = list(house.fake.requests)
    listed = await house.bob.slash("/klondike leaderboard", board="score")
    await house.fake.settled()
    asked = [one for one in house.fake.requests if one not in before]
    assert [one.path.rpartition("/")[2] for one in asked] == ["callback"]
    assert all(f"Guest{number}" in listed.text for number in range(4))


async def test_d37_suggestions_come_from_memory(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Completing a move replays no game: the board as it was shown last is there, and at most 25 fit."""
    await house.deal()

    def replay(*_: object) -> None:
        raise AssertionError("a suggestion replayed the game")

    monkeypatch.setattr(Sessions, "replay", replay)
    for typed in ("", "d", "7", "d d "):
        choices = await house.alice.autocomplete("/klondike move", focused="text", text=typed)
        assert len(choices) <= 25
    assert await house.alice.autocomplete("/klondike move", focused="text")
