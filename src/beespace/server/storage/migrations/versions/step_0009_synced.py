"""What guests' pages store, and the devices of guests who use more than one."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the tables, and let the studies so far be synchronized."""
    op.create_table(
        "libraries",
        sa.Column("guest", sa.String, primary_key=True),
        sa.Column("revision", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "synced_rows",
        sa.Column("guest", sa.String, primary_key=True),
        sa.Column("store", sa.String, primary_key=True),
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.String, nullable=False),
        sa.Column("is_deleted", sa.Boolean, nullable=False),
        sa.Column("content", sa.Text),
    )
    op.create_index("synced_rows_by_revision", "synced_rows", ["guest", "revision"])
    op.create_table(
        "devices",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("guest", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("added", sa.String, nullable=False),
    )
    op.create_index("devices_by_guest", "devices", ["guest"])
    op.create_table(
        "device_links",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("guest", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.execute(
        "INSERT INTO synced_rows (guest, store, id, revision, changed, is_deleted) "
        "SELECT owner, 'studies', id, row_number() OVER (PARTITION BY owner ORDER BY updated, id), "
        "updated, (1 = 0) FROM studies WHERE owner IS NOT NULL"
    )
    op.execute(
        "INSERT INTO libraries (guest, revision) "
        "SELECT owner, count(*) FROM studies WHERE owner IS NOT NULL GROUP BY owner"
    )
