"""The latest rating of each player in each edition, and how many players there are in each band of a leaderboard."""

from __future__ import annotations

from collections import Counter
from math import floor
from typing import Any

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0033"
down_revision = "0032"

# As they were when this was written.
WIDTH, SETTLED, PROVISIONAL_BELOW = 2.0, 5, 1_000_000
LATEST = sa.text(
    "SELECT c.account_id, c.edition, c.number, c.mu, c.sigma, a.ratings_hidden OR a.deleted_at IS NOT NULL AS away"
    " FROM rating_changes c JOIN accounts a ON a.id = c.account_id"
    " WHERE NOT EXISTS (SELECT 1 FROM rating_changes later WHERE later.edition = c.edition"
    " AND later.account_id = c.account_id AND later.number > c.number)"
)


def upgrade() -> None:
    """Make the change."""
    ratings = op.create_table(
        "ratings",
        sa.Column("account_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("edition", sa.String(length=40), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("sure", sa.Float(), nullable=False),
        sa.Column("band", NUMBER, nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_ratings_account_id")),
        sa.PrimaryKeyConstraint("account_id", "edition", name=op.f("pk_ratings")),
    )
    bands = op.create_table(
        "rating_bands",
        sa.Column("edition", sa.String(length=40), nullable=False),
        sa.Column("band", NUMBER, autoincrement=False, nullable=False),
        sa.Column("players", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("edition", "band", name=op.f("pk_rating_bands")),
    )
    rows = [_rating(row) for row in op.get_bind().execute(LATEST).mappings()]
    counted = Counter((row["edition"], row["band"]) for row in rows if row["band"] is not None)
    op.bulk_insert(ratings, rows)
    op.bulk_insert(
        bands, [{"edition": edition, "band": band, "players": players} for (edition, band), players in counted.items()]
    )
    op.create_index("ix_ratings_edition_band_sure_number", "ratings", ["edition", "band", "sure", "number"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("rating_bands")
    op.drop_table("ratings")


def _rating(row: Any) -> dict[str, Any]:
    values = {name: row[name] for name in ("account_id", "edition", "number", "mu", "sigma")}
    sure = row["mu"] - 2 * row["sigma"]
    band = floor(sure / WIDTH) - (PROVISIONAL_BELOW if row["number"] < SETTLED else 0)
    return values | {"sure": sure, "band": None if row["away"] else band}
