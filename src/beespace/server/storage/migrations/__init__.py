"""The database migrations for Alembic, one module per step."""
