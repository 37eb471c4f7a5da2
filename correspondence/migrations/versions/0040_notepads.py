"""What players write for themselves about a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.migrations.schema import create_index, key, moment, reference, text

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    """Make the change. Programs of before it write no rows of the table."""
    op.create_table(
        "notepads",
        key(),
        reference("game_id", "games"),
        reference("account_id", "accounts"),
        text("body"),
        moment("at"),
        sa.UniqueConstraint("game_id", "account_id"),
    )
    create_index("notepads", "account_id")


def downgrade() -> None:
    """Take it back."""
    op.drop_table("notepads")
