"""For how long the steward stands by somebody who has taken a seat over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Make the change."""
    with op.batch_alter_table("seats") as batch:
        batch.add_column(sa.Column("steward_until", NUMBER, nullable=False, server_default="0"))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("steward_until")
