"""Store the original record of imported games."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add a column for the record that a game was imported from."""
    op.add_column("games", sa.Column("source", sa.Text))
