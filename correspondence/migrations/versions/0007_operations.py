"""Service levels by the hour, how long adjudications take, how often was swept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0005"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "service_hours",
        sa.Column("hour", sa.DateTime(timezone=True), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("hour", name=op.f("pk_service_hours")),
    )
    op.add_column("adjudications", sa.Column("seconds", sa.Float(), nullable=True))
    op.add_column("pulses", sa.Column("count", NUMBER, nullable=False, server_default="0"))
    op.create_index("ix_adjudications_at", "adjudications", ["at"])
    for column in ("sent_at", "failed_at"):
        known = sa.text(f"{column} IS NOT NULL")
        op.create_index(f"ix_outbox_{column}", "outbox", [column], postgresql_where=known, sqlite_where=known)


def downgrade() -> None:
    """Take it back."""
    op.drop_index("ix_outbox_failed_at", table_name="outbox")
    op.drop_index("ix_outbox_sent_at", table_name="outbox")
    op.drop_index("ix_adjudications_at", table_name="adjudications")
    with op.batch_alter_table("pulses") as batch:
        batch.drop_column("count")
    with op.batch_alter_table("adjudications") as batch:
        batch.drop_column("seconds")
    op.drop_table("service_hours")
