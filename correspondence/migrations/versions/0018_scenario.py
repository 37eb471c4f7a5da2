"""The position that a game begins from, where that is not the set-up of its edition."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Make the change."""
    with op.batch_alter_table("games") as batch:
        batch.add_column(sa.Column("scenario", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("games") as batch:
        batch.drop_column("scenario")
