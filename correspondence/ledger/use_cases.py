"""Writing into the ledger, and checking its chain."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.advisory_locks import in_turn
from correspondence.models.desk import LedgerEntry

FIRST = "0" * 64
SITE = "site"
_encoder = msgspec.json.Encoder(order="sorted")


def note(session: Session, scope: str, actor: str, kind: str, document: Mapping[str, Any], now: datetime) -> None:
    """Add an entry: `scope` is a game's public id or `site`, `actor` an account's public id or `service`.

    Entries of one scope wait for each other, so that each names the one before it.
    """
    in_turn(session, f"ledger {scope}")
    session.flush()
    query = select(LedgerEntry).where(LedgerEntry.scope == scope)
    last = session.scalar(query.order_by(LedgerEntry.number.desc()).limit(1))
    entry = LedgerEntry(
        scope=scope,
        number=last.number + 1 if last else 1,
        at=now,
        actor=actor[:80],
        kind=kind,
        document=_encoder.encode(document),
        previous=last.digest if last else FIRST,
    )
    entry.digest = digest(entry)
    session.add(entry)
    session.flush()


def digest(entry: LedgerEntry) -> str:
    """What an entry's digest must be: SHA-256 over everything it says and the digest before it."""
    said = [entry.scope, entry.number, entry.at.isoformat(), entry.actor, entry.kind, entry.document.decode()]
    return hashlib.sha256(entry.previous.encode() + _encoder.encode(said)).hexdigest()


def faults(session: Session, scope: str) -> list[str]:
    """What is wrong with the chain of a scope; empty if nothing was changed, left out or put in."""
    found, previous, number = [], FIRST, 0
    query = select(LedgerEntry).where(LedgerEntry.scope == scope).order_by(LedgerEntry.number)
    for entry in session.scalars(query.execution_options(yield_per=500)):
        number += 1
        if entry.number != number:
            found.append(f"{scope}: entry {number} is missing, {entry.number} follows")
            number = entry.number
        if entry.previous != previous:
            found.append(f"{scope}: entry {entry.number} does not follow from the one before it")
        if entry.digest != digest(entry):
            found.append(f"{scope}: entry {entry.number} was changed")
        previous = entry.digest
    return found
