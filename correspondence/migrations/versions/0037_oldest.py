"""The oldest form from which a database is upgraded. Databases of today are made from the models (ADR 36)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = None


def upgrade() -> None:
    """Nothing: no database stands before this revision."""


def downgrade() -> None:
    """Remove all tables."""
    tables = sa.MetaData()
    tables.reflect(op.get_bind())
    tables.remove(tables.tables["alembic_version"])
    tables.drop_all(op.get_bind())
    if op.get_bind().dialect.name == "postgresql":
        op.execute("drop function audit_log_is_only_added_to()")
