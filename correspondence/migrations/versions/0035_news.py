"""What players of running games were told of the program: of a game how much, of a turn whether it is told in it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    """Make the change. Programs of before it write rows without these columns."""
    op.add_column("games", sa.Column("news", NUMBER, nullable=False, server_default="0"))
    op.add_column("calls", sa.Column("news", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Take it back."""
    for table in ("games", "calls"):
        with op.batch_alter_table(table) as batch:
            batch.drop_column("news")
