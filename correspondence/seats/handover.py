"""What happens to a seat when whoever plays it changes: its holders, its rights, who is asked in the open call."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from correspondence.archive.reading import current
from correspondence.calls.access import call_now, call_of
from correspondence.calls.use_cases import recount
from correspondence.deadlines.opening import asked_in
from correspondence.models.accounts import Account
from correspondence.models.archive import PreparedAnswers
from correspondence.models.calls import Readiness
from correspondence.models.deadlines import WaitRequest
from correspondence.models.games import Delegation, Game, Seat, SeatHolder
from correspondence.notices.use_cases import take_back
from correspondence.rows import new_id


def hand_over(
    session: Session,
    game: Game,
    seat: Seat,
    account: Account | None,
    kind: str,
    *,
    began: str,
    ended: str,
    now: datetime,
) -> None:
    """Give a seat to somebody, or (None, or kind `steward`) to the steward; its holders are written down.

    What was said in the open call (ready, wait) is unsaid. A steward's account is whoever may come back. When it is
    somebody else's seat now, rights to act for it end, and links in letters to its earlier holder do nothing any more.
    """
    _write_down(session, game, seat, account if kind == "human" else None, kind, began, ended, now)
    if account is None or seat.account_id != account.id:
        _part(session, game, seat, now)
        seat.by_mail = False
    # Whoever asks comes from another session: their row is taken from this one.
    seat.account = session.get_one(Account, account.id) if account else None
    seat.account_id, seat.kind = account.id if account else None, kind
    if seat.bot_level != "steward":
        # Whoever stands in for somebody is a steward, and what a maester found is for nobody else.
        found = (PreparedAnswers.game_id == game.id, PreparedAnswers.house == seat.house)
        session.execute(delete(PreparedAnswers).where(*found))
        seat.bot_level = "steward"
    call = call_of(session, game)
    if call is not None:
        for said in (Readiness, WaitRequest):
            session.execute(delete(said).where(said.call_id == call.id, said.seat_id == seat.id))


def _write_down(
    session: Session, game: Game, seat: Seat, account: Account | None, kind: str, began: str, ended: str, now: datetime
) -> None:
    """One holder's time ends, another's begins."""
    number = call_now(session, game)
    held = session.scalar(select(SeatHolder).where(SeatHolder.seat_id == seat.id, SeatHolder.until.is_(None)))
    if held is not None:
        # Less than `from_call`: no call was adjudicated in this time.
        held.until, held.ended, held.to_call = now, ended[:16], number - 1
    session.add(
        SeatHolder(
            game_id=game.id,
            seat_id=seat.id,
            account_id=account.id if account else None,
            kind=kind,
            house=seat.house,
            began=began,
            since=now,
            from_call=number,
        )
    )


def _part(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """A seat and who has had it part for good: nothing of theirs is left with it."""
    if seat.account_id is not None:
        # Press is for whoever plays a house now.
        take_back(session, f"{game.public_id}.press.", seat.account_id)
    seat.public_id = new_id()
    seat.extensions_used = seat.misses_in_a_row = seat.steward_until = 0
    seat.letters, seat.joined_at, seat.preferences = True, now, ""
    session.execute(
        update(Delegation)
        .where(Delegation.seat_id == seat.id, Delegation.revoked_at.is_(None))
        .values(revoked_at=now)
        .execution_options(synchronize_session="fetch")
    )


def ask_again(session: Session, game: Game, now: datetime) -> None:
    """Whom the open call waits for, now that other people play; it may close early, or not any more."""
    call = call_of(session, game)
    if call is None or call.status == "held":
        return
    call.asked = ",".join(asked_in(game, current(session, game)))
    recount(session, game, call, now)
