"""Browsers are told what happens, by their push services."""

from __future__ import annotations

from alembic import op

from correspondence.migrations.schema import blob, create_index, flag, key, moment, number, reference, text

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "push_subscriptions",
        key(),
        text("public_id", 16, unique=True),
        reference("account_id", "accounts"),
        text("session_id", 16),
        text("endpoint", 1000, unique=True),
        text("public_key", 100),
        text("auth_secret", 32),
        text("our_key", 100),
        text("label", 120),
        text("streams", 80),
        number("failures"),
        moment("created_at"),
        moment("disabled_at", nullable=True),
        text("last_error"),
    )
    for indexed in ("account_id", "session_id"):
        create_index("push_subscriptions", indexed)
    op.create_table(
        "push_messages",
        key(),
        text("key", 200, unique=True),
        reference("subscription_id", "push_subscriptions"),
        text("topic", 32),
        flag("urgent"),
        blob("body"),
        moment("written_at"),
        moment("expires_at"),
        moment("next_attempt_at", nullable=True),
        moment("claimed_until", nullable=True),
        number("attempts"),
        moment("sent_at", nullable=True),
        moment("failed_at", nullable=True),
        text("last_error"),
    )
    for indexed in ("subscription_id", "next_attempt_at"):
        create_index("push_messages", indexed)


def downgrade() -> None:
    """Take it back."""
    op.drop_table("push_messages")
    op.drop_table("push_subscriptions")
