"""PDF files are made by a worker, and kept for a few minutes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "pdf_files",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("account_id", NUMBER, nullable=True),
        sa.Column("path", sa.String(length=200), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("wanted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", NUMBER, nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failed", sa.Boolean(), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_pdf_files_account_id")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_pdf_files")),
    )
    op.create_index(op.f("ix_pdf_files_account_id"), "pdf_files", ["account_id"])
    op.create_index(op.f("ix_pdf_files_made_at"), "pdf_files", ["made_at"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("pdf_files")
