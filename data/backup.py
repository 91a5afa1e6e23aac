"""Copies of the database, made while the bot plays on, and put back while it does not."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from data.audit import audit
from data.errors import BackupUnfit, DatabaseUnusable
from data.lock import claimed, claimed_file
from data.migrate import refuse_unknown
from data.place import explained, file_of, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sqlalchemy import Connection

__all__ = ["back_up", "folder_of", "prune", "restore", "scheduled_backups"]

FOLDER: Final = "backups"
"""Beside the database."""
SCHEDULED: Final = "scheduled-"
"""How the names of those begin that the bot makes by itself, the only ones that it also removes."""
TIME: Final = "%Y-%m-%dT%H-%M-%SZ"
STEPS: Final = 20_000
"""Steps of SQLite between two looks at whether to stop, some milliseconds."""


def folder_of(url: str) -> Path:
    """Return the folder of the backups of the database at `url`."""
    return file_of(parse(url)).parent / FOLDER


def back_up(url: str, now: int, *, scheduled: bool = False, stop: Callable[[], bool] | None = None) -> Path:
    """Copy the database at `url` as it stands at this moment, check the copy, and return where it lies.

    Players play on meanwhile: it reads a snapshot beside them. Blocks: call it in a worker thread. What is
    not whole yet has another name, so whatever is named as a backup is one.

    :param now: milliseconds UTC; they name the file.
    :param stop: asked now and then whether to give up.
    :raises DatabaseUnusable: it cannot be read, or there is no room for the copy.
    :raises DatabaseInUse: another backup is being made.
    :raises BackupUnfit: what was copied is damaged, or its books are wrong.
    """
    source, folder = file_of(parse(url)), folder_of(url)
    with explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
    moment = datetime.fromtimestamp(now / 1000, UTC).strftime(TIME)
    made = folder / f"{SCHEDULED if scheduled else ''}{moment}.db"
    with claimed_file(folder / "being-written"), explained(folder):
        for left in folder.glob("*.partial"):
            left.unlink()  # of one that was broken off
        partial = made.with_suffix(".partial")
        with _gone_unless_renamed(partial):
            _copy(source, partial, stop)
            _check(partial, source)
            _persist(partial)
            partial.replace(made)
            _persist(folder)
    return made


def scheduled_backups(url: str) -> list[Path]:
    """List the backups that the bot has made by itself, oldest first."""
    return sorted(folder_of(url).glob(f"{SCHEDULED}*.db"))


def prune(url: str, keep: int) -> None:
    """Remove all but the newest `keep` backups that the bot has made by itself."""
    for old in scheduled_backups(url)[:-keep]:
        old.unlink(missing_ok=True)


def restore(url: str, backup: Path, now: int) -> Path | None:
    """Put a backup in the place of the database at `url`, which no bot may be working on.

    :returns: where the replaced database lies now; None where there was none.
    :raises DatabaseInUse: a bot works on it.
    :raises DatabaseUnusable: the backup cannot be read, or a file cannot be written.
    :raises DatabaseTooNew: a newer program has written the backup.
    :raises BackupUnfit: the backup is damaged, or its books are wrong.
    """
    target = file_of(parse(url))
    with claimed(url):
        _check(backup, backup)
        coming = target.with_name(f"{target.name}.coming")
        moment = datetime.fromtimestamp(now / 1000, UTC).strftime(TIME)
        with _gone_unless_renamed(coming), explained(target):
            coming.unlink(missing_ok=True)  # of one that was broken off
            _copy(backup, coming, None)  # with what its log holds, where it has one
            _persist(coming)
            aside = _set_aside(target, moment) if target.exists() else None
            coming.replace(target)
            _persist(target.parent)
    return aside


def _copy(source: Path, target: Path, stop: Callable[[], bool] | None) -> None:
    with explained(source), closing(_connected(source)) as conn:
        if stop is not None:
            conn.set_progress_handler(stop, STEPS)
        conn.execute("VACUUM INTO ?", (str(target),))


def _check(copy: Path, whose: Path) -> None:
    """Look through a copy page by page, and through its books."""
    with explained(copy):
        if not copy.is_file():
            raise DatabaseUnusable(str(copy), "there is no such file")
        engine = create_engine("sqlite://", creator=lambda: _connected(copy), poolclass=NullPool)
        with engine.connect() as conn:
            found = [str(row[0]) for row in conn.exec_driver_sql("PRAGMA integrity_check(3)")]
            problems = [] if found == ["ok"] else found
            problems += [f"rows of {row[0]} refer to nothing" for row in _orphans(conn)]
            refuse_unknown(conn, copy)
            problems = problems or audit(conn)
    if problems:
        raise BackupUnfit(str(whose), "; ".join(problems[:3]))


def _orphans(conn: Connection) -> list[tuple[object, ...]]:
    return [tuple(row) for row in conn.exec_driver_sql("PRAGMA foreign_key_check")]


def _set_aside(path: Path, moment: str) -> Path:
    """Keep a database under another name too, with what its log still holds.

    The old one stays in its place until the new one takes it at one stroke; its log must have gone by then,
    since SQLite would read it into the new one.
    """
    aside = path.with_name(f"{path.name}.replaced-{moment}")
    for ending in ("", "-wal"):
        part = path.with_name(path.name + ending)
        if part.exists():
            kept = aside.with_name(aside.name + ending)
            shutil.copyfile(part, kept)
            _persist(kept)
    _persist(path.parent)
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    return aside


def _connected(path: Path) -> sqlite3.Connection:
    """Open a database that is there already."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=5)


@contextmanager
def _gone_unless_renamed(path: Path) -> Iterator[None]:
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        path.with_name(f"{path.name}-journal").unlink(missing_ok=True)


def _persist(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if path.is_dir() and os.name == "nt":
        return  # Windows has no such call for folders
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
