"""The house that every end-to-end test plays in; it must be in order when the test leaves it."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest_asyncio

from localdiscord import Intent, LocalDiscord
from tests.e2e.house import SPEC, House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import pytest


@pytest_asyncio.fixture
async def house(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """Give a house with the bot running."""
    async with opened(tmp_path, caplog, message_content=False) as house:
        yield house


@pytest_asyncio.fixture
async def reading_house(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """Give a house with a bot that reads every message, as `MESSAGE_CONTENT=1` lets it."""
    async with opened(tmp_path, caplog, message_content=True) as house:
        yield house


@asynccontextmanager
async def opened(
    folder: Path, caplog: pytest.LogCaptureFixture, *, message_content: bool
) -> AsyncIterator[House]:
    """Open a house in a folder.

    At the end no rule of Discord is broken, no dollar missing, nobody pinged, and no error in the log.
    """
    privileged = Intent.MESSAGE_CONTENT if message_content else Intent.NONE
    async with LocalDiscord(spec=SPEC if SPEC.is_file() else None, privileged=privileged) as fake:
        house = House(fake, folder / "klondike.db", message_content=message_content)
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
