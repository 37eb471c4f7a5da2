"""How well bots play: of a game, and of each of its seats; what maesters found for the open turn. Bots of before are
stewards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0036"
down_revision = "0035"

TABLES = ("games", "seats")


def upgrade() -> None:
    """Make the change. Programs of before it write rows without these columns, and none of the table."""
    for table in TABLES:
        op.add_column(table, sa.Column("bot_level", sa.String(length=8), nullable=False, server_default="steward"))
    op.create_table(
        "prepared_answers",
        sa.Column("call_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("house", sa.String(length=40), nullable=False),
        sa.Column("game_id", NUMBER, nullable=False),
        sa.Column("position_digest", sa.String(length=64), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["call_id"], ["calls.id"], name=op.f("fk_prepared_answers_call_id")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_prepared_answers_game_id")),
        sa.PrimaryKeyConstraint("call_id", "house", name=op.f("pk_prepared_answers")),
    )
    op.create_index(op.f("ix_prepared_answers_game_id"), "prepared_answers", ["game_id"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("prepared_answers")
    for table in TABLES:
        with op.batch_alter_table(table) as batch:
            batch.drop_column("bot_level")
