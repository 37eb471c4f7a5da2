"""Imports wait in a table until a worker checks them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0015"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "imports",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("public_id", sa.String(length=16), nullable=False),
        sa.Column("account_id", NUMBER, nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("size", NUMBER, nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", NUMBER, nullable=False),
        sa.Column("entries", NUMBER, nullable=False),
        sa.Column("played", NUMBER, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("reasons", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_imports_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imports")),
        sa.UniqueConstraint("public_id", name=op.f("uq_imports_public_id")),
    )
    waits = sa.text("at IS NULL")
    op.create_index(
        "uq_imports_waiting", "imports", ["account_id"], unique=True, sqlite_where=waits, postgresql_where=waits
    )
    op.create_index("ix_imports_account_id_asked_at", "imports", ["account_id", "asked_at"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("imports")
