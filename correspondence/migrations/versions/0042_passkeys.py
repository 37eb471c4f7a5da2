"""Passkeys, by which an account signs in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.migrations.schema import blob, create_index, key, moment, number, reference, text

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    """Make the change. Programs of before it do not read the table."""
    op.create_table(
        "passkeys",
        key(),
        text("public_id", 16),
        reference("account_id", "accounts"),
        text("name", 60),
        text("credential", 1400),
        blob("public_key"),
        number("sign_count"),
        moment("created_at"),
        moment("used_at", nullable=True),
        sa.UniqueConstraint("public_id"),
        sa.UniqueConstraint("credential"),
    )
    create_index("passkeys", "account_id")


def downgrade() -> None:
    """Take it back."""
    op.drop_table("passkeys")
