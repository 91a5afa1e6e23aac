"""The house that every end-to-end test plays in; it must be in order when the test leaves it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest_asyncio

from localdiscord import LocalDiscord
from tests.e2e.house import SPEC, House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import pytest


@pytest_asyncio.fixture
async def house(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """Give a house with the bot running.

    At the end no rule of Discord is broken, no dollar missing, nobody pinged, and no error in the log.
    """
    async with LocalDiscord(spec=SPEC if SPEC.is_file() else None) as fake:
        house = House(fake, tmp_path / "klondike.db")
        await house.start()
        try:
            yield house
            await fake.settled()
            assert fake.breaches == []
            assert await house.problems() == []
            assert not any(message.pings for message in house.messages_of_the_bot())
            assert [one for one in caplog.get_records("call") if one.levelno >= logging.ERROR] == []
        finally:
            await house.stop()
