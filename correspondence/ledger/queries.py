"""Reading the ledger: which chains there are, and whether they are unbroken."""

from __future__ import annotations

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence.ledger.use_cases import FIRST, faults
from correspondence.models.desk import LedgerEntry


class Line(msgspec.Struct, frozen=True):
    """An entry: its number, when, who, what; `document` is JSON."""

    number: int
    at: str
    actor: str
    kind: str
    document: str


class Chain(msgspec.Struct, frozen=True):
    """The entries of one scope: how many, the digest of the last, what is wrong, and if wanted all of them."""

    scope: str
    count: int
    last: str
    faults: tuple[str, ...]
    entries: tuple[Line, ...] = ()


def scopes(session: Session) -> list[str]:
    """The scopes that have entries, in the order of the alphabet."""
    return list(session.scalars(select(LedgerEntry.scope).distinct().order_by(LedgerEntry.scope)))


def chain(session: Session, scope: str, *, listed: bool = False) -> Chain:
    """The chain of a scope, checked; `listed`: with its entries."""
    of_scope = LedgerEntry.scope == scope
    count = session.scalar(select(func.count(LedgerEntry.id)).where(of_scope)) or 0
    newest = select(LedgerEntry.digest).where(of_scope).order_by(LedgerEntry.number.desc()).limit(1)
    lines: tuple[Line, ...] = ()
    if listed:
        rows = session.scalars(select(LedgerEntry).where(of_scope).order_by(LedgerEntry.number))
        lines = tuple(
            Line(row.number, row.at.isoformat(), row.actor, row.kind, row.document.decode(errors="replace"))
            for row in rows
        )
    return Chain(scope, count, session.scalar(newest) or FIRST, tuple(faults(session, scope)), lines)
