"""Secrets of second factors and webhooks are sealed with the service's key."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from alembic import context, op

from correspondence.tokens import SECOND_FACTOR, WEBHOOK, Unsealable, seal, unseal

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

OPEN, SEALED = sa.String(length=64), sa.String(length=200)
PLACES = (("accounts", "totp_secret", SECOND_FACTOR), ("webhooks", "secret", WEBHOOK))


def upgrade() -> None:
    """Make the change."""
    for table, column, purpose in PLACES:
        with op.batch_alter_table(table) as batch:
            batch.alter_column(column, existing_type=OPEN, type_=SEALED, existing_nullable=False)
        _change(table, column, purpose, seal)


def downgrade() -> None:
    """Take it back."""
    for table, column, purpose in PLACES:
        _change(table, column, purpose, unseal)
        with op.batch_alter_table(table) as batch:
            batch.alter_column(column, existing_type=SEALED, type_=OPEN, existing_nullable=False)


def _change(table: str, column: str, purpose: str, way: Callable[[str, str, str], str]) -> None:
    rows = sa.table(table, sa.column("id", sa.BigInteger), sa.column(column, sa.String))
    connection, key = op.get_bind(), str(context.config.attributes.get("key", ""))
    kept = connection.execute(sa.select(rows.c.id, rows.c[column]).where(rows.c[column] != "")).all()
    if kept and not key:
        raise ValueError("this migration needs the SECRET_KEY of the service")
    for id_, secret in kept:
        try:
            changed = way(key, purpose, secret)
        except Unsealable as wrong:
            raise Unsealable(f"{table}.{column} of row {id_}") from wrong
        connection.execute(rows.update().where(rows.c.id == id_).values({column: changed}))
