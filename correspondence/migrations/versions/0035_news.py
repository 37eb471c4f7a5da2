"""What players of running games were told of the program: of a game how much, of a turn whether it is told in it."""

from __future__ import annotations

import sqlalchemy as sa

from correspondence.migrations.schema import add_columns, drop_columns, flag, number

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    """Make the change. Programs of before it write rows without these columns."""
    add_columns("games", number("news", server_default="0"))
    add_columns("calls", flag("news", server_default=sa.false()))


def downgrade() -> None:
    """Take it back."""
    for table in ("games", "calls"):
        drop_columns(table, "news")
