"""Where the database lies, and what is wrong when it cannot be opened there."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from data.errors import DatabaseUnusable
from data.failures import advice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import URL

__all__ = ["explained", "file_of", "parse"]


def parse(url: str) -> URL:
    """Read a URL; an SQLite one means the standard library's driver, whichever it names.

    :raises DatabaseUnusable: it is none.
    """
    try:
        target = make_url(url)
    except ArgumentError as error:
        # The text may hold a password: it is not repeated.
        raise DatabaseUnusable("(given by URL)", "the URL cannot be read") from error
    return target.set(drivername="sqlite") if target.get_backend_name() == "sqlite" else target


def file_of(url: URL) -> Path:
    """Return the file of an SQLite URL.

    :raises DatabaseUnusable: for other databases, and for those that live in memory only
    """
    where = url.render_as_string(hide_password=True)
    if url.get_backend_name() != "sqlite":
        raise DatabaseUnusable(where, "only SQLite is supported")
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise DatabaseUnusable(where, "it must be a plain file, since several connections share it")
    return Path(url.database)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what the driver and the file system raise into `DatabaseUnusable`, with what to do about it."""
    try:
        yield
    except DBAPIError as error:
        raise DatabaseUnusable(str(path), _reason(error.orig)) from error
    except (sqlite3.Error, OSError) as error:
        raise DatabaseUnusable(str(path), _reason(error)) from error


def _reason(error: BaseException | None) -> str:
    known = advice(error)
    return f"{error}; {known}" if known else str(error)
