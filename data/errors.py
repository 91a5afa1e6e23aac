"""What can go wrong in the store: each error carries its data, words for players are made at the edge."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data.records import GameRecord


class StoreError(Exception):
    """The base of every error that this package raises on purpose."""


class DatabaseUnusable(StoreError):
    """The database cannot be opened: unreadable, corrupt, locked for good, or not ours.

    `where` names the database (never a password), `reason` says what is wrong with it.
    """

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"the database {where} cannot be used: {reason}")
        self.where = where
        self.reason = reason


class DatabaseTooNew(StoreError):
    """The database was written by a newer version of the program; `revision` is the one it stands at."""

    def __init__(self, where: str, revision: str) -> None:
        super().__init__(
            f"the database {where} is newer than this program: unknown revision {revision!r}; "
            "update the program, or restore a backup of this version"
        )
        self.where = where
        self.revision = revision


class DatabaseInUse(StoreError):
    """Another process works on the database; `holder` is its process id where that is known."""

    def __init__(self, where: str, holder: int | None) -> None:
        who = "another process" if holder is None else f"another process ({holder})"
        super().__init__(f"the database {where} is in use by {who}: stop that one first")
        self.where = where
        self.holder = holder


class BackupUnfit(StoreError):
    """A copy of the database is damaged, or its books are wrong; `problems` says how."""

    def __init__(self, where: str, problems: str) -> None:
        super().__init__(f"the database {where} is no good backup: {problems}")
        self.where = where
        self.problems = problems


class StoreFailing(StoreError):
    """The database does not work at the moment: what was asked for has not been done.

    `reason` says why and what to do about it, for the operator.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(f"the database does not work: {reason}")
        self.reason = reason


class StoreDamaged(StoreFailing):
    """The database has been damaged while it was in use: nothing more is written to it."""


class StoreClosed(StoreError):
    """Work was handed to a store after its `close`."""


class UnknownGame(StoreError):
    """No game has this id."""

    def __init__(self, game_id: int) -> None:
        super().__init__(f"no such game: {game_id}")
        self.game_id = game_id


class GameConflict(StoreError):
    """The base of refusals that show the game as it stands now: `record`."""

    def __init__(self, record: GameRecord) -> None:
        super().__init__(f"game {record.id}, revision {record.revision}, {record.status}")
        self.record = record


class GameAlreadyOpen(GameConflict):
    """The player has an open game of this kind in this server; `record` is that game."""


class DayTried(GameConflict):
    """The player has tried this day's deal already, here or elsewhere; `record` is that game."""


class StaleRevision(GameConflict):
    """The game has moved on since the caller saw it; `record` is the game now."""


class DuplicateInteraction(GameConflict):
    """This very interaction has already been carried out; `record` is the game now."""


class GameNotOpen(GameConflict):
    """The game has ended: no move and no undo after that."""


class RaceRefusal(StrEnum):
    """Why something cannot be done in a race."""

    UNKNOWN = "unknown"
    NO_SERVER = "no-server"
    NOT_OPEN = "not-open"
    NOT_BEGUN = "not-begun"
    NOT_OVER = "not-over"
    NOT_IN = "not-in"
    NOT_HOST = "not-host"
    TOO_FEW = "too-few"
    FULL = "full"
    ELSEWHERE = "elsewhere"
    TIME_UP = "time-up"
    IN_PUBLIC = "in-public"


class RaceRefused(StoreError):
    """Something cannot be done in a race as it stands; `why` tells the reason."""

    def __init__(self, why: RaceRefusal) -> None:
        super().__init__(why.value)
        self.why = why
