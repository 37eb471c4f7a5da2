"""Games may be played with optional parts of their edition's rules."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    with op.batch_alter_table("games") as batch:
        batch.add_column(sa.Column("modules", sa.String(length=200), nullable=False, server_default=""))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("games") as batch:
        batch.drop_column("modules")
