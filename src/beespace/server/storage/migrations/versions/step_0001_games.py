"""Games and their moves."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the first tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("updated", sa.String, nullable=False),
        sa.Column("ruleset", sa.String, nullable=False),
        sa.Column("white_kind", sa.String, nullable=False),
        sa.Column("white_name", sa.String, nullable=False),
        sa.Column("white_level", sa.Integer),
        sa.Column("black_kind", sa.String, nullable=False),
        sa.Column("black_name", sa.String, nullable=False),
        sa.Column("black_level", sa.Integer),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("result", sa.String),
        sa.Column("end_reason", sa.String),
    )
    op.create_index("games_by_update", "games", ["updated", "id"])
    op.create_table(
        "moves",
        sa.Column(
            "game", sa.String, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("spent_ms", sa.Integer),
    )
