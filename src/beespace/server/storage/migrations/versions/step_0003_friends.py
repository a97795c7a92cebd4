"""Games with a friend: seats, clocks, offers and chat."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the tables and columns for games with a friend. Older games have no owner."""
    for column in (
        sa.Column("mode", sa.String, nullable=False, server_default="board"),
        sa.Column("is_waiting", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("clock", sa.String),
        sa.Column("turn_began", sa.BigInteger),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
        sa.Column("offers", sa.String, nullable=False, server_default=""),
        sa.Column("rematch", sa.String),
    ):
        op.add_column("games", column)
    op.create_index("games_by_deadline", "games", ["deadline"])
    op.add_column("moves", sa.Column("clock_ms", sa.Integer))
    op.create_table(
        "keys",
        sa.Column(
            "game", sa.String, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("color", sa.String, primary_key=True),
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("created", sa.String, nullable=False),
    )
    op.create_index("keys_by_hash", "keys", ["hash", "game"])
    op.create_table(
        "chat",
        sa.Column(
            "game", sa.String, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("color", sa.String, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.String, nullable=False),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
