"""What a master does to calls and seats from the desk; each act names the call it was decided on."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from correspondence import input_validation
from correspondence.calls.access import call_of
from correspondence.deadlines import use_cases as deadlines
from correspondence.desk.access import Place, at_desk
from correspondence.desk.playing import may_act_on_seat, may_time
from correspondence.errors import Denied, Invalid
from correspondence.games.naming import names_told
from correspondence.ledger.use_cases import note
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.seats import use_cases
from narration.words import N_

LONGEST_REASON = 200
# What the ledger calls an act.
SEAT_ACTS = {"offer": "seat-offer", "retire": "seat-retire", "replace": "seat-invite", "swap": "seat-swap"}


def _place(session: Session, account: Account, game_id: str, number: int, now: datetime) -> tuple[Place, OpenedCall]:
    """The desk of a game whose last call is the one that was looked at, and that call; Denied `stale-call`."""
    place = at_desk(session, account, game_id, now, lock=True)
    call = call_of(session, place.game, lock=True)
    if call is None or call.number != number:
        raise Denied("stale-call", N_("Call {n} is not the last one any more; nothing was done."), n=number)
    return place, call


def act_on_call(
    session: Session,
    account: Account,
    game_id: str,
    do: str,
    now: datetime,
    *,
    call_number: int,
    reason: str = "",
    hours: float = 24.0,
) -> None:
    """`extend` (by `hours`), `pause`, `resume`, or `close` the call with this number now.

    Raises NotFound, Denied (`not-game-master`, `stale-call`, `game-master-plays`, and as the deadlines say), Invalid.
    """
    place, call = _place(session, account, game_id, call_number, now)
    game = place.game
    may_time(session, place, call, do, hours)
    if do == "resume":
        deadlines.resume(session, game, account, now)
        return
    reason = input_validation.line(reason, "reason", LONGEST_REASON)
    if do == "extend":
        deadlines.extend(session, game, hours, reason, account, now)
    elif do == "pause":
        deadlines.pause(session, game, reason, account, now)
    elif do == "close":
        deadlines.close_now(session, game, None, now)
        document = {"call": call_number, "reason": reason}
        note(session, game.public_id, account.public_id, "closed-now", document, now)
    else:
        raise Invalid("unknown-choice", N_("This must be one of {known}."), "do", known="extend, pause, resume, close")


def act_on_seat(
    session: Session,
    account: Account,
    game_id: str,
    do: str,
    now: datetime,
    *,
    call_number: int,
    house: str,
    other: str = "",
    email: str = "",
    reason: str = "",
) -> None:
    """`offer` the seat of a house to substitutes, `retire` who holds it, `replace` them by inviting an address to the
    seat, or `swap` it with that of `other`.

    Raises NotFound, Denied (`not-game-master`, `stale-call`, `game-master-plays`, `own-seat`, `anonymous-game`, and as
    the seats say), Invalid.
    """
    place, _ = _place(session, account, game_id, call_number, now)
    game, reason = place.game, input_validation.line(reason, "reason", LONGEST_REASON)
    seat = use_cases.seat_of(game, house)
    may_act_on_seat(place, do, seat)
    document = {"call": call_number, "house": house, "reason": reason}
    if do == "offer":
        use_cases.offer(session, game, seat, reason, now)
    elif do == "retire":
        use_cases.retire(session, game, seat, reason, now)
    elif do == "swap":
        document["other"] = other
        _not_ones_own(place, house, other)
        use_cases.swap(session, game, seat, use_cases.seat_of(game, other), now)
    elif do == "replace":
        _who_it_is_is_told(place)
        use_cases.offer_to(session, game, seat, account, email, now)
    else:
        raise Invalid("unknown-choice", N_("This must be one of {known}."), "do", known="offer, retire, replace, swap")
    note(session, game.public_id, account.public_id, SEAT_ACTS[do], document, now)


def _who_it_is_is_told(place: Place) -> None:
    """Whoever names who takes a seat knows who plays it; in an anonymous game that is for masters who do not play."""
    if not names_told(place.game, place.who):
        words = N_("In an anonymous game a master who plays cannot say who takes a seat; it can be offered to all.")
        raise Denied("anonymous-game", words)


def _not_ones_own(place: Place, *houses: str) -> None:
    """A master who plays does not change into a house that they like better."""
    if place.who.house in houses:
        raise Denied("own-seat", N_("You cannot swap your own seat."))
