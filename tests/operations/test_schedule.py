"""Backups that the bot makes by itself."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from data import Store, backup
from operations import schedule
from operations.schedule import Schedule
from tests.e2e.reading import until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

HOUR_MS = 3_600_000


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    """Give the URL of a database that is in use."""
    url = f"sqlite:///{tmp_path / 'klondike.db'}"
    store = await Store.open(url)
    yield url
    await store.close()


async def test_backups_are_made_and_the_oldest_go(url: str) -> None:
    """Every so often there is a new one, and no more than are to be kept."""
    hours = iter(range(1000))
    made = Schedule(url, 0.01, 2, clock=lambda: next(hours) * HOUR_MS)
    seen: set[Path] = set()

    def enough() -> bool:
        seen.update(backup.scheduled_backups(url))
        return len(seen) >= 4

    async with made.running():
        await until(enough)
    assert 1 <= len(backup.scheduled_backups(url)) <= 3


async def test_a_start_makes_one_only_when_it_is_due(url: str) -> None:
    """A bot that is restarted often makes as many as another one."""
    fresh = Schedule(url, 3600.0, 2)
    assert fresh._until_due() == 0
    made = await asyncio.to_thread(fresh._make)
    assert made is not None
    assert 3500 < fresh._until_due() <= 3600


async def test_a_backup_that_fails_is_told_and_tried_again(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What stands in the way is told in a line, and once it is gone there is a backup."""
    monkeypatch.setattr(schedule, "RETRY_SECONDS", 0.01)
    folder = backup.folder_of(url)
    folder.write_bytes(b"a file in its place")
    async with Schedule(url, 0.01, 2).running():
        await until(lambda: caplog.records)
        folder.unlink()
        await until(lambda: backup.scheduled_backups(url))
    assert caplog.records[0].getMessage() == "no backup could be made"
    assert caplog.records[0].exc_info is None
