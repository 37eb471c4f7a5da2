"""Which houses of a game are played, where its players choose among more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    with op.batch_alter_table("games") as batch:
        batch.add_column(sa.Column("houses", sa.String(length=200), nullable=False, server_default=""))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("games") as batch:
        batch.drop_column("houses")
