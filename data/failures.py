"""What SQLite and the file system say when they fail, sorted by what can be done about it."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Final

from data.errors import StoreDamaged, StoreFailing

if TYPE_CHECKING:
    from sqlalchemy.exc import DBAPIError

__all__ = ["advice", "failure"]

_PRIMARY: Final = 0xFF
"""The part of SQLite's extended result codes that tells the kind."""

_WRITABLE: Final = "make it and its folder writable for the user that runs the bot"
_RESTORE: Final = "restore a backup (make restore FROM=...)"

_ADVICE: Final = {
    sqlite3.SQLITE_FULL: "make room on its disk",
    sqlite3.SQLITE_IOERR: "look whether its disk is full, worn out or gone",
    sqlite3.SQLITE_READONLY: _WRITABLE,
    sqlite3.SQLITE_PERM: _WRITABLE,
    sqlite3.SQLITE_CANTOPEN: _WRITABLE,
    sqlite3.SQLITE_BUSY: "another program holds it: end that one",
    sqlite3.SQLITE_LOCKED: "another program holds it: end that one",
    sqlite3.SQLITE_NOMEM: "make room in memory",
    sqlite3.SQLITE_CORRUPT: _RESTORE,
    sqlite3.SQLITE_NOTADB: f"name another file in DATABASE_URL, or {_RESTORE}",
}
"""What to do, for the kinds that lie outside of the program; whatever is not here is the program's fault."""

_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def advice(error: BaseException | None) -> str:
    """Tell an operator what to do about an error of SQLite or the file system; empty where none is known."""
    if isinstance(error, PermissionError | FileExistsError | NotADirectoryError):
        return _WRITABLE
    return _ADVICE.get(_kind(error), "")


def failure(error: DBAPIError, *, reading: bool) -> StoreFailing | None:
    """Give what an error in a transaction means for the whole store; None where it concerns its unit alone.

    :param reading: whether the connection may only read, so that an attempt to write is the unit's fault.
    """
    kind = _kind(error.orig)
    if kind not in _ADVICE or (reading and _code(error.orig) == sqlite3.SQLITE_READONLY):
        return None
    told = f"{error.orig}; {_ADVICE[kind]}"
    return StoreDamaged(told) if kind in _DAMAGE else StoreFailing(told)


def _kind(error: BaseException | None) -> int:
    return _code(error) & _PRIMARY


def _code(error: BaseException | None) -> int:
    return int(getattr(error, "sqlite_errorcode", 0) or 0)
