"""Who makes the choices that sheets leave open: of a game, and of each of its turns. Games that run keep defaults."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"

TABLES = ("games", "calls")


def upgrade() -> None:
    """Make the change. Programs of before it write rows without this column."""
    for table in TABLES:
        op.add_column(table, sa.Column("unsaid", sa.String(length=8), nullable=False, server_default="defaults"))


def downgrade() -> None:
    """Take it back."""
    for table in TABLES:
        with op.batch_alter_table(table) as batch:
            batch.drop_column("unsaid")
