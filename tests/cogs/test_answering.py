"""One answer an interaction, through the real library, where Discord is known to differ from its word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest_asyncio

from cogs import answering
from localdiscord import LocalDiscord, error
from tests.e2e.house import House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import pytest


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """Give a house with the bot running."""
    async with LocalDiscord() as fake:
        house = House(fake, tmp_path / "klondike.db")
        await house.start()
        try:
            yield house
        finally:
            await house.stop()


async def test_a_gallery_that_cannot_be_edited_after_a_defer_is_posted_anew_and_played_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When Discord refuses the edit with 400, the follow-up is the board to press, and the old one goes."""
    await house.alice.slash("/klondike new")
    old = house.board
    monkeypatch.setattr(answering, "PATIENCE", 0)
    fault = house.fake.fault("PATCH", r"/messages/@original$", error(400, 50035))
    await house.alice.click(old, "Draw")
    await house.fake.settled()
    assert fault.hits == 1
    board = house.board
    assert board.id != old.id
    assert old.deleted
    assert "Stock: 23 cards" in (board.alt or "")
    monkeypatch.undo()
    await house.alice.click(board, "Draw")
    await house.fake.settled()
    assert house.board.id == board.id
    assert "Stock: 22 cards" in (house.board.alt or "")
