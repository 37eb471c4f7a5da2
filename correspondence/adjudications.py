"""What a call comes to: computed, by maester bots too, and published.

The table is the queue: whatever call lacks the answers of a maester is searched. A search reads what its seat knows and
takes a second, so it is made between two transactions; what it found is stored if the call is open yet and nothing has
changed in the position. To search twice finds the same. Whatever replaces a position drops what was found for it
(`correspondence.archive.records`). Nobody is shown any of it.

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
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
import structlog
from sqlalchemy import ColumnElement, Select, exists, func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine import Call, Level, Outcome, Position, Sheet, joined, search
from correspondence.archive.records import before_records, keep, stored_position, versions_text
from correspondence.calls import next_window, stops_for_its_own_sake
from correspondence.deadlines.clock import FIRST_CALL, FOR_A_SUBSTITUTE, move, pause, postpone
from correspondence.deadlines.opening import (
    asked_in,
    asked_people,
    missing,
    open_call,
    people_in,
    stewards_in,
    write_down,
)
from correspondence.games.access import stood_by
from correspondence.models import (
    Adjudication,
    CallBoard,
    Game,
    OpenedCall,
    PreparedAnswers,
    RoundRecords,
    Seat,
    StandingVersion,
)
from correspondence.notices.use_cases import Values, notify
from correspondence.press.sending import release_postal
from correspondence.read_cache import forget, known_absent
from correspondence.results import Closed, tell_players
from correspondence.rows import held
from correspondence.seats import MISSED, VASSAL, offer, seats_follow
from correspondence.sheets.reading import Written, sheets_in_round
from correspondence.store import Store
from correspondence.write_batch import change_soon, insert_soon

log = structlog.get_logger(__name__)

MAESTER: Level = "maester"


class _Search(msgspec.Struct):
    """A seat of an open call whose maester has not searched yet, with what the search reads."""

    call_id: int
    house: str
    game: Game
    position: bytes
    records: list[bytes]


def prepared_for(session: Session, game: Game, call: OpenedCall) -> Mapping[str, Mapping[str, Any]]:
    """What the maesters of a call found, by house and kind of decision; nothing that was found for another position."""
    if MAESTER not in game.bot_levels.values():
        return {}
    digest = _digest(stored_position(session, game))
    rows = session.scalars(select(PreparedAnswers).filter_by(call_id=call.id))
    found = {}
    for row in (row for row in rows if row.position_digest == digest):
        try:
            found[row.house] = documents.read_prepared(game.edition, row.document)
        except msgspec.DecodeError:
            # It was stored by another release: the steward plays.
            log.exception("a search cannot be read", game=game.public_id, house=row.house)
    return found


def any_waits(session: Session) -> bool:
    """Whether a maester has not searched yet."""
    return session.scalar(_waiting().limit(1)) is not None


def search_next(store: Store) -> bool:
    """Search for a seat that waits, the one whose call closes first; whether there was any."""
    with store.read() as session:
        wanted = _next(session)
    if wanted is None:
        return False
    try:
        found = _found(wanted)
    except Exception:
        # A fault in one search holds up no other: the steward plays.
        log.exception("a search failed", game=wanted.game.public_id, house=wanted.house)
        found = {}
    with store.begin() as session:
        _store(session, wanted, msgspec.json.encode(found))
    return True


def _found(wanted: _Search) -> dict[str, Any]:
    game = wanted.game
    records = [record for document in wanted.records for record in documents.decode_records(game.edition, document)]
    position = documents.decode(wanted.position)
    return search.prepare(games.of(position), position, wanted.house, records, pace=game.stops)


def _waiting() -> Select[int, str | None]:
    """The calls and houses that wait, by when they close."""
    found: ColumnElement[bool] = exists().where(
        PreparedAnswers.call_id == OpenedCall.id, PreparedAnswers.house == Seat.house
    )
    return (
        select(OpenedCall.id, Seat.house)
        .join(Game, Game.id == OpenedCall.game_id)
        .join(Seat)
        .where(OpenedCall.status == "open", Game.status == "running", Seat.kind == "steward")
        .where(Seat.bot_level == MAESTER, Seat.house.is_not(None), ~found)
        .order_by(OpenedCall.closes_at, OpenedCall.id, Seat.house)
    )


def _next(session: Session) -> _Search | None:
    row = session.execute(_waiting().limit(1)).first()
    if row is None:
        return None
    call = session.get_one(OpenedCall, row[0])
    told = select(RoundRecords.document).filter_by(game_id=call.game_id).order_by(RoundRecords.first)
    return _Search(call.id, row[1] or "", call.game, stored_position(session, call.game), [*session.scalars(told)])


def _store(session: Session, wanted: _Search, document: bytes) -> None:
    """Keep what was found, unless the call has closed, the position has changed, or another worker was faster."""
    call = session.scalar(held(select(OpenedCall).filter_by(id=wanted.call_id)))
    if call is None or call.status != "open" or stored_position(session, call.game) != wanted.position:
        return
    if session.get(PreparedAnswers, (call.id, wanted.house)) is not None:
        return
    row = PreparedAnswers(call_id=call.id, house=wanted.house, game_id=call.game_id, document=document)
    row.position_digest = _digest(wanted.position)
    session.add(row)


def _digest(position: bytes) -> str:
    return hashlib.sha256(position).hexdigest()


class Stuck(RuntimeError):
    """The resolver left a decision of its own call open, or the game stopped without an end: a fault in the rules."""


@dataclass(frozen=True)
class Handed:
    """What was written for a call: the call as the resolver takes it, and the sheet versions used, by house."""

    call: Call
    versions: Mapping[str, int]


def handed_in(session: Session, game: Game, call: OpenedCall) -> Handed:
    """What was written for a call; a sheet of earlier in the round stays in force where nothing replaces it."""
    written = sheets_in_round(session, call)
    numbers = {sheet.house: sheet.version.number for sheet in written if sheet.call_number == call.number}
    return Handed(_as_written(session, game, call, written), numbers)


def _as_written(session: Session, game: Game, call: OpenedCall, written: list[Written]) -> Call:
    sheets: dict[str, Sheet] = {}
    rules = games.of_edition(game.edition)
    for sheet in written:
        earlier = sheets.get(sheet.house, rules.empty_sheet)
        sheets[sheet.house] = rules.overlay(earlier, documents.kept_sheet(game.edition, sheet.version.document))
    return Call(
        window=call.window,
        sheets=sheets,
        standing=_standing(session, game),
        stewards=stewards_in(game),
        taken_over=stood_by(game, call.number),
        pace=game.stops,
        unsaid=call.unsaid,
        levels=game.bot_levels,
        prepared=prepared_for(session, game, call),
    )


def resolved(game: Game, of_round: int, call: Call, position: Position) -> Outcome[Position]:
    """The call resolved, and whatever stops follow at which no person has a choice: nobody waits or is written to for
    them.

    Its sheets stay in force `of_round`, no longer. Uses `position` up. Raises Stuck if the game neither ends nor waits
    for another window: it would be adjudicated for ever.
    """
    outcome = games.of(position).resolve(position, call)
    _moved_on(game, call, outcome)
    while _nobody_is_asked_next(game, outcome):
        sheets = call.sheets if outcome.showing.round == of_round else {}
        call = msgspec.structs.replace(call, window=next_window(game, outcome), sheets=sheets, prepared={})
        more = games.of(outcome.position).resolve(outcome.position, call)
        _moved_on(game, call, more)
        outcome = joined(outcome, more)
    return outcome


def _nobody_is_asked_next(game: Game, outcome: Outcome[Position]) -> bool:
    if outcome.showing.board.ending is not None or not people_in(game):
        return False
    return stops_for_its_own_sake(game, outcome) and not asked_in(game, outcome)


def _standing(session: Session, game: Game) -> dict[str, Sheet]:
    """The standing instructions in force, by house."""
    if known_absent(session, game.id, "standing"):
        return {}
    seats = [seat.id for seat in game.seats]
    last = (
        select(StandingVersion.seat_id, func.max(StandingVersion.number).label("number"))
        .where(StandingVersion.seat_id.in_(seats))
        .group_by(StandingVersion.seat_id)
        .subquery()
    )
    query = select(StandingVersion).join(
        last, (last.c.seat_id == StandingVersion.seat_id) & (last.c.number == StandingVersion.number)
    )
    houses = {seat.id: seat.house for seat in game.seats}
    versions = session.scalars(query)
    found = {houses[one.seat_id]: documents.kept_sheet(game.edition, one.document) for one in versions}
    return {house: sheet for house, sheet in found.items() if house is not None}


def _moved_on(game: Game, call: Call, outcome: Outcome[Position]) -> None:
    if outcome.showing.board.ending is not None:
        return
    if not outcome.waiting:
        raise Stuck(f"call {call.window}: nothing is asked and the game is not over")
    if next_window(game, outcome) == call.window:
        raise Stuck(f"call {call.window}: {outcome.waiting[0].id} was left open")


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
    if call.number == FIRST_CALL and game.misses_allowed and call.sequence < game.extensions_in_a_row + 2:
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
        values: Values = {"house": seat.house or "", "n": call.number}
        key = f"{game.public_id}:{call.number}:missed:{seat.house}"
        notify(session, "call-missed", key, now, game=game, seats=[seat], values=values, call=call)
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
        "sheets": versions_text(versions),
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
