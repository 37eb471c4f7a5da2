"""Players keep what-ifs for a call."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0014"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "sketches",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("call_id", NUMBER, nullable=False),
        sa.Column("seat_id", NUMBER, nullable=False),
        sa.Column("account_id", NUMBER, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_sketches_account_id")),
        sa.ForeignKeyConstraint(["call_id"], ["calls.id"], name=op.f("fk_sketches_call_id")),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"], name=op.f("fk_sketches_seat_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sketches")),
        sa.UniqueConstraint(
            "call_id", "seat_id", "account_id", "number", name=op.f("uq_sketches_call_id_seat_id_account_id_number")
        ),
    )
    op.create_index("ix_sketches_account_id", "sketches", ["account_id"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("sketches")
