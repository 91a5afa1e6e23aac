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
        super().__init__(f"the database {where} is newer than this program: unknown revision {revision!r}")
        self.where = where
        self.revision = revision


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
