"""Players read their deadlines and news at a secret address."""

from __future__ import annotations

from alembic import op

from correspondence.migrations.schema import key, moment, reference, text

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "feed_addresses",
        key(),
        reference("account_id", "accounts", unique=True),
        text("token_hash", 64, unique=True),
        moment("made_at"),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("feed_addresses")
