"""What players write as standing orders is kept before it holds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.migrations.schema import blob, create_index, key, moment, reference

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "standing_drafts",
        key(),
        reference("seat_id", "seats"),
        reference("account_id", "accounts"),
        blob("fields"),
        blob("document"),
        moment("changed_at"),
        sa.UniqueConstraint("seat_id", "account_id"),
    )
    create_index("standing_drafts", "account_id")


def downgrade() -> None:
    """Take it back."""
    op.drop_table("standing_drafts")
