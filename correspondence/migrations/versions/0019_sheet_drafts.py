"""What players are writing for a call is kept before they hand it in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "sheet_drafts",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("call_id", NUMBER, nullable=False),
        sa.Column("seat_id", NUMBER, nullable=False),
        sa.Column("account_id", NUMBER, nullable=False),
        sa.Column("fields", sa.LargeBinary(), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_sheet_drafts_account_id")),
        sa.ForeignKeyConstraint(["call_id"], ["calls.id"], name=op.f("fk_sheet_drafts_call_id")),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"], name=op.f("fk_sheet_drafts_seat_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sheet_drafts")),
        sa.UniqueConstraint(
            "call_id", "seat_id", "account_id", name=op.f("uq_sheet_drafts_call_id_seat_id_account_id")
        ),
    )
    op.create_index("ix_sheet_drafts_account_id", "sheet_drafts", ["account_id"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("sheet_drafts")
