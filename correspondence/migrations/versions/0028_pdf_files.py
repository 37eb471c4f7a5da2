"""PDF files are made by a worker, and kept for a few minutes."""

from __future__ import annotations

from alembic import op

from correspondence.migrations.schema import blob, create_index, flag, moment, number, reference, text

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "pdf_files",
        text("key", 64, primary_key=True),
        reference("account_id", "accounts", nullable=True),
        text("path", 200),
        text("language", 8),
        moment("asked_at"),
        moment("wanted_at"),
        moment("claimed_until", nullable=True),
        number("attempts"),
        moment("made_at", nullable=True),
        flag("failed"),
        blob("document"),
    )
    create_index("pdf_files", "account_id")
    create_index("pdf_files", "made_at")


def downgrade() -> None:
    """Take it back."""
    op.drop_table("pdf_files")
