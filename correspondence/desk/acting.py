"""What a master does from the desk, and what a master who plays decides alone.

Houses win at each other's cost, so every change of the position is to somebody's gain: there is no telling which edict
is to the master's own. Whatever changes the game waits; a ruling in words, which changes nothing, does not. What is
hidden from players, such a master neither sees nor decrees. Where nobody else plays there is nobody to ask.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine.edicts import EndGame, Ruling
from correspondence import input_validation
from correspondence.calls.use_cases import call_of
from correspondence.deadlines import changing as deadlines
from correspondence.desk.access import Place, at_desk
from correspondence.edicts.documents import Decree, NewPosition, WentBack
from correspondence.errors import Denied, Invalid
from correspondence.games.access import names_told
from correspondence.ledger.use_cases import note
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.models.deadlines import DeadlineChange
from correspondence.models.games import Game, Seat
from correspondence.seats import use_cases
from narration.words import N_

# What a vote of the players may give a call, too.
LONGEST_EXTENSION_HOURS = 72.0
PLAYS = "game-master-plays"


def acts_alone(place: Place) -> bool:
    """Whether a master needs nobody's consent: they play no house, or nobody else plays one."""
    if not place.who.playing:
        return True
    return all(seat.account_id in (None, place.account.id) for seat in place.game.seats)


def hidden(decree: Decree) -> bool:
    """Whether a decree holds what players may not know: a sheet, an answer, a step inside a call, the order of a deck,
    a seed."""
    if isinstance(decree, WentBack):
        return bool(decree.decision)
    return not isinstance(decree, NewPosition) or games.of(decree.edict).hides(decree.edict)


def changes_nothing(decree: Decree) -> bool:
    """Whether a decree is words alone."""
    return isinstance(decree, NewPosition) and isinstance(decree.edict, Ruling)


def may_decree(place: Place, decree: Decree) -> None:
    """Whether a master may carry this out alone; Denied `others-decide`."""
    if not acts_alone(place) and not changes_nothing(decree):
        words = N_(
            "You play in this game, so you do not change it alone: a game master who plays no house, "
            "or the players by a vote, must agree. Propose it and ask them."
        )
        raise Denied("others-decide", words)


def may_propose(place: Place, decree: Decree) -> None:
    """Whether a master may propose this; Denied `game-master-plays` for what other players decide in another way."""
    if acts_alone(place) or not isinstance(decree, NewPosition):
        return
    if isinstance(decree.edict, EndGame):
        raise Denied(PLAYS, N_("You play in this game, so you cannot end it; its players can, by a vote of all."))
    seat = games.of(decree.edict).seat_taken_by(decree.edict)
    if seat is not None and _played_by_another(place, _seat_of(place.game, seat)):
        raise Denied(PLAYS, N_("You play in this game, so you cannot take a house from its player."))


def may_act_on_seat(place: Place, do: str, seat: Seat) -> None:
    """Whether a master may do this to a seat. One who plays offers or leaves their own, offers one whose player missed
    the last call, and finds somebody for those that are offered or empty. Denied `game-master-plays`, `own-seat`."""
    if acts_alone(place):
        return
    if seat.account_id == place.account.id:
        if do in ("offer", "retire"):
            return
        raise Denied("own-seat", N_("You play this house: you can look for a substitute or leave it, nothing else."))
    missed = do == "offer" and seat.misses_in_a_row > 0
    if do == "swap" or (_played_by_another(place, seat) and not missed):
        words = N_(
            "You play in this game, so you cannot take a house from its player; "
            "you can look for a substitute for one who missed the last call."
        )
        raise Denied(PLAYS, words)


def _played_by_another(place: Place, seat: Seat | None) -> bool:
    return seat is not None and seat.account_id not in (None, place.account.id) and seat.offered_at is None


def _seat_of(game: Game, house: str) -> Seat | None:
    return next((seat for seat in game.seats if seat.house == house), None)


def may_time(session: Session, place: Place, call: OpenedCall, do: str, hours: float) -> None:
    """Whether a master may do this to a call's time: one who plays gives everybody as much as a vote could, once a
    call; does not close it before its time, nor end a pause of others. Denied `game-master-plays`."""
    if acts_alone(place):
        return
    if do == "close":
        words = N_("You play in this game, so you cannot close a call before its time.")
        raise Denied(PLAYS, words)
    if do == "resume" and place.game.pause_reason in ("vote", "emergency"):
        raise Denied(PLAYS, N_("You play in this game, so you cannot end a pause of others; they can, by a vote."))
    if do == "extend" and (hours > LONGEST_EXTENSION_HOURS or _extended(session, place, call)):
        words = N_("You play in this game, so you can give a call {most} hours, and once; more is given by a vote.")
        raise Denied(PLAYS, words, most=int(LONGEST_EXTENSION_HOURS))


def _extended(session: Session, place: Place, call: OpenedCall) -> bool:
    query = select(DeadlineChange.id).where(
        DeadlineChange.call_id == call.id, DeadlineChange.account_id == place.account.id
    )
    return session.scalar(query.limit(1)) is not None


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
