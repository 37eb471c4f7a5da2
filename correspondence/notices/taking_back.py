"""Letters that are written and have not left yet are taken back."""

from __future__ import annotations

from sqlalchemy import delete
from sqlalchemy.orm import Session

from correspondence.models.accounts import DigestLine
from correspondence.models.outbox import OutgoingLetter


def take_back(session: Session, beginning: str, account_id: int | None = None) -> None:
    """Letters whose keys begin so, and have not left yet, are not sent: to anybody, or to one account."""
    for table in (OutgoingLetter, DigestLine):
        query = delete(table).where(table.key.startswith(beginning, autoescape=True), table.sent_at.is_(None))
        session.execute(query if account_id is None else query.where(table.account_id == account_id))
