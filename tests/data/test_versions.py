"""A database of every version that there has been is brought to today's, with what is in it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from data import Store, audit, boards, games, pool, schema, sqlite
from data.migrate import config
from tests.data.house import ANN, BEN, CLUB, PUB, House, new_game

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

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


async def test_lists_worked_out_from_older_games_are_as_they_are_counted(
    house: House, tmp_path: Path
) -> None:
    """Games of two months, with help, on codes and without points: an update finds the figures of today."""
    chance, now = Random(4), 1_764_000_000_000
    for _ in range(80):
        now += chance.randrange(3 * 24 * 3_600_000)
        game = new_game(
            chance.choice([ANN, BEN]),
            chance.choice([CLUB, PUB]),
            rules=chance.choice(["D1N", "D3C", "D3C-unscored"]),
            practice=chance.random() < 0.3,
        )
        undone = chance.random() < 0.5
        await house.play(
            game,
            won=chance.random() < 0.4,
            score=chance.randrange(-50, 700),
            assisted=chance.random() < 0.3,
            tokens="d hint d u redo u resign" if undone else "d d d",
            ply=7 if undone else 3,
            moves=1 if undone else 3,
            now=now,
        )
    tables = (schema.player, schema.guild, schema.member, schema.game, schema.standing)

    def everything(conn: Connection) -> dict[str, list[dict[str, Any]]]:
        return {
            table.name: [dict(row) for row in conn.execute(table.select()).mappings()] for table in tables
        }

    today = await house.store.read(everything)
    old = tmp_path / "old" / "klondike.db"
    old.parent.mkdir()
    engine = create_engine(f"sqlite:///{old}", poolclass=NullPool, connect_args=sqlite.AUTOCOMMIT)
    sqlite.prepare(engine, begin=sqlite.BEGIN_WRITE, pragmas=sqlite.UNCHECKED)
    with engine.begin() as conn:
        command.upgrade(config(conn), "0003")
        for table in tables:
            known = {row.name for row in conn.execute(text(f"PRAGMA table_info({table.name})"))}
            rows = [
                {name: value for name, value in row.items() if name in known}
                for row in today[table.name]
                if row.get("period", "all") == "all"
            ]
            names = rows[0].keys()
            values = ", ".join(f":{name}" for name in names)
            conn.execute(text(f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({values})"), rows)  # noqa: S608
    updated = await Store.open(f"sqlite:///{old}")
    try:
        found = await updated.read(everything)
    finally:
        await updated.close()
    for name, rows in today.items():
        assert sorted(map(repr, found[name])) == sorted(map(repr, rows)), name
