"""Games can be rated, and ratings be kept to oneself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Make the change."""
    with op.batch_alter_table("games") as batch:
        batch.add_column(sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("accounts") as batch:
        batch.add_column(sa.Column("ratings_hidden", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "rated_games",
        sa.Column("game_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("edition", sa.String(length=40), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("counted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_rated_games_game_id")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_rated_games")),
    )
    op.create_index("ix_rated_games_edition_ended_at", "rated_games", ["edition", "ended_at"])
    op.create_table(
        "rating_changes",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("game_id", NUMBER, nullable=False),
        sa.Column("account_id", NUMBER, nullable=False),
        sa.Column("edition", sa.String(length=40), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("house", sa.String(length=40), nullable=False),
        sa.Column("rank", NUMBER, nullable=False),
        sa.Column("mu_before", sa.Float(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_rating_changes_account_id")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_rating_changes_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_changes")),
        sa.UniqueConstraint("game_id", "account_id", name=op.f("uq_rating_changes_game_id_account_id")),
        sa.UniqueConstraint(
            "edition", "account_id", "number", name=op.f("uq_rating_changes_edition_account_id_number")
        ),
    )
    op.create_index("ix_rating_changes_account_id", "rating_changes", ["account_id"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("rating_changes")
    op.drop_table("rated_games")
    with op.batch_alter_table("accounts") as batch:
        batch.drop_column("ratings_hidden")
    with op.batch_alter_table("games") as batch:
        batch.drop_column("rated")
