"""Chores and pages find what they look for among rows that are over by indexes too."""

from __future__ import annotations

from correspondence.migrations.schema import create_index, drop_index

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


def upgrade() -> None:
    """Make the change."""
    for table, columns in INDEXES:
        create_index(table, *columns)
    for table, columns, condition in PARTIAL:
        create_index(table, *columns, where=condition)
    drop_index("games", "muster_until")
    drop_index("incoming_mails", "stored_bytes")


def downgrade() -> None:
    """Take it back."""
    create_index("incoming_mails", "stored_bytes")
    create_index("games", "muster_until", where="muster_until IS NOT NULL")
    for table, columns, _ in PARTIAL:
        drop_index(table, *columns)
    for table, columns in INDEXES:
        drop_index(table, *columns)
