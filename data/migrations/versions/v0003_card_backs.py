"""The card back that a player has chosen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; nobody has chosen one yet."""
    op.add_column("player", sa.Column("back", sa.Text()))
