"""Games can be rated, and ratings be kept to oneself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.migrations.schema import (
    add_columns,
    column,
    create_index,
    drop_columns,
    flag,
    key,
    moment,
    number,
    reference,
    text,
)

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Make the change."""
    add_columns("games", flag("rated", server_default=sa.false()))
    add_columns("accounts", flag("ratings_hidden", server_default=sa.false()))
    op.create_table(
        "rated_games",
        reference("game_id", "games", autoincrement=False, primary_key=True),
        text("edition", 40),
        moment("ended_at"),
        moment("counted_at"),
    )
    create_index("rated_games", "edition", "ended_at")
    op.create_table(
        "rating_changes",
        key(),
        reference("game_id", "games"),
        reference("account_id", "accounts"),
        text("edition", 40),
        number("number"),
        text("house", 40),
        number("rank"),
        column("mu_before", sa.Float()),
        column("mu", sa.Float()),
        column("sigma", sa.Float()),
        sa.UniqueConstraint("game_id", "account_id"),
        sa.UniqueConstraint("edition", "account_id", "number"),
    )
    create_index("rating_changes", "account_id")


def downgrade() -> None:
    """Take it back."""
    op.drop_table("rating_changes")
    op.drop_table("rated_games")
    drop_columns("accounts", "ratings_hidden")
    drop_columns("games", "rated")
