"""The position that a game begins from, where that is not the set-up of its edition."""

from __future__ import annotations

from correspondence.migrations.schema import add_columns, drop_columns, text

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Make the change."""
    add_columns("games", text("scenario", server_default=""))


def downgrade() -> None:
    """Take it back."""
    drop_columns("games", "scenario")
