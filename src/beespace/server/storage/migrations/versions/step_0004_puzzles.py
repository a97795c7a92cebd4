"""Puzzle results and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the tables for guests' puzzle results."""
    op.create_table(
        "puzzle_scores",
        sa.Column("guest", sa.String, primary_key=True),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
    )
    op.create_table(
        "puzzle_results",
        sa.Column("guest", sa.String, primary_key=True),
        sa.Column("puzzle", sa.String, primary_key=True),
        sa.Column("is_solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.String, nullable=False),
    )
