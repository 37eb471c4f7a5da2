"""What happens at a deadline while somebody is missing, and publishing what a call came to.

At a deadline, in this order, as far as the game's rules allow:

1. an extension, at the cost of whoever is missing and has one left; everybody's sheets stay, and stay open;
2. grace: once, with the late ones told;
3. the call is adjudicated: standing instructions, then the published default, decide for the missing. Whoever missed
   too many calls in a row loses the seat to a substitute, or leaves a vassal; if everybody is missing the game pauses
   instead.

In the first call nothing has been revealed yet: whoever misses it is replaced before it is adjudicated, and a
substitute has some time to come.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from adjudicator import documents
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position
from correspondence.archive.keeping import before_records, keep
from correspondence.archive.queries import stored_position
from correspondence.deadlines.changing import move, pause
from correspondence.deadlines.clock import FIRST_CALL, FOR_A_SUBSTITUTE, postpone
from correspondence.deadlines.opening import asked_people, missing, open_call, write_down
from correspondence.models.archive import CallBoard
from correspondence.models.calls import Adjudication, OpenedCall
from correspondence.models.games import Game, Seat
from correspondence.notices.use_cases import notify
from correspondence.press.sending import release_postal
from correspondence.read_cache import forget
from correspondence.results.result_letters import Closed, tell_players
from correspondence.seats.handover import VASSAL, seats_follow
from correspondence.seats.use_cases import MISSED, offer
from correspondence.write_batch import change_soon, insert_soon


def at_deadline(session: Session, call: OpenedCall, now: datetime) -> bool:
    """Whether a call that is due is adjudicated now; if not, it has another deadline, or the game pauses.

    The caller holds the call's lock, and adjudicates in the same transaction if this says so.
    """
    game = call.game
    if call.due_at > now or not has_rules(game):
        return True
    late = missing(session, game, call)
    if not late:
        return True
    if _extended(session, game, call, late, now) or _grace(session, game, call, late, now):
        return False
    if len(late) == len(asked_people(game, call)) and _given_time(game):
        pause(session, game, "everybody", None, now)
        return False
    if call.number == FIRST_CALL and game.misses_allowed and call.sequence < _most_changes(game):
        offer_seats(session, game, late, now)
        why = "replacing" if any(seat.offered_at is not None for seat in late) else "vassals"
        move(session, call, postpone(game, call.due_at, FOR_A_SUBSTITUTE, now), why, None, now)
        return False
    return True


def after_deadline(session: Session, call: OpenedCall, now: datetime) -> Sequence[Seat]:
    """Note who was on time, and offer the seats of those who missed too often. To be called once a call that was due
    is adjudicated, in the same transaction and before the next one is opened.

    Returns seats whose houses become vassals: `offer_seats` does it once the next call is open.
    """
    game = call.game
    late = missing(session, game, call) if call.closing_at is None else []
    charged = write_down(session, game, call, late, now)
    gone: list[Seat] = []
    if not has_rules(game):
        return gone
    for seat in charged:
        values: dict[str, str | int | datetime] = {"house": seat.house or "", "n": call.number}
        key = f"{game.public_id}:{call.number}:missed:{seat.house}"
        notify(session, "call-missed", key, now, game=game, seats=[seat], values=values)
        if game.misses_allowed and seat.misses_in_a_row >= game.misses_allowed:
            gone.append(seat)
    if game.absent_seat == VASSAL:
        return gone
    offer_seats(session, game, gone, now)
    return []


def has_rules(game: Game) -> bool:
    """Whether the game does anything about those who are late, besides deciding for them."""
    return bool(_given_time(game) or game.misses_allowed)


def _given_time(game: Game) -> bool:
    return bool(game.extensions or game.grace_seconds)


def _most_changes(game: Game) -> int:
    """So often is a first call moved at most by these rules."""
    return game.extensions_in_a_row + 2


def _extended(session: Session, game: Game, call: OpenedCall, late: Sequence[Seat], now: datetime) -> bool:
    """Extend the call if somebody who is missing can pay for it."""
    paying = [seat for seat in late if seat.extensions_used < game.extensions]
    if not paying or call.extensions >= game.extensions_in_a_row:
        return False
    for seat in paying:
        seat.extensions_used += 1
    call.extensions += 1
    houses = ",".join(seat.house or "" for seat in late)
    to = postpone(game, call.due_at, timedelta(seconds=game.extension_seconds), now)
    move(session, call, to, "extension", None, now, values={"houses": houses})
    return True


def _grace(session: Session, game: Game, call: OpenedCall, late: Sequence[Seat], now: datetime) -> bool:
    """Give the late a last chance, once a call."""
    if not game.grace_seconds or call.late_at is not None:
        return False
    call.late_at = now
    houses = ",".join(seat.house or "" for seat in late)
    to = postpone(game, call.due_at, timedelta(seconds=game.grace_seconds), now)
    move(session, call, to, "grace", None, now, values={"houses": houses})
    return True


def offer_seats(session: Session, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Look for substitutes for whoever missed too many calls, or let their houses become vassals."""
    for seat in seats:
        offer(session, game, seat, MISSED, now)


def publish(
    session: Session,
    game: Game,
    call: OpenedCall,
    outcome: Outcome[Position],
    versions: Mapping[str, int],
    worker: str,
    now: datetime,
    seconds: float | None = None,
) -> None:
    """Write everything that follows from a call: position, journal, records, letters, the next call.

    `versions` are the sheet versions used, by house; `seconds` is what resolving took. The caller holds the call's
    lock.
    """
    before = before_records(stored_position(session, game), outcome)
    document = keep(session, game, before, outcome, part=call.number)
    made = {
        "game_id": game.id,
        "call_id": call.id,
        "number": call.number,
        "worker": worker[:80],
        "at": now,
        "sheets": ",".join(f"{house}:{number}" for house, number in versions.items()),
        "position_digest": hashlib.sha256(document).hexdigest(),
        "seconds": seconds,
    }
    insert_soon(session, Adjudication, [made])
    change_soon(session, call, status="closed", closed_at=now, claimed_until=None)
    change_soon(session, game, round=outcome.showing.round)
    gone = after_deadline(session, call, now)
    seats_follow(session, game, outcome.showing.board, now)
    opened: OpenedCall | None = None
    if outcome.showing.board.ending is not None:
        game.status, game.finished_at = "finished", now
    else:
        # The time of a call that asked nobody was up when it closed.
        after = call.due_at if call.asked else now
        opened = open_call(session, game, call.number + 1, outcome, now, after)
    shown = documents.read_board(game.edition, session.get_one(CallBoard, call.id).document)
    tell_players(session, game, outcome, Closed(call, shown, versions), opened, now)
    release_postal(session, game, None if opened is None else call.number, now)
    if opened is not None and gone:
        forget(session)
        offer_seats(session, game, gone, now)
