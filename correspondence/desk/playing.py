"""What a master who plays decides alone, and what waits for others: a master who plays no house, or the players' vote.

Houses win at each other's cost, so every change of the position is to somebody's gain: there is no telling which edict
is to the master's own. Whatever changes the game waits; a ruling in words, which changes nothing, does not. What is
hidden from players, such a master neither sees nor decrees. Where nobody else plays there is nobody to ask.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine.edicts import EndGame, Ruling
from correspondence.desk.access import Place
from correspondence.edicts.documents import Decree, NewPosition, WentBack
from correspondence.errors import Denied
from correspondence.models.calls import OpenedCall
from correspondence.models.deadlines import DeadlineChange
from correspondence.models.games import Game, Seat
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
