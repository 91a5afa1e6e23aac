"""Persistence: SQLAlchemy Core on SQLite, one `Store`, and units of work to run in it.

`await store.transact(lambda conn: games.start(conn, new))`: units are plain functions that the store runs
in its threads. They take a connection first, plain values after it, and know nothing of Discord or of the
rules of the game.
"""

from data import boards, challenges, figures, games, guilds, meta, players, pool
from data.audit import audit
from data.errors import (
    DatabaseTooNew,
    DatabaseUnusable,
    DuplicateInteraction,
    GameAlreadyOpen,
    GameConflict,
    GameNotOpen,
    StaleRevision,
    StoreClosed,
    StoreError,
    UnknownGame,
)
from data.periods import Period
from data.records import (
    RATED_GAMES,
    BoardPage,
    BoardRow,
    EndedGame,
    GameRecord,
    HistoryPage,
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
    "BoardPage",
    "BoardRow",
    "DatabaseTooNew",
    "DatabaseUnusable",
    "DuplicateInteraction",
    "EndedGame",
    "GameAlreadyOpen",
    "GameConflict",
    "GameNotOpen",
    "GameRecord",
    "GuildSettings",
    "HistoryPage",
    "Kind",
    "ListClass",
    "Member",
    "NewGame",
    "Period",
    "PlayerRecord",
    "PooledDeal",
    "Progress",
    "Result",
    "StaleRevision",
    "Standing",
    "Status",
    "Store",
    "StoreClosed",
    "StoreError",
    "UnknownGame",
    "audit",
    "boards",
    "challenges",
    "figures",
    "games",
    "guilds",
    "meta",
    "players",
    "pool",
]
