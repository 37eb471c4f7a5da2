"""Every sheet that is accepted gets a receipt in the chain of its game; those of before have none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.migrations.schema import key, moment, number, reference, text

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
        key(),
        text("public_id", 16, unique=True),
        reference("game_id", "games"),
        reference("call_id", "calls"),
        reference("seat_id", "seats"),
        number("number"),
        number("version"),
        moment("accepted_at"),
        *(text(name, length) for name, length in TEXTS.items()),
        sa.UniqueConstraint("game_id", "number"),
        sa.UniqueConstraint("call_id", "seat_id", "version"),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("receipts")
