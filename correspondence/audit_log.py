"""The audit log: actions of privileged people, chained by hashes, append-only."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.models import Account, AuditEntry, Game
from correspondence.rows import count_of, lock_by_name

FIRST = "0" * 64
SITE = "site"
_encoder = msgspec.json.Encoder(order="sorted")


def note(
    session: Session,
    scope: Game | str,
    actor: Account | str | None,
    kind: str,
    document: Mapping[str, Any],
    now: datetime,
) -> None:
    """Add an audit entry, chained to the previous one of its scope.

    `scope` is a game, its public id or `site`; `actor` an account, its public id or `host`, None for the service.
    Entries of one scope are serialised.
    """
    scope = scope.public_id if isinstance(scope, Game) else scope
    by = actor.public_id if isinstance(actor, Account) else actor or "service"
    lock_by_name(session, f"ledger {scope}")
    session.flush()
    query = select(AuditEntry).filter_by(scope=scope)
    last = session.scalar(query.order_by(AuditEntry.number.desc()).limit(1))
    entry = AuditEntry(
        scope=scope,
        number=last.number + 1 if last else 1,
        at=now,
        actor=by[:80],
        kind=kind,
        document=_encoder.encode(document),
        previous=last.digest if last else FIRST,
    )
    entry.digest = digest(entry)
    session.add(entry)
    session.flush()


def digest(entry: AuditEntry) -> str:
    """Return an entry's digest: SHA-256 over its content and the previous digest."""
    content = [entry.scope, entry.number, entry.at.isoformat(), entry.actor, entry.kind, entry.document.decode()]
    return hashlib.sha256(entry.previous.encode() + _encoder.encode(content)).hexdigest()


def faults(session: Session, scope: str) -> list[str]:
    """Return faults in a scope's chain; empty if no entry was changed, lost or added."""
    errors, previous, number = [], FIRST, 0
    query = select(AuditEntry).filter_by(scope=scope).order_by(AuditEntry.number)
    for entry in session.scalars(query.execution_options(yield_per=500)):
        number += 1
        if entry.number != number:
            errors.append(f"{scope}: entry {number} is missing, {entry.number} follows")
            number = entry.number
        if entry.previous != previous:
            errors.append(f"{scope}: entry {entry.number} does not follow from the one before it")
        if entry.digest != digest(entry):
            errors.append(f"{scope}: entry {entry.number} was changed")
        previous = entry.digest
    return errors


class Line(msgspec.Struct, frozen=True):
    """An entry: its number, when, who, what; `document` is JSON."""

    number: int
    at: str
    actor: str
    kind: str
    document: str


class Chain(msgspec.Struct, frozen=True):
    """A scope's entries: count, last digest, faults, and if wanted the entries."""

    scope: str
    count: int
    last: str
    faults: tuple[str, ...]
    entries: tuple[Line, ...] = ()


def scopes(session: Session) -> list[str]:
    """The scopes that have entries, in the order of the alphabet."""
    return list(session.scalars(select(AuditEntry.scope).distinct().order_by(AuditEntry.scope)))


def chain(session: Session, scope: str, *, listed: bool = False) -> Chain:
    """The chain of a scope, checked; `listed`: with its entries."""
    of_scope = AuditEntry.scope == scope
    count = count_of(session, AuditEntry, of_scope)
    newest = select(AuditEntry.digest).where(of_scope).order_by(AuditEntry.number.desc()).limit(1)
    lines: tuple[Line, ...] = ()
    if listed:
        rows = session.scalars(select(AuditEntry).where(of_scope).order_by(AuditEntry.number))
        lines = tuple(
            Line(row.number, row.at.isoformat(), row.actor, row.kind, row.document.decode(errors="replace"))
            for row in rows
        )
    return Chain(scope, count, session.scalar(newest) or FIRST, tuple(faults(session, scope)), lines)
