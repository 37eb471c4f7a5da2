"""Mails that came in: one body for all recipients, how much is kept, and who is vouched for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.migrations.schema import add_columns, create_index, drop_columns, drop_index, flag, number, text

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Make the change."""
    add_columns(
        "incoming_mails",
        text("content", 64, server_default=""),
        number("stored_bytes", server_default="0"),
        flag("vouched", server_default=sa.false()),
    )
    op.execute("UPDATE incoming_mails SET stored_bytes = length(raw)")
    create_index("incoming_mails", "stored_bytes")
    create_index("incoming_mails", "content")


def downgrade() -> None:
    """Take it back. What shares its bytes with another mail gets its own."""
    op.execute(
        "UPDATE incoming_mails SET raw = (SELECT other.raw FROM incoming_mails other "
        "WHERE other.content = incoming_mails.content AND other.stored_bytes > 0 LIMIT 1) "
        "WHERE stored_bytes = 0 AND content <> '' AND state IN ('stored', 'waiting') AND EXISTS (SELECT 1 "
        "FROM incoming_mails other WHERE other.content = incoming_mails.content AND other.stored_bytes > 0)"
    )
    drop_index("incoming_mails", "content")
    drop_index("incoming_mails", "stored_bytes")
    drop_columns("incoming_mails", "vouched", "stored_bytes", "content")
