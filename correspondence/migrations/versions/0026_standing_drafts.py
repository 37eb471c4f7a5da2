"""What players write as standing instructions is kept before it holds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "standing_drafts",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("seat_id", NUMBER, nullable=False),
        sa.Column("account_id", NUMBER, nullable=False),
        sa.Column("fields", sa.LargeBinary(), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_standing_drafts_account_id")),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"], name=op.f("fk_standing_drafts_seat_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_standing_drafts")),
        sa.UniqueConstraint("seat_id", "account_id", name=op.f("uq_standing_drafts_seat_id_account_id")),
    )
    op.create_index(op.f("ix_standing_drafts_account_id"), "standing_drafts", ["account_id"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("standing_drafts")
