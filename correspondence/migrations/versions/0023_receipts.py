"""Every sheet that is accepted gets a receipt in the chain of its game; those of before have none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0023"
down_revision = "0022"

TEXTS = {
    "call": 16,
    "house": 40,
    "by": 8,
    "salt": 32,
    "commitment": 64,
    "previous": 64,
    "digest": 64,
    "key": 64,
    "signature": 128,
}


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "receipts",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("public_id", sa.String(length=16), nullable=False),
        sa.Column("game_id", NUMBER, nullable=False),
        sa.Column("call_id", NUMBER, nullable=False),
        sa.Column("seat_id", NUMBER, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=False),
        *(sa.Column(name, sa.String(length=length), nullable=False) for name, length in TEXTS.items()),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_receipts_game_id")),
        sa.ForeignKeyConstraint(["call_id"], ["calls.id"], name=op.f("fk_receipts_call_id")),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"], name=op.f("fk_receipts_seat_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_receipts")),
        sa.UniqueConstraint("public_id", name=op.f("uq_receipts_public_id")),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_receipts_game_id_number")),
        sa.UniqueConstraint("call_id", "seat_id", "version", name=op.f("uq_receipts_call_id_seat_id_version")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("receipts")
