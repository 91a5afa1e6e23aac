"""Persistence: SQLAlchemy Core on SQLite, one `Store`, and units of work to run in it.

`await store.transact(lambda conn: games.start(conn, new))`: units are plain functions that the store runs
in its threads. They take a connection first, plain values after it, and know nothing of Discord or of the
rules of the game.
"""

from data import backup, boards, daily, deeds, figures, games, guilds, meta, players, pool, races
from data.audit import audit
from data.deeds import Deed
from data.errors import (
    BackupUnfit,
    DatabaseInUse,
    DatabaseTooNew,
    DatabaseUnusable,
    DayTried,
    DuplicateInteraction,
    GameAlreadyOpen,
    GameConflict,
    GameNotOpen,
    RaceRefusal,
    RaceRefused,
    StaleRevision,
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreFailing,
    UnknownGame,
)
from data.lock import claimed
from data.periods import Period
from data.records import (
    RATED_GAMES,
    BoardPage,
    BoardRow,
    EndedGame,
    GameRecord,
    Habits,
    Kind,
    ListClass,
    Member,
    NewGame,
    PlayerRecord,
    PooledDeal,
    Progress,
    Result,
    Standing,
    Status,
)
from data.settings import GuildSettings
from data.store import Store

__all__ = [
    "RATED_GAMES",
    "BackupUnfit",
    "BoardPage",
    "BoardRow",
    "DatabaseInUse",
    "DatabaseTooNew",
    "DatabaseUnusable",
    "DayTried",
    "Deed",
    "DuplicateInteraction",
    "EndedGame",
    "GameAlreadyOpen",
    "GameConflict",
    "GameNotOpen",
    "GameRecord",
    "GuildSettings",
    "Habits",
    "Kind",
    "ListClass",
    "Member",
    "NewGame",
    "Period",
    "PlayerRecord",
    "PooledDeal",
    "Progress",
    "RaceRefusal",
    "RaceRefused",
    "Result",
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
    "daily",
    "deeds",
    "figures",
    "games",
    "guilds",
    "meta",
    "players",
    "pool",
    "races",
]
