"""When a seat's player last said that they are not ready: older mails with READY wait for a yes."""

from __future__ import annotations

from correspondence.migrations.schema import add_columns, drop_columns, moment

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Make the change. Programs of before it write rows without this column."""
    add_columns("seats", moment("unready_at", nullable=True))


def downgrade() -> None:
    """Take it back."""
    drop_columns("seats", "unready_at")
