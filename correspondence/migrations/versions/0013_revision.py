"""The revision of the rules that a game is played under: 0 for those that began before there were any."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


class _Said(msgspec.Struct):
    revision: int = 0


def upgrade() -> None:
    """Make the change."""
    with op.batch_alter_table("games") as batch:
        batch.add_column(sa.Column("revision", WHOLE, nullable=False, server_default="0"))
    games = sa.table("games", sa.column("id", sa.BigInteger), sa.column("revision", sa.BigInteger))
    positions = sa.table("positions", sa.column("game_id", sa.BigInteger), sa.column("document", sa.LargeBinary))
    connection = op.get_bind()
    # A database that was taken back to an older form has games whose positions say what their rows could not.
    for game_id in connection.scalars(sa.select(positions.c.game_id)).all():
        document = connection.scalars(sa.select(positions.c.document).where(positions.c.game_id == game_id)).one()
        said = msgspec.json.decode(document, type=_Said).revision
        if said:
            connection.execute(games.update().where(games.c.id == game_id).values(revision=said))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("games") as batch:
        batch.drop_column("revision")
