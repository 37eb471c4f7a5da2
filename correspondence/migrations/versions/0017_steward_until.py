"""For how long the steward stands by somebody who has taken a seat over."""

from __future__ import annotations

from correspondence.migrations.schema import add_columns, drop_columns, number

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Make the change."""
    add_columns("seats", number("steward_until", server_default="0"))


def downgrade() -> None:
    """Take it back."""
    drop_columns("seats", "steward_until")
