"""Persistence: SQLAlchemy Core on SQLite, one `Store`, and units of work to run in it.

`await store.transact(lambda conn: games.start(conn, new))`: units are plain functions that the store runs
in its threads. They take a connection first, plain values after it, and know nothing of Discord or of the
rules of the game.
"""

from data import backup, boards, games, meta, players, pool
from data.audit import audit
from data.errors import (
    BackupUnfit,
    DatabaseInUse,
    DatabaseTooNew,
    DatabaseUnusable,
    DuplicateInteraction,
    GameAlreadyOpen,
    GameConflict,
    GameNotOpen,
    StaleRevision,
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreFailing,
    UnknownGame,
)
from data.lock import claimed
from data.records import (
    BoardPage,
    BoardRow,
    EndedGame,
    GameRecord,
    Kind,
    ListClass,
    NewGame,
    PlayerRecord,
    PooledDeal,
    Progress,
    Standing,
    Status,
)
from data.store import Store

__all__ = [
    "BackupUnfit",
    "BoardPage",
    "BoardRow",
    "DatabaseInUse",
    "DatabaseTooNew",
    "DatabaseUnusable",
    "DuplicateInteraction",
    "EndedGame",
    "GameAlreadyOpen",
    "GameConflict",
    "GameNotOpen",
    "GameRecord",
    "Kind",
    "ListClass",
    "NewGame",
    "PlayerRecord",
    "PooledDeal",
    "Progress",
    "StaleRevision",
    "Standing",
    "Status",
    "Store",
    "StoreClosed",
    "StoreDamaged",
    "StoreError",
    "StoreFailing",
    "UnknownGame",
    "audit",
    "backup",
    "boards",
    "claimed",
    "games",
    "meta",
    "players",
    "pool",
]
