"""Players read their deadlines and news at a secret address."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "feed_addresses",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("account_id", NUMBER, nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_feed_addresses_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_feed_addresses")),
        sa.UniqueConstraint("account_id", name=op.f("uq_feed_addresses_account_id")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_feed_addresses_token_hash")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("feed_addresses")
