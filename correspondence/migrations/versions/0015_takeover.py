"""Sessions prove who they are for a while, a change of address says what it leaves, links die before their time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0013"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the change."""
    with op.batch_alter_table("accounts") as batch:
        batch.add_column(sa.Column("links_ended_at", sa.DateTime(timezone=True), nullable=True))
        batch.add_column(sa.Column("closed_off_at", sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table("sign_in_sessions") as batch:
        batch.add_column(sa.Column("proved_at", sa.DateTime(timezone=True), nullable=True))
        batch.add_column(sa.Column("proof_hash", sa.String(64), nullable=False, server_default=""))
        batch.add_column(sa.Column("proof_expires_at", sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table("address_changes") as batch:
        batch.add_column(sa.Column("session_id", KEY, nullable=True))
        batch.add_column(sa.Column("kept", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("address_changes") as batch:
        batch.drop_column("kept")
        batch.drop_column("session_id")
    with op.batch_alter_table("sign_in_sessions") as batch:
        batch.drop_column("proof_expires_at")
        batch.drop_column("proof_hash")
        batch.drop_column("proved_at")
    with op.batch_alter_table("accounts") as batch:
        batch.drop_column("closed_off_at")
        batch.drop_column("links_ended_at")
