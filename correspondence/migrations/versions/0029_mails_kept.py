"""Mails that came in: one body for all recipients, how much is kept, and who is vouched for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Make the change."""
    with op.batch_alter_table("incoming_mails") as mails:
        mails.add_column(sa.Column("content", sa.String(length=64), nullable=False, server_default=""))
        mails.add_column(sa.Column("stored_bytes", NUMBER, nullable=False, server_default="0"))
        mails.add_column(sa.Column("vouched", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE incoming_mails SET stored_bytes = length(raw)")
    op.create_index("ix_incoming_mails_stored_bytes", "incoming_mails", ["stored_bytes"])
    op.create_index("ix_incoming_mails_content", "incoming_mails", ["content"])


def downgrade() -> None:
    """Take it back. What shares its bytes with another mail gets its own."""
    op.execute(
        "UPDATE incoming_mails SET raw = (SELECT other.raw FROM incoming_mails other "
        "WHERE other.content = incoming_mails.content AND other.stored_bytes > 0 LIMIT 1) "
        "WHERE stored_bytes = 0 AND content <> '' AND state IN ('stored', 'waiting') AND EXISTS (SELECT 1 "
        "FROM incoming_mails other WHERE other.content = incoming_mails.content AND other.stored_bytes > 0)"
    )
    op.drop_index("ix_incoming_mails_content", "incoming_mails")
    op.drop_index("ix_incoming_mails_stored_bytes", "incoming_mails")
    with op.batch_alter_table("incoming_mails") as mails:
        for column in ("vouched", "stored_bytes", "content"):
            mails.drop_column(column)
