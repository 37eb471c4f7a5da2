"""What players are writing for a call is kept before they hand it in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.migrations.schema import blob, create_index, key, moment, reference

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "sheet_drafts",
        key(),
        reference("call_id", "calls"),
        reference("seat_id", "seats"),
        reference("account_id", "accounts"),
        blob("fields"),
        blob("document"),
        moment("changed_at"),
        sa.UniqueConstraint("call_id", "seat_id", "account_id"),
    )
    create_index("sheet_drafts", "account_id")


def downgrade() -> None:
    """Take it back."""
    op.drop_table("sheet_drafts")
