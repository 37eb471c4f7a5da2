"""Readers of press can ask the moderators to look at a message."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    with op.batch_alter_table("press_messages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("reported_at", sa.DateTime(timezone=True)))
        batch_op.add_column(sa.Column("report_reason", sa.String(length=300), nullable=False, server_default=""))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("press_messages", schema=None) as batch_op:
        batch_op.drop_column("report_reason")
        batch_op.drop_column("reported_at")
