"""The pool of winnable deals, and the mark of a game that was dealt from it."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the pool; every game until now was dealt at random or from a code."""
    op.create_table(
        "pool",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("rules_class", sa.Text(), nullable=False),
        sa.Column("deal", _BIG, nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("made_at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pool"),
        sa.UniqueConstraint("deal", "rules_class", name="uq_pool_deal_rules_class"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_pool_rules_class", "pool", ["rules_class"])
    op.add_column("game", sa.Column("winnable", sa.Boolean(), server_default=sa.false(), nullable=False))
