"""Letters that come back are counted against their address."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0024"
down_revision = "0023"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "returned_letters",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("letter_id", NUMBER, nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("hard", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_returned_letters")),
        sa.UniqueConstraint("letter_id", "hard", name=op.f("uq_returned_letters_letter_id_hard")),
    )
    for column in ("address", "at"):
        op.create_index(op.f(f"ix_returned_letters_{column}"), "returned_letters", [column])
    op.create_table(
        "stopped_addresses",
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("since", TIME, nullable=False),
        sa.Column("stopped_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_stopped_addresses")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("stopped_addresses")
    op.drop_table("returned_letters")
