"""The house that every end-to-end test plays in; it must be in order when the test leaves it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

import cogs.pool
from cogs.compiled import compiled_search
from localdiscord import UNLIMITED, Intent, Limits, LocalDiscord
from tests.e2e.house import SPEC, House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from cogs.compiled import Compiled


@pytest_asyncio.fixture
async def house(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """Give a house with the bot running."""
    async with opened(tmp_path, caplog) as house:
        yield house


@pytest_asyncio.fixture
async def reading_house(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """Give a house with a bot that reads every message, as `MESSAGE_CONTENT=1` lets it."""
    async with opened(tmp_path, caplog, message_content=True) as house:
        yield house


@pytest_asyncio.fixture
async def limited_house(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """Give a house on a Discord that takes no more requests than the real one."""
    async with opened(tmp_path, caplog, limits=Limits()) as house:
        yield house


@pytest_asyncio.fixture
async def thinking_house(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[House]:
    """Give a house with a bot that has compiled search, and whose deals go to players alone."""
    monkeypatch.setattr(cogs.pool, "READY", 0)
    pytest.importorskip("numba", reason="the extra `search` is not installed")
    async with opened(tmp_path, caplog, compiled=compiled_search) as house:
        yield house


@asynccontextmanager
async def opened(
    folder: Path,
    caplog: pytest.LogCaptureFixture,
    *,
    message_content: bool = False,
    compiled: Callable[[], Compiled] | None = None,
    limits: Limits = UNLIMITED,
) -> AsyncIterator[House]:
    """Open a house in a folder."""
    privileged = Intent.MESSAGE_CONTENT if message_content else Intent.NONE
    spec = SPEC if SPEC.is_file() else None
    async with LocalDiscord(spec=spec, privileged=privileged, limits=limits) as fake:
        house = House(fake, folder / "klondike.db", message_content=message_content, compiled=compiled)
        async with house.open(caplog):
            yield house
