"""Values that the server keeps about itself, and an index of unfinished reviews."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the table and the index."""
    op.create_table(
        "server_values",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    is_unfinished = sa.text("done < total")
    op.create_index(
        "reviews_unfinished",
        "reviews",
        ["game"],
        sqlite_where=is_unfinished,
        postgresql_where=is_unfinished,
    )
