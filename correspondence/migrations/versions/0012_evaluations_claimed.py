"""Evaluations are claimed by who makes them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    with op.batch_alter_table("evaluations") as batch:
        batch.add_column(sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("evaluations") as batch:
        batch.drop_column("claimed_until")
