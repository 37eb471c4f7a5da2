"""Muted conversations, and whom an account blocks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.migrations.schema import add_columns, create_index, drop_columns, flag, key, moment, reference, text

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    """Make the change. Programs of before it write rows without the column."""
    add_columns("read_marks", flag("muted", server_default=sa.false()))
    op.create_table(
        "blocks",
        key(),
        text("public_id", 16, unique=True),
        reference("account_id", "accounts"),
        reference("blocked_id", "accounts"),
        text("scope", 16),
        text("house", 40),
        moment("at"),
        sa.UniqueConstraint("account_id", "blocked_id", "scope", "house"),
    )
    create_index("blocks", "blocked_id")


def downgrade() -> None:
    """Take it back."""
    op.drop_table("blocks")
    drop_columns("read_marks", "muted")
