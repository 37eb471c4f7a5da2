"""Browsers are told what happens, by their push services."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0025"
down_revision = "0024"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "push_subscriptions",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("public_id", sa.String(length=16), nullable=False),
        sa.Column("account_id", NUMBER, nullable=False),
        sa.Column("session_id", sa.String(length=16), nullable=False),
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("public_key", sa.String(length=100), nullable=False),
        sa.Column("auth_secret", sa.String(length=32), nullable=False),
        sa.Column("our_key", sa.String(length=100), nullable=False),
        sa.Column("label", sa.String(length=120), nullable=False),
        sa.Column("streams", sa.String(length=80), nullable=False),
        sa.Column("failures", NUMBER, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("disabled_at", TIME, nullable=True),
        sa.Column("last_error", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_push_subscriptions_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_subscriptions")),
        sa.UniqueConstraint("public_id", name=op.f("uq_push_subscriptions_public_id")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_push_subscriptions_endpoint")),
    )
    for column in ("account_id", "session_id"):
        op.create_index(op.f(f"ix_push_subscriptions_{column}"), "push_subscriptions", [column])
    op.create_table(
        "push_messages",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("subscription_id", NUMBER, nullable=False),
        sa.Column("topic", sa.String(length=32), nullable=False),
        sa.Column("urgent", sa.Boolean(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("written_at", TIME, nullable=False),
        sa.Column("expires_at", TIME, nullable=False),
        sa.Column("next_attempt_at", TIME, nullable=True),
        sa.Column("claimed_until", TIME, nullable=True),
        sa.Column("attempts", NUMBER, nullable=False),
        sa.Column("sent_at", TIME, nullable=True),
        sa.Column("failed_at", TIME, nullable=True),
        sa.Column("last_error", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["subscription_id"], ["push_subscriptions.id"], name=op.f("fk_push_messages_subscription_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_messages")),
        sa.UniqueConstraint("key", name=op.f("uq_push_messages_key")),
    )
    for column in ("subscription_id", "next_attempt_at"):
        op.create_index(op.f(f"ix_push_messages_{column}"), "push_messages", [column])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("push_messages")
    op.drop_table("push_subscriptions")
