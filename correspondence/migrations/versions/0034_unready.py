"""When a seat's player last said that they are not ready: older mails with READY wait for a yes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Make the change. Programs of before it write rows without this column."""
    op.add_column("seats", sa.Column("unready_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("unready_at")
