"""How an invitation was answered, and by which account. What was answered before does not say it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.migrations.schema import add_columns, column, create_index, drop_columns, drop_index, text
from correspondence.rows import NUMBER

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    """Make the change. Programs of before it write rows without these columns."""
    account = sa.ForeignKey("accounts.id", name=op.f("fk_invitations_account_id"))
    add_columns(
        "invitations",
        text("answer", 16, server_default=""),
        column("account_id", NUMBER, account, nullable=True),
    )
    create_index("invitations", "account_id")


def downgrade() -> None:
    """Take it back."""
    drop_index("invitations", "account_id")
    drop_columns("invitations", "answer", "account_id")
