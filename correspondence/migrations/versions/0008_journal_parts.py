"""The journal in parts, one row for what an adjudication brought; before, each entry had a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0006"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
KEYS = ("id", "game_id", "call_number")
# What entries of the first services lack; all of them were answers.
MARK, ANSWERED = b'"entry":', b'{"entry":"answered",'
TOGETHER = 500


def _table(name: str, *numbers: str) -> sa.Table:
    columns = [sa.Column(column, NUMBER, primary_key=column == "id", nullable=False) for column in (*KEYS, *numbers)]
    return sa.Table(name, sa.MetaData(), *columns, sa.Column("document", sa.LargeBinary(), nullable=False))


ENTRIES, PARTS = _table("journal", "number"), _table("journal_parts", "first", "last")


def _make(table: sa.Table, unique: str) -> None:
    op.create_table(
        table.name,
        *(sa.Column(column.name, column.type, nullable=False) for column in table.columns),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f(f"fk_{table.name}_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table.name}")),
        sa.UniqueConstraint("game_id", unique, name=op.f(f"uq_{table.name}_game_id_{unique}")),
    )


def upgrade() -> None:
    """Make the change."""
    _make(PARTS, "first")
    _copy(PARTS, _parts)
    op.drop_table("journal")


def downgrade() -> None:
    """Take it back."""
    _make(ENTRIES, "number")
    _copy(ENTRIES, _entries)
    op.drop_table("journal_parts")


def _copy(to: sa.Table, made: Any) -> None:
    """Game by game, so that no more than one game's journal is in memory."""
    connection, source = op.get_bind(), ENTRIES if to is PARTS else PARTS
    for game in connection.scalars(sa.select(source.c.game_id).distinct().order_by(source.c.game_id)).all():
        order = source.c.number if source is ENTRIES else source.c.first
        rows = list(made(connection.execute(source.select().where(source.c.game_id == game).order_by(order))))
        for start in range(0, len(rows), TOGETHER):
            connection.execute(to.insert(), rows[start : start + TOGETHER])


def _parts(rows: Any) -> Iterator[dict[str, Any]]:
    """Entries that follow one another and belong to one call, as one part."""
    part: dict[str, Any] | None = None
    documents: list[bytes] = []
    for row in rows:
        whole = row.document if MARK in row.document[:40] else ANSWERED + row.document.lstrip()[1:]
        if part is None or (row.call_number, row.number) != (part["call_number"], part["last"] + 1):
            if part is not None:
                yield part | {"document": b"[" + b",".join(documents) + b"]"}
            part = {"game_id": row.game_id, "call_number": row.call_number, "first": row.number, "last": row.number}
            documents = []
        part["last"] = row.number
        documents.append(whole)
    if part is not None:
        yield part | {"document": b"[" + b",".join(documents) + b"]"}


def _entries(rows: Any) -> Iterator[dict[str, Any]]:
    """Each entry of the parts by itself."""
    for row in rows:
        for number, document in enumerate(msgspec.json.decode(row.document, type=list[msgspec.Raw]), row.first):
            about = {"game_id": row.game_id, "call_number": row.call_number, "number": number}
            yield about | {"document": bytes(document)}
