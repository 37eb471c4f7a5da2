"""The letters that carry press to whoever may read it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.games.delegates import delegates_now
from correspondence.models.accounts import Account
from correspondence.models.games import Game, Seat
from correspondence.models.press import PressMessage, PressThread
from correspondence.notices.taking_back import take_back
from correspondence.notices.use_cases import notify
from correspondence.press.access import ANONYMOUS, PUBLIC, held_since, members, stands_in_since
from correspondence.store import settings_of


def tell_readers(session: Session, game: Game, thread: PressThread, message: PressMessage, now: datetime) -> None:
    """Write the letters of a message, to its readers but not to the house that wrote it.

    Whoever came to a house after it was written gets none, as they cannot read it either.
    """
    everybody = thread.kind in (PUBLIC, ANONYMOUS)
    named = members(thread)
    seats = [
        seat for seat in game.seats if seat.house and seat.house != message.house and (everybody or seat.house in named)
    ]
    told = [seat for seat in seats if seat.account and _theirs(session, thread, message, seat, seat.account)]
    acting = [
        account
        for account, seat in delegates_now(session, seats, now)
        if thread.kind == PUBLIC or stands_in_since(session, seat, account, now) <= message.sent_at
    ]
    settings = settings_of(session)
    others = [house for house in named if house != message.house]
    signed = "" if thread.kind == ANONYMOUS else message.house
    values = {"house": signed, "houses": ",".join(others) if len(others) > 1 else "", "text": message.body}
    notify(
        session,
        _what(thread, message),
        f"{game.public_id}:press:{message.public_id}",
        now,
        game=game,
        seats=told,
        accounts=acting,
        values=values,
        link=addresses.press_thread(settings, thread.public_id),
    )


def unwrite(session: Session, game: Game, message: PressMessage) -> None:
    """Letters with a message that have not left yet are not sent."""
    take_back(session, f"{game.public_id}.press.{message.public_id}.")


def _theirs(session: Session, thread: PressThread, message: PressMessage, seat: Seat, account: Account) -> bool:
    return thread.kind == PUBLIC or held_since(session, seat, account) <= message.sent_at


def _what(thread: PressThread, message: PressMessage) -> str:
    if thread.kind == PUBLIC and not message.house:
        return "press-master"
    return f"press-{thread.kind}"
