"""Alembic's environment: `Store.open` runs it, and `alembic revision` writes new steps into it."""
