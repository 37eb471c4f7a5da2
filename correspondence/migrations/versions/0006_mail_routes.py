"""Ways that take no letters for a while, and letters that were not sent because they came too late."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0007"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "mail_routes",
        sa.Column("name", sa.String(length=253), nullable=False),
        sa.Column("failures", NUMBER, nullable=False),
        sa.Column("failed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("paced_until", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_mail_routes")),
    )
    op.add_column("outbox", sa.Column("dropped_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("outbox") as batch:
        batch.drop_column("dropped_at")
    op.drop_table("mail_routes")
