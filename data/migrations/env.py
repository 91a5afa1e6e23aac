"""Run the migrations on the connection that is handed over, inside its transaction."""

from __future__ import annotations

from alembic import context

from data.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite alters a table by rebuilding it.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
