"""Who acts for whose seat at a moment."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.models.accounts import Account
from correspondence.models.games import Delegation, Seat
from correspondence.prefetched import known_absent


def delegates_now(session: Session, seats: Iterable[Seat], now: datetime) -> list[tuple[Account, Seat]]:
    """Who acts at this moment for which of these seats."""
    by_id = {seat.id: seat for seat in seats}
    if not by_id or any(known_absent(session, seat.game_id, "delegations") for seat in by_id.values()):
        return []
    query = select(Delegation).where(
        Delegation.seat_id.in_(by_id), Delegation.revoked_at.is_(None), Delegation.until_at > now
    )
    return [(row.account, by_id[row.seat_id]) for row in session.scalars(query) if row.holds(now)]
