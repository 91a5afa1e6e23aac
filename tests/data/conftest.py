"""A fresh store for each test."""

from __future__ import annotations

from shutil import copyfile
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url

from data import Store
from data.migrate import migrate
from tests.data.house import House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the database of the test will be; its folder is not there yet."""
    return tmp_path / "not" / "yet" / "klondike.db"


@pytest.fixture
def url(path: Path) -> str:
    """Return the URL of the database of the test."""
    return f"sqlite:///{path}"


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty database of today's schema, to be copied: migrating takes longer."""
    made = tmp_path_factory.mktemp("template") / "klondike.db"
    migrate(make_url(f"sqlite:///{made}"))
    return made


@pytest.fixture
async def store(url: str, path: Path, template: Path) -> AsyncIterator[Store]:
    """Return an open store, closed after the test."""
    path.parent.mkdir(parents=True)
    copyfile(template, path)
    opened = await Store.open(url)
    yield opened
    await opened.close()


@pytest.fixture
def house(store: Store) -> House:
    """Return the driver on the open store."""
    return House(store)
