"""Guests, who play a first round without an address."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.migrations.schema import create_index, key, moment, reference

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    """Make the change. Programs of before it have no guests."""
    op.create_table(
        "guests", key(), reference("account_id", "accounts"), moment("since"), sa.UniqueConstraint("account_id")
    )
    create_index("guests", "since")


def downgrade() -> None:
    """Take it back."""
    op.drop_table("guests")
