"""Games that end without a move keep what the running clock showed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add a place for the time that was left to the player to move."""
    op.add_column("games", sa.Column("stopped_ms", sa.BigInteger))
