"""Four more levels at the weak end: games keep the level that they were played at, by its name."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Give the levels their new numbers: the first is the second now, the others move by four."""
    for color in ("white", "black"):
        level = f"{color}_level"
        op.execute(f"UPDATE games SET {level} = {level} + 4 WHERE {level} >= 2")
        op.execute(f"UPDATE games SET {level} = 2 WHERE {level} = 1")
