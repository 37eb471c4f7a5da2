"""How a version of a sheet came in, and which page keeps a draft: nobody overwrites what they have not seen."""

from __future__ import annotations

import sqlalchemy as sa

from correspondence.migrations.schema import add_columns, drop_columns, flag, moment, text

revision = "0030"
down_revision = "0029"

VERSIONS, DRAFTS = ("sheet_versions", "standing_versions"), ("sheet_drafts", "standing_drafts")


def upgrade() -> None:
    """Make the change. Programs of before it write rows without these columns."""
    for table in VERSIONS:
        added = flag("deputy", server_default=sa.false()), moment("written_at", nullable=True)
        add_columns(table, text("via", 8, server_default=""), *added)
    for table in DRAFTS:
        add_columns(table, text("version", 16, server_default=""), text("page", 16, server_default=""))


def downgrade() -> None:
    """Take it back."""
    for table in VERSIONS:
        drop_columns(table, "written_at", "deputy", "via")
    for table in DRAFTS:
        drop_columns(table, "page", "version")
