"""Rights to act for a seat that ran out: whose seat it is and who had the right are told, once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.games.naming import delegate_told
from correspondence.ledger.use_cases import note
from correspondence.models.accounts import Account
from correspondence.models.games import Delegation, Game, Seat
from correspondence.notices.use_cases import notify
from correspondence.one_by_one import one_by_one
from correspondence.store import Store

MOST = 200


def end_expired(store: Store, now: datetime) -> int:
    """End all rights whose time is up, each in a transaction of its own; how many. One that fails holds up no other."""
    with store.read() as session:
        ids = _expired(session, now)
    trouble = "a right to act for a seat cannot be ended"
    one_by_one(store, ids, lambda session, one: _end(session, one, now), trouble=trouble, name="delegation")
    return len(ids)


def _expired(session: Session, now: datetime) -> Sequence[int]:
    query = select(Delegation.id).where(Delegation.revoked_at.is_(None), Delegation.until_at <= now)
    return session.scalars(query.order_by(Delegation.until_at).limit(MOST)).all()


def _end(session: Session, delegation_id: int, now: datetime) -> None:
    """Write down that a right ended at its time, and tell both while the game goes on."""
    query = select(Delegation).where(Delegation.id == delegation_id, Delegation.revoked_at.is_(None))
    right = session.scalar(query.with_for_update(of=Delegation, skip_locked=True))
    if right is None:
        return
    right.revoked_at = right.until_at
    game, seat = session.get_one(Game, right.game_id), session.get_one(Seat, right.seat_id)
    if game.status != "running":
        return
    document = {"house": seat.house, "to": right.account.public_id}
    note(session, game.public_id, "service", "delegation-over", document, now)
    told: list[tuple[str, Account]] = [("delegation-over-you", right.account)]
    if seat.account is not None:
        told.append(("delegation-over", seat.account))
    for what, reader in told:
        # Both know who it was: whose seat it is asked them.
        values = {"house": seat.house or "", "who": delegate_told(game, right.account, None, asked=True)}
        notify(session, what, f"{what}:{right.public_id}", now, game=game, seats=(), accounts=[reader], values=values)
