"""Taking turns: what must not be done by two at once, though no row says so yet."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.orm import Session


def in_turn(session: Session, name: str) -> None:
    """Whoever asks under the same name waits until this transaction ends; what is read after it is as the one before
    left it. On SQLite whoever writes is alone anyway."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("select pg_advisory_xact_lock(hashtext(:name))"), {"name": name})
