"""Five more levels: renumber the levels of existing games, so that they keep their names."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Renumber the levels, highest first, so that none is changed twice."""
    for color in ("white", "black"):
        level = f"{color}_level"
        op.execute(f"UPDATE games SET {level} = {level} + 5 WHERE {level} >= 8")
        op.execute(f"UPDATE games SET {level} = {level} + 4 WHERE {level} BETWEEN 2 AND 7")
        op.execute(f"UPDATE games SET {level} = 2 WHERE {level} = 1")
