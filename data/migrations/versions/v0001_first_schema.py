"""The first schema."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_OPEN: Final = sa.text("status = 'open'")
_LIST: Final = ("guild_id", "period", "draw", "scoring", "class")


def upgrade() -> None:
    """Create every table of the first version."""
    _create_guild()
    _create_meta()
    _create_player()
    _create_game()
    _create_member()
    _create_standing()
    _create_ledger()


def _create_guild() -> None:
    op.create_table(
        "guild",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("discord_id", _BIG, nullable=False),
        sa.Column("settings", sa.Text(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("house", _BIG, server_default=sa.text("0"), nullable=False),
        sa.Column("departed", _BIG, server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guild"),
        sa.UniqueConstraint("discord_id", name="uq_guild_discord_id"),
        sqlite_autoincrement=True,
    )


def _create_meta() -> None:
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )


def _create_player() -> None:
    op.create_table(
        "player",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("discord_id", _BIG, nullable=False),
        sa.Column("locale", sa.Text(), nullable=True),
        sa.Column("theme", sa.Text(), nullable=True),
        sa.Column("draw", sa.Integer(), nullable=True),
        sa.Column("scoring", sa.Text(), nullable=True),
        sa.Column("take_back", sa.Boolean(), nullable=True),
        sa.Column("created_at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
        sa.UniqueConstraint("discord_id", name="uq_player_discord_id"),
        sqlite_autoincrement=True,
    )


def _create_game() -> None:
    op.create_table(
        "game",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("player_id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("practice", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("channel_id", _BIG, nullable=True),
        sa.Column("message_id", _BIG, nullable=True),
        sa.Column("deal", _BIG, nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("log", sa.Text(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("last_interaction", _BIG, nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("booked", sa.Integer(), nullable=False),
        sa.Column("assisted", sa.Boolean(), nullable=False),
        sa.Column("started_at", _BIG, nullable=False),
        sa.Column("active_ms", _BIG, nullable=False),
        sa.Column("updated_at", _BIG, nullable=False),
        sa.Column("ended_at", _BIG, nullable=True),
        sa.ForeignKeyConstraint(["guild_id"], ["guild.id"], name="fk_game_guild_id_guild"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_game_player_id_player"),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_game_message_id", "game", ["message_id"])
    op.create_index("ix_game_player_id_guild_id_id", "game", ["player_id", "guild_id", "id"])
    op.create_index(
        "uq_game_open",
        "game",
        ["player_id", "guild_id", "kind"],
        unique=True,
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )


def _create_member() -> None:
    op.create_table(
        "member",
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("player_id", _BIG, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("balance", _BIG, server_default=sa.text("0"), nullable=False),
        sa.Column("listed", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guild.id"], name="fk_member_guild_id_guild"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_member_player_id_player"),
        sa.PrimaryKeyConstraint("guild_id", "player_id", name="pk_member"),
    )
    op.create_index("ix_member_guild_id_balance", "member", ["guild_id", "balance"])
    op.create_index("ix_member_player_id", "member", ["player_id"])


def _create_standing() -> None:
    op.create_table(
        "standing",
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("player_id", _BIG, nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("draw", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("scoring", sa.Text(), nullable=False),
        sa.Column("class", sa.Text(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best_streak", sa.Integer(), nullable=False),
        sa.Column("best_score", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["guild_id"], ["guild.id"], name="fk_standing_guild_id_guild"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_standing_player_id_player"),
        sa.PrimaryKeyConstraint(
            "guild_id", "player_id", "period", "draw", "scoring", "class", name="pk_standing"
        ),
    )
    op.create_index(
        "ix_standing_board_best_score",
        "standing",
        [*_LIST, "best_score"],
    )
    op.create_index("ix_standing_board_wins", "standing", [*_LIST, "wins"])
    op.create_index("ix_standing_player_id", "standing", ["player_id"])


def _create_ledger() -> None:
    op.create_table(
        "ledger",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("player_id", _BIG, nullable=False),
        sa.Column("game_id", _BIG, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("delta", sa.Integer(), nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_ledger_game_id_game"),
        sa.ForeignKeyConstraint(["guild_id"], ["guild.id"], name="fk_ledger_guild_id_guild"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_ledger_player_id_player"),
        sa.PrimaryKeyConstraint("id", name="pk_ledger"),
        sa.UniqueConstraint("game_id", "reason", name="uq_ledger_game_id_reason"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_ledger_player_id_guild_id", "ledger", ["player_id", "guild_id"])
