"""Letters that come back are counted against their address."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.migrations.schema import create_index, flag, key, moment, number, text

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "returned_letters",
        key(),
        number("letter_id"),
        text("address", 254),
        flag("hard"),
        text("status", 16),
        moment("at"),
        flag("counts"),
        sa.UniqueConstraint("letter_id", "hard"),
    )
    for indexed in ("address", "at"):
        create_index("returned_letters", indexed)
    op.create_table(
        "stopped_addresses",
        text("address", 254, primary_key=True),
        moment("since"),
        moment("stopped_at"),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("stopped_addresses")
    op.drop_table("returned_letters")
