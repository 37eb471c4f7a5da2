"""The latest rating of each player in each edition, and how many players there are in each band of a leaderboard."""

from __future__ import annotations

from collections import Counter
from math import floor
from typing import Any

import sqlalchemy as sa
from alembic import op

from correspondence.migrations.schema import column, create_index, number, reference, text

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
        reference("account_id", "accounts", autoincrement=False, primary_key=True),
        text("edition", 40, primary_key=True),
        number("number"),
        column("mu", sa.Float()),
        column("sigma", sa.Float()),
        column("sure", sa.Float()),
        number("band", nullable=True),
    )
    bands = op.create_table(
        "rating_bands",
        text("edition", 40, primary_key=True),
        number("band", autoincrement=False, primary_key=True),
        number("players"),
    )
    rows = [_rating(row) for row in op.get_bind().execute(LATEST).mappings()]
    counted = Counter((row["edition"], row["band"]) for row in rows if row["band"] is not None)
    op.bulk_insert(ratings, rows)
    op.bulk_insert(
        bands, [{"edition": edition, "band": band, "players": players} for (edition, band), players in counted.items()]
    )
    create_index("ratings", "edition", "band", "sure", "number")


def downgrade() -> None:
    """Take it back."""
    op.drop_table("rating_bands")
    op.drop_table("ratings")


def _rating(row: Any) -> dict[str, Any]:
    values = {name: row[name] for name in ("account_id", "edition", "number", "mu", "sigma")}
    sure = row["mu"] - 2 * row["sigma"]
    band = floor(sure / WIDTH) - (PROVISIONAL_BELOW if row["number"] < SETTLED else 0)
    return values | {"sure": sure, "band": None if row["away"] else band}
