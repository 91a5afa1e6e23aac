"""A fresh store and the games on it for each test."""

from __future__ import annotations

from shutil import copyfile
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url

from data import Store
from data.migrate import migrate
from tests.cogs.hall import Hall

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty database of today's schema, to be copied: migrating takes longer."""
    made = tmp_path_factory.mktemp("template") / "klondike.db"
    migrate(make_url(f"sqlite:///{made}"))
    return made


@pytest.fixture
def database(tmp_path: Path, template: Path) -> Path:
    """Return the file of an empty database."""
    path = tmp_path / "klondike.db"
    copyfile(template, path)
    return path


@pytest.fixture
async def hall(database: Path) -> AsyncIterator[Hall]:
    """Give the use cases on a real store; when the test leaves, no dollar and no count is wrong."""
    store = await Store.open(f"sqlite:///{database}")
    hall = Hall(store)
    try:
        yield hall
        assert await hall.problems() == []
    finally:
        await store.close()
