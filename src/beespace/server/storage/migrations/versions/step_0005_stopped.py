"""Store the running clock of games that end without a move."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add a column for the time left to the player to move."""
    op.add_column("games", sa.Column("stopped_ms", sa.BigInteger))
