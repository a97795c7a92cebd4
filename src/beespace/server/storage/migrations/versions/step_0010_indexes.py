"""Indexes for the ids of studies and for links that add a device."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the indexes."""
    is_study = sa.text("store = 'studies'")
    op.create_index(
        "synced_studies_by_id",
        "synced_rows",
        ["id"],
        sqlite_where=is_study,
        postgresql_where=is_study,
    )
    op.create_index("device_links_by_guest", "device_links", ["guest"])
    op.create_index("device_links_by_expiry", "device_links", ["expires"])
