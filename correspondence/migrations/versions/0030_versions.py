"""How a version of a sheet came in, and which page keeps a draft: nobody overwrites what they have not seen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"

VERSIONS, DRAFTS = ("sheet_versions", "standing_versions"), ("sheet_drafts", "standing_drafts")


def upgrade() -> None:
    """Make the change. Programs of before it write rows without these columns."""
    for table in VERSIONS:
        op.add_column(table, sa.Column("via", sa.String(length=8), nullable=False, server_default=""))
        op.add_column(table, sa.Column("deputy", sa.Boolean(), nullable=False, server_default=sa.false()))
        op.add_column(table, sa.Column("written_at", sa.DateTime(timezone=True), nullable=True))
    for table in DRAFTS:
        op.add_column(table, sa.Column("version", sa.String(length=16), nullable=False, server_default=""))
        op.add_column(table, sa.Column("page", sa.String(length=16), nullable=False, server_default=""))


def downgrade() -> None:
    """Take it back."""
    for tables, names in ((VERSIONS, ("written_at", "deputy", "via")), (DRAFTS, ("page", "version"))):
        for table in tables:
            with op.batch_alter_table(table) as batch:
                for name in names:
                    batch.drop_column(name)
