"""Chores and pages find what they look for among rows that are over by indexes too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"

INDEXES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("address_changes", ("expires_at",)),
    ("deadline_changes", ("at",)),
    ("delegations", ("granter_id",)),
    ("edicts", ("call_id",)),
    ("games", ("status", "created_at")),
    ("games", ("status", "muster_until")),
    ("incoming_mails", ("read_at",)),
    ("webhook_posts", ("written_at",)),
)
# Only rows of which this is true.
PARTIAL: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("delegations", ("until_at",), "revoked_at IS NULL"),
    ("incoming_mails", ("read_at", "stored_bytes"), "stored_bytes > 0"),
    ("webhook_posts", ("failed_at",), "failed_at IS NOT NULL"),
)
MUSTERING = sa.text("muster_until IS NOT NULL")


def _name(table: str, columns: tuple[str, ...]) -> str:
    return op.f(f"ix_{table}_{'_'.join(columns)}")


def upgrade() -> None:
    """Make the change."""
    for table, columns in INDEXES:
        op.create_index(_name(table, columns), table, list(columns))
    for table, columns, condition in PARTIAL:
        where = sa.text(condition)
        op.create_index(_name(table, columns), table, list(columns), postgresql_where=where, sqlite_where=where)
    op.drop_index("ix_games_muster_until", table_name="games")
    op.drop_index("ix_incoming_mails_stored_bytes", table_name="incoming_mails")


def downgrade() -> None:
    """Take it back."""
    op.create_index("ix_incoming_mails_stored_bytes", "incoming_mails", ["stored_bytes"])
    op.create_index(
        "ix_games_muster_until", "games", ["muster_until"], postgresql_where=MUSTERING, sqlite_where=MUSTERING
    )
    for table, columns, _ in PARTIAL:
        op.drop_index(_name(table, columns), table_name=table)
    for table, columns in INDEXES:
        op.drop_index(_name(table, columns), table_name=table)
