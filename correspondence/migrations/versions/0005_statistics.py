"""Games that are over keep their figures; players' are added up from them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "game_statistics",
        sa.Column("game_id", NUMBER, nullable=False),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("counted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_game_statistics_game_id")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_game_statistics")),
    )
    op.create_table(
        "house_results",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("game_id", NUMBER, nullable=False),
        sa.Column("house", sa.String(length=40), nullable=False),
        sa.Column("place", NUMBER, nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("castles", NUMBER, nullable=False),
        sa.Column("castles_taken", NUMBER, nullable=False),
        sa.Column("battles_won", NUMBER, nullable=False),
        sa.Column("battles_lost", NUMBER, nullable=False),
        sa.Column("throne_rounds", NUMBER, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_house_results_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_house_results")),
        sa.UniqueConstraint("game_id", "house", name=op.f("uq_house_results_game_id_house")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("house_results")
    op.drop_table("game_statistics")
