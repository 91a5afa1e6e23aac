"""A database of every version that there has been is brought to today's, with what is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from data import Store, audit, boards, games, pool, sqlite
from data.migrate import config
from tests.data.house import ANN, CLUB, House

if TYPE_CHECKING:
    from pathlib import Path

VERSIONS = [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()]

CONTENT = """
INSERT INTO player (id, discord_id, created_at) VALUES (1, 101, 5);
INSERT INTO guild (id, discord_id, house) VALUES (1, 900, 47);
INSERT INTO member (guild_id, player_id, name, balance) VALUES (1, 1, 'Ann', -47);
INSERT INTO game (
  id, player_id, guild_id, kind, deal, rules, rules_version, log, ply, revision, status,
  score, booked, assisted, started_at, active_ms, updated_at, practice
) VALUES (7, 1, 1, 'free', 6, 'D3V', 1, 'd 2f', 2, 2, 'open', -47, -47, 0, 5, 9, 14, 0);
INSERT INTO ledger (guild_id, player_id, game_id, reason, delta, at) VALUES (1, 1, 7, 'buy-in', -52, 5);
INSERT INTO ledger (guild_id, player_id, game_id, reason, delta, at) VALUES (1, 1, 7, 'winnings', 5, 14);
INSERT INTO standing (guild_id, player_id, period, draw, scoring, class, games, wins, streak, best_streak)
  VALUES (1, 1, 'all', 3, 'N', 'practice', 3, 2, 0, 1)
"""
"""One row in each table, as the first version writes them."""


def fill(path: Path, version: str) -> None:
    """Make a database of a version, with a game in it; foreign keys hold."""
    path.parent.mkdir(parents=True)
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool, connect_args=sqlite.AUTOCOMMIT)
    sqlite.prepare(engine, begin=sqlite.BEGIN_WRITE, pragmas=sqlite.UNCHECKED)
    with engine.begin() as conn:
        command.upgrade(config(conn), VERSIONS[-1])
        for statement in CONTENT.split(";"):
            conn.execute(text(statement))
        command.upgrade(config(conn), version)


@pytest.mark.parametrize("version", VERSIONS)
async def test_d29_every_version_is_migrated_with_its_data(path: Path, url: str, version: str) -> None:
    """The open game, its money and the figures are there after the update, and the game is played on."""
    fill(path, version)
    store = await Store.open(url)
    try:
        game = await store.read(lambda conn: games.by_id(conn, 7))
        assert game is not None
        assert (game.log, game.ply, game.score, game.buy_in) == ("d 2f", 2, -47, -52)
        assert (game.practice, game.winnable) == (False, False)
        assert await store.read(pool.counts) == {}
        assert await store.read(lambda conn: boards.balance(conn, ANN, CLUB)) == -47
        figures = await store.read(lambda conn: boards.player_stats(conn, ANN, CLUB))
        assert [(one.scoring, one.games, one.wins) for one in figures] == [("N", 3, 2)]
        house = House(store)
        after = await house.act(game, score=-42, booked=-42)
        assert after.revision == 3
        assert await house.balance(ANN) == -42
        assert [line for line in await store.read(audit) if "counted" not in line] == []
    finally:
        await store.close()
