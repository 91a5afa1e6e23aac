"""One process a database: a lock that the system takes back when its process ends, however it ends."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from data.errors import DatabaseInUse, DatabaseUnusable
from data.place import explained, file_of, parse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["claimed", "claimed_file"]

_FAR: Final = 1 << 20
"""Where the locked byte lies on Windows: beyond the process id, which others may read."""


@contextmanager
def claimed(url: str) -> Iterator[None]:
    """Keep every other process that asks off the database at `url` meanwhile.

    The file `<database>.lock` beside it stays; what counts is who holds it.

    :raises DatabaseInUse: another process has it.
    :raises DatabaseUnusable: it is no file, or its folder cannot be written to.
    """
    path = file_of(parse(url))
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    with claimed_file(path):
        yield


@contextmanager
def claimed_file(path: Path) -> Iterator[None]:
    """Keep every other process that asks off a file, by whichever of its names.

    :raises DatabaseInUse: another process has it.
    :raises DatabaseUnusable: its folder cannot be written to.
    """
    with explained(path):
        real = path.resolve()
        held = real.with_name(f"{real.name}.lock").open("a+b")
    with held:
        try:
            _take(held)
        except BlockingIOError as error:
            raise DatabaseInUse(str(path), _holder(held)) from error
        except OSError as error:
            raise DatabaseUnusable(str(path), f"{error}; its file system must know locks") from error
        _sign(held)
        yield


def _take(held: BinaryIO) -> None:
    """Lock an open file.

    :raises BlockingIOError: another one has it.
    """
    if sys.platform == "win32":
        held.seek(_FAR)
        try:
            msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError from error
    else:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sign(held: BinaryIO) -> None:
    """Write down who holds the lock; on a full disk it is held all the same."""
    with suppress(OSError):
        held.truncate(0)
        held.write(str(os.getpid()).encode())
        held.flush()


def _holder(held: BinaryIO) -> int | None:
    held.seek(0)
    written = held.read(_FAR)
    return int(written) if written.isdigit() else None
