"""What pages and chores look for is found by indexes, however many games there are."""

from __future__ import annotations

from alembic import op

from correspondence.migrations.schema import add_columns, create_index, drop_index, moment, text
from correspondence.tables import index_titles

revision = "0027"
down_revision = "0026"

INDEXES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("attendance", ("game_id",)),
    ("attendance", ("seat_id",)),
    ("drafts", ("made_at",)),
    ("games", ("preset", "created_at")),
    ("games", ("status", "evaluation_requested_at")),
    ("games", ("status", "finished_at")),
    ("games", ("status", "settled")),
    ("games", ("status", "visibility", "id")),
    ("imports", ("at",)),
    ("invitations", ("email",)),
    ("invitations", ("inviter_id",)),
    ("push_messages", ("written_at",)),
    ("receipts", ("seat_id",)),
    ("seat_holders", ("account_id",)),
    ("sheet_versions", ("seat_id",)),
)
# Only rows that have such a time.
TIMES = (
    ("games", "muster_until"),
    ("games", "paused_until"),
    ("outbox", "dropped_at"),
    ("push_messages", "failed_at"),
    ("seats", "offered_at"),
)
# Ratings, statistics and an evaluation after the end: nothing more is to be done.
SETTLED = """
UPDATE games SET settled = 'done' WHERE status = 'finished'
AND EXISTS (SELECT 1 FROM game_statistics WHERE game_statistics.game_id = games.id)
AND (imported_at IS NOT NULL OR evaluation_requested_at >= finished_at)
AND (NOT rated OR imported_at IS NOT NULL OR EXISTS (
    SELECT 1 FROM rated_games r JOIN game_statistics s ON s.game_id = r.game_id
    WHERE r.game_id = games.id AND r.ended_at = games.finished_at AND r.counted_at = s.counted_at))
"""


def upgrade() -> None:
    """Make the change."""
    add_columns("games", text("settled", 8, server_default=""), moment("evaluation_requested_at", nullable=True))
    op.execute(
        "UPDATE games SET evaluation_requested_at = coalesce("
        "(SELECT max(asked_at) FROM evaluations WHERE evaluations.game_id = games.id), started_at)"
    )
    op.execute(SETTLED)
    for table, columns in INDEXES:
        create_index(table, *columns)
    for table, time in TIMES:
        create_index(table, time, where=f"{time} IS NOT NULL")
    drop_index("games", "status", "visibility")
    _sort_keys_by_bytes("C")
    index_titles(op.get_bind())


def downgrade() -> None:
    """Take it back."""
    _sort_keys_by_bytes("default")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP INDEX IF EXISTS ix_games_title_trigrams")
    create_index("games", "status", "visibility")
    for table, *columns in (*TIMES, *((table, *columns) for table, columns in INDEXES)):
        drop_index(table, *columns)
    op.drop_column("games", "evaluation_requested_at")
    op.drop_column("games", "settled")


def _sort_keys_by_bytes(collation: str) -> None:
    """On PostgreSQL an index finds what begins with given letters only where it sorts by bytes."""
    if op.get_bind().dialect.name == "postgresql":
        for table in ("outbox", "digest_lines"):
            op.execute(f'ALTER TABLE {table} ALTER COLUMN key TYPE varchar(160) COLLATE "{collation}"')
