"""Base of all tables: classes, column types, public ids, constraints, row locks.

Whoever locks more than one row takes them in this order, to avoid deadlocks:

1. what a worker has claimed or a link names: incoming emails, by their keys;
2. the newest turn of a game; several turns by their keys;
3. its game;
4. what belongs to the game: seats, overrides, votes, emails to others;
5. accounts; then what belongs to an account: links, changes of its address, webhooks, browsers;
6. outgoing things: posts of a webhook, messages to a browser.

`turns.locked_game` takes 2 and 3, and `review.access.open_review` both for review. To find out which row comes first
something may be read without a lock, and has to be checked again under it.

On PostgreSQL a new row locks the rows it references (FOR KEY SHARE): each receipt, email and audit log entry does so
with its turn, game or account. Rows locked here (FOR NO KEY UPDATE) permit that: one transaction at a time changes
them, and others may write rows that reference them meanwhile.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar, cast

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Select,
    String,
    Table,
    TypeDecorator,
    false,
    func,
    select,
    text,
    true,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedColumn, Session, mapped_column

T = TypeVar("T")
# No vowels and nothing that looks like something else: ids can be read out and never spell a word.
ALPHABET = "23456789bcdfghjkmnpqrstvwxz"
ID_LENGTH = 12

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


class Moment(TypeDecorator[datetime]):
    """An aware time in UTC, on databases with and without time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse naive times; give SQLite UTC without offset, so text sorts as time."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Always aware, always UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


NUMBER = BigInteger().with_variant(Integer, "sqlite")
# Keys of rows in other tables.
GameKey = Annotated[int, mapped_column(ForeignKey("games.id"))]
AccountKey = Annotated[int, mapped_column(ForeignKey("accounts.id"))]
TurnKey = Annotated[int, mapped_column(ForeignKey("turns.id"))]
SeatKey = Annotated[int, mapped_column(ForeignKey("seats.id"))]
IndexedGame = Annotated[int, mapped_column(ForeignKey("games.id"), index=True)]
IndexedAccount = Annotated[int, mapped_column(ForeignKey("accounts.id"), index=True)]
# Of the one row that a table has for a game, and of what goes with its seat.
OfGame = Annotated[int, mapped_column(ForeignKey("games.id"), primary_key=True, autoincrement=False)]
OfSeat = Annotated[int, mapped_column(ForeignKey("seats.id", ondelete="CASCADE"))]
IndexedTime = Annotated[datetime, mapped_column(index=True)]
Count = Annotated[int, mapped_column(default=0)]
# Texts by how long they are at most.
Str8 = Annotated[str, mapped_column(String(8))]
Str16 = Annotated[str, mapped_column(String(16))]
Str32 = Annotated[str, mapped_column(String(32))]
Str40 = Annotated[str, mapped_column(String(40))]
Str60 = Annotated[str, mapped_column(String(60))]
Str64 = Annotated[str, mapped_column(String(64))]
Str80 = Annotated[str, mapped_column(String(80))]
Str200 = Annotated[str, mapped_column(String(200))]
UniqueHash = Annotated[str, mapped_column(String(64), unique=True)]
Str400 = Annotated[str, mapped_column(String(400))]
Email = Annotated[str, mapped_column(String(254))]


class Row(DeclarativeBase):
    """Root of all tables."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map: dict[Any, Any] = {
        datetime: Moment(),
        int: NUMBER,
        float: Float(),
        bytes: LargeBinary(),
    }


class KeyedRow(Row):
    """A row whose key the database gives."""

    __abstract__ = True

    # Before the table's own columns.
    id: Mapped[int] = mapped_column(NUMBER, primary_key=True, sort_order=-2)


class PublicRow(KeyedRow):
    """A row that is named to others by an id of its own."""

    __abstract__ = True

    public_id: Mapped[str] = mapped_column(String(16), unique=True, sort_order=-1)


def default_column(default: str | float, *args: Any, **options: Any) -> MappedColumn[Any]:
    """Return a column added in a later version, with a default in the database too.

    Programs of the version before, which run on during an upgrade, write rows without it.
    """
    in_database: Any = default
    if isinstance(default, bool):
        in_database = true() if default else false()
    elif not isinstance(default, str):
        in_database = f"{default:g}"
    return mapped_column(*args, default=default, server_default=in_database, **options)


AddedCount = Annotated[int, default_column(0)]
AddedFlag = Annotated[bool, default_column(False)]


def text_by_bytes(length: int) -> String:
    """Text that PostgreSQL sorts by bytes, so that an index finds prefixes."""
    return String(length).with_variant(String(length, collation="C"), "postgresql")


def insert_once(session: Session, table: type[Row], **values: Any) -> bool:
    """Insert a row unless its key exists, safe under concurrency; whether it did."""
    # What the session was told before comes first, as it would with a statement of its own.
    session.flush()
    # The key comes back only if the row is new: drivers do not agree on counting rows.
    key = next(iter(table.__table__.primary_key))
    return session.execute(_insertion(session, table).returning(key), values).first() is not None


def insert_all_once(session: Session, table: type[Row], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, all with the same columns, but those whose key exists."""
    if rows:
        session.flush()
        session.execute(_insertion(session, table), rows)


def _insertion(session: Session, table: type[Row]) -> sqlite.Insert | postgresql.Insert:
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    return insert(cast(Table, table.__table__)).on_conflict_do_nothing()


def count_of(session: Session, table: type[Row], *conditions: ColumnElement[bool], **values: Any) -> int:
    """Return how many rows of a table meet all conditions and column values."""
    return session.scalar(select(func.count()).select_from(table).where(*conditions).filter_by(**values)) or 0


def from_rows(kind: type[T], *rows: object, **values: Any) -> T:
    """Build a dataclass or struct of this kind, its fields taken by name.
    A field comes from `values`, else from the first row that has it."""
    for name in getattr(kind, "__struct_fields__", None) or vars(kind)["__match_args__"]:
        for row in rows:
            if name not in values and hasattr(row, name):
                values[name] = getattr(row, name)
    return kind(**values)


def columns_of(row: Row, *names: str) -> dict[str, Any]:
    """Return the named columns of a row as a dict of values by name."""
    return {name: getattr(row, name) for name in names}


def listed(text: str) -> tuple[str, ...]:
    """Split the text of a column at its commas; an empty text gives no words."""
    return tuple(filter(None, text.split(",")))


def new_id() -> str:
    """A short random public id (57 bits); tables keep it unique."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


Q = TypeVar("Q", bound=Select[Any])
# For `session.get`.
HELD = {"key_share": True}


def locking_query(query: Q, *, skip_locked: bool = False) -> Q:
    """Return a query that locks its rows; `skip_locked`: without rows locked already."""
    return query.with_for_update(key_share=True, skip_locked=skip_locked)


def lock_by_name(session: Session, name: str) -> None:
    """Wait for other transactions that use this name; exclude them until commit.
    Later reads see what the one before left. On SQLite writers are alone anyway."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("select pg_advisory_xact_lock(hashtext(:name))"), {"name": name})
