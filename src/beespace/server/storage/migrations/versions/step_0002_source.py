"""Imported games keep what their file said of them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add a place for the record a game was imported from."""
    op.add_column("games", sa.Column("source", sa.Text))
