"""Players answer letters: mails that come in are kept and read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.migrations.schema import (
    add_columns,
    blob,
    create_index,
    drop_columns,
    flag,
    key,
    moment,
    number,
    reference,
    text,
)

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "incoming_mails",
        key(),
        text("public_id", 16, unique=True),
        text("mark", 64, unique=True),
        text("recipient", 254),
        text("for_seat", 16),
        text("message_id", 250),
        blob("raw"),
        number("size"),
        moment("received_at"),
        text("state", 16),
        text("reason", 40),
        text("trouble"),
        moment("next_attempt_at", nullable=True),
        number("attempts"),
        moment("read_at", nullable=True),
        reference("account_id", "accounts", nullable=True),
        reference("seat_id", "seats", ondelete="CASCADE", nullable=True),
        reference("call_id", "calls", ondelete="CASCADE", nullable=True),
    )
    for indexed in ("account_id", "seat_id", "next_attempt_at"):
        create_index("incoming_mails", indexed)
    op.create_index("ix_incoming_mails_state_recipient", "incoming_mails", ["state", "recipient", "id"])
    create_index("incoming_mails", "state", "for_seat")
    add_columns("accounts", flag("light_letters", server_default=sa.false()))
    add_columns(
        "seats",
        number("reply_generation", server_default="0"),
        flag("by_mail", server_default=sa.false()),
    )


def downgrade() -> None:
    """Take it back."""
    drop_columns("seats", "by_mail", "reply_generation")
    drop_columns("accounts", "light_letters")
    op.drop_table("incoming_mails")
