"""Who makes the choices that sheets leave open: of a game, and of each of its turns. Games that run keep defaults."""

from __future__ import annotations

from correspondence.migrations.schema import add_columns, drop_columns, text

revision = "0032"
down_revision = "0031"

TABLES = ("games", "calls")


def upgrade() -> None:
    """Make the change. Programs of before it write rows without this column."""
    for table in TABLES:
        add_columns(table, text("unsaid", 8, server_default="defaults"))


def downgrade() -> None:
    """Take it back."""
    for table in TABLES:
        drop_columns(table, "unsaid")
