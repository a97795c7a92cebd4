"""Studies, reviews and openings, which used to be files in the data folder."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the tables. `old_files` fills them with the files of 0.1."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("owner", sa.String),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("updated", sa.String, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_index("studies_by_owner", "studies", ["owner", "updated"])
    op.create_table(
        "reviews",
        sa.Column(
            "game", sa.String, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("fingerprint", sa.String, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("evaluations", sa.Text, nullable=False),
    )
    _create_openings()


def _create_openings() -> None:
    op.create_table(
        "opening_moves",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game_type", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("child", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("white", sa.Integer, nullable=False),
        sa.Column("draw", sa.Integer, nullable=False),
        sa.Column("black", sa.Integer, nullable=False),
        sa.Column("other", sa.Integer, nullable=False),
        sa.Column("game", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "opening_games",
        sa.Column("id", number, primary_key=True),
        sa.Column("fingerprint", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("white", sa.Text, nullable=False),
        sa.Column("black", sa.Text, nullable=False),
        sa.Column("date", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("server_game", sa.Text),
        sa.Column("updated", sa.Text, nullable=False),
        sa.Column("copy", sa.Text),
    )
    for column, is_unique in (("fingerprint", True), ("server_game", True), ("copy", False)):
        where = sa.text(f"{column} IS NOT NULL") if column != "fingerprint" else None
        op.create_index(
            f"opening_games_by_{column}",
            "opening_games",
            [column],
            unique=is_unique,
            sqlite_where=where,
            postgresql_where=where,
        )
    op.create_table(
        "opening_scores",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game_type", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("depth", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
