"""Attempts at secrets are counted; a digest may come once a week."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "attempts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
    )
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_attempts_key_at"), ["key", "at"], unique=False)
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("digest_weekday", sa.BigInteger().with_variant(sa.Integer(), "sqlite")))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.drop_column("digest_weekday")
    op.drop_table("attempts")
