"""How well bots play: of a game, and of each of its seats; what maesters found for the open turn. Bots of before are
stewards."""

from __future__ import annotations

from alembic import op

from correspondence.migrations.schema import add_columns, blob, create_index, drop_columns, reference, text

revision = "0036"
down_revision = "0035"

TABLES = ("games", "seats")


def upgrade() -> None:
    """Make the change. Programs of before it write rows without these columns, and none of the table."""
    for table in TABLES:
        add_columns(table, text("bot_level", 8, server_default="steward"))
    op.create_table(
        "prepared_answers",
        reference("call_id", "calls", autoincrement=False, primary_key=True),
        text("house", 40, primary_key=True),
        reference("game_id", "games"),
        text("position_digest", 64),
        blob("document"),
    )
    create_index("prepared_answers", "game_id")


def downgrade() -> None:
    """Take it back."""
    op.drop_table("prepared_answers")
    for table in TABLES:
        drop_columns(table, "bot_level")
