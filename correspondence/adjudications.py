"""What a turn comes to: computed, by maester bots too, and published.

The table is the queue: whatever turn lacks the answers of a maester is searched. A search reads what its seat knows and
takes a second, so it is made between two transactions; what it found is stored if the turn is open yet and nothing has
changed in the position. To search twice finds the same. Whatever replaces a position drops what was found for it
(`correspondence.archive.records`). Nobody is shown any of it.

At a deadline, in this order, as far as the game's rules allow:

1. an extension, at the cost of whoever is missing and has one left; everybody's sheets stay, and stay open;
2. grace: once, with the late ones told;
3. the turn is adjudicated: standing orders, then the published default, decide for the missing. Whoever missed
   too many turns in a row loses the seat to a substitute, or leaves a vassal; if everybody is missing the game pauses
   instead.

In the first turn nothing has been revealed yet: whoever misses it is replaced before it is adjudicated, and a
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
from adjudicator.engine import Level, Outcome, Position, Sheet, TurnInput, join_outcomes, what_if
from correspondence.archive.records import keep, position_before_records, stored_position, versions_text
from correspondence.deadlines.clock import FIRST_TURN, FOR_A_SUBSTITUTE, move, pause, postpone
from correspondence.deadlines.opening import (
    bots_in,
    houses_with_decisions,
    human_seats_with_decisions,
    missing_seats,
    open_turn,
    people_in,
    write_down,
)
from correspondence.games.access import bot_helped_houses
from correspondence.messages.sending import release_postal
from correspondence.models import (
    Adjudication,
    Game,
    PreparedAnswers,
    RoundRecords,
    Seat,
    StandingOrdersVersion,
    Turn,
    TurnBoard,
)
from correspondence.notices.use_cases import Values, notify
from correspondence.read_cache import forget, is_known_absent
from correspondence.results import Closed, tell_players
from correspondence.rows import locking_query
from correspondence.seats import MISSED, VASSAL, offer, seats_follow
from correspondence.sheets.reading import HouseSheetVersion, sheets_in_round
from correspondence.store import Store
from correspondence.turns import next_window, stops_for_its_own_sake

log = structlog.get_logger(__name__)

MAESTER: Level = "maester"


class _Search(msgspec.Struct):
    """A seat of an open turn with a maester yet to search, and the search's input."""

    turn_id: int
    house: str
    game: Game
    position: bytes
    records: list[bytes]


def prepared_answers(session: Session, game: Game, turn: Turn) -> Mapping[str, Mapping[str, Any]]:
    """Return maesters' findings by house and decision kind, for this position only."""
    if MAESTER not in game.bot_levels.values():
        return {}
    digest = _digest(stored_position(session, game))
    rows = session.scalars(select(PreparedAnswers).filter_by(turn_id=turn.id))
    answers_by_house = {}
    for row in (row for row in rows if row.position_digest == digest):
        try:
            answers_by_house[row.house] = documents.read_prepared(game.edition, row.document)
        except msgspec.DecodeError:
            # It was stored by another release: the bot plays.
            log.exception("a search cannot be read", game=game.public_id, house=row.house)
    return answers_by_house


def any_waits(session: Session) -> bool:
    """Whether a maester has not searched yet."""
    return session.scalar(_pending_searches().limit(1)) is not None


def search_next(store: Store) -> bool:
    """Search for the waiting seat whose turn closes first; whether there was one."""
    with store.read() as session:
        search_job = _next_search(session)
    if search_job is None:
        return False
    try:
        answers = _search_result(search_job)
    except Exception:
        # A fault in one search holds up no other: the bot plays.
        log.exception("a search failed", game=search_job.game.public_id, house=search_job.house)
        answers = {}
    with store.begin() as session:
        _store(session, search_job, msgspec.json.encode(answers))
    return True


def _search_result(search_job: _Search) -> dict[str, Any]:
    game = search_job.game
    records = [record for document in search_job.records for record in documents.decode_records(game.edition, document)]
    position = documents.decode(search_job.position)
    return what_if.prepare(games.of(position), position, search_job.house, records, pace=game.stops)


def _pending_searches() -> Select[int, str | None]:
    """Select turns and bot houses that still need a search, first to close first."""
    match: ColumnElement[bool] = exists().where(PreparedAnswers.turn_id == Turn.id, PreparedAnswers.house == Seat.house)
    return (
        select(Turn.id, Seat.house)
        .join(Game, Game.id == Turn.game_id)
        .join(Seat)
        .where(Turn.status == "open", Game.status == "running", Seat.kind == "steward")
        .where(Seat.bot_level == MAESTER, Seat.house.is_not(None), ~match)
        .order_by(Turn.closes_at, Turn.id, Seat.house)
    )


def _next_search(session: Session) -> _Search | None:
    """Return the search whose turn closes first; None if none is pending."""
    row = session.execute(_pending_searches().limit(1)).first()
    if row is None:
        return None
    turn = session.get_one(Turn, row[0])
    query = select(RoundRecords.document).filter_by(game_id=turn.game_id).order_by(RoundRecords.first)
    return _Search(turn.id, row[1] or "", turn.game, stored_position(session, turn.game), [*session.scalars(query)])


def _store(session: Session, search_job: _Search, document: bytes) -> None:
    """Store the findings, unless the turn closed, the position changed, or others did."""
    turn = session.scalar(locking_query(select(Turn).filter_by(id=search_job.turn_id)))
    if turn is None or turn.status != "open" or stored_position(session, turn.game) != search_job.position:
        return
    if session.get(PreparedAnswers, (turn.id, search_job.house)) is not None:
        return
    row = PreparedAnswers(turn_id=turn.id, house=search_job.house, game_id=turn.game_id, document=document)
    row.position_digest = _digest(search_job.position)
    session.add(row)


def _digest(position: bytes) -> str:
    return hashlib.sha256(position).hexdigest()


class Stuck(RuntimeError):
    """The resolver left its turn's decision open or stopped endlessly: a rules bug."""


@dataclass(frozen=True)
class Handed:
    """A turn's submitted input for the resolver, and sheet versions used, by house."""

    turn: TurnInput
    versions: Mapping[str, int]


def submitted_input(session: Session, game: Game, turn: Turn) -> Handed:
    """Return a turn's orders; sheets of earlier in the round hold unless replaced."""
    written = sheets_in_round(session, turn)
    numbers = {sheet.house: sheet.version.number for sheet in written if sheet.turn_number == turn.number}
    return Handed(_turn_input(session, game, turn, written), numbers)


def _turn_input(session: Session, game: Game, turn: Turn, written: list[HouseSheetVersion]) -> TurnInput:
    """Return the resolver's input for a turn.
    Each house's sheets of the round are laid over each other; bots, limits and searches join them."""
    sheets: dict[str, Sheet] = {}
    rules = games.of_edition(game.edition)
    for sheet in written:
        earlier = sheets.get(sheet.house, rules.empty_sheet)
        sheets[sheet.house] = rules.overlay(earlier, documents.stored_sheet(game.edition, sheet.version.document))
    return TurnInput(
        window=turn.window,
        sheets=sheets,
        standing=_standing_orders(session, game),
        bots=bots_in(game),
        taken_over=bot_helped_houses(game, turn.number),
        pace=game.stops,
        unsaid=turn.unsaid,
        levels=game.bot_levels,
        prepared=prepared_answers(session, game, turn),
    )


def resolve_to_next_choice(game: Game, of_round: int, turn: TurnInput, position: Position) -> Outcome[Position]:
    """Resolve the turn, and all following stops without a human choice.

    Nobody waits or gets an email for those stops. Its sheets stay in force `of_round`, no longer. Uses `position` up.
    Raises Stuck if the game neither ends nor waits for another window, as it would be adjudicated for ever.
    """
    outcome = games.of(position).resolve(position, turn)
    _check_progress(game, turn, outcome)
    while _next_turn_asks_nobody(game, outcome):
        sheets = turn.sheets if outcome.showing.round == of_round else {}
        turn = msgspec.structs.replace(turn, window=next_window(game, outcome), sheets=sheets, prepared={})
        more = games.of(outcome.position).resolve(outcome.position, turn)
        _check_progress(game, turn, more)
        outcome = join_outcomes(outcome, more)
    return outcome


def _next_turn_asks_nobody(game: Game, outcome: Outcome[Position]) -> bool:
    if outcome.showing.board.ending is not None or not people_in(game):
        return False
    return stops_for_its_own_sake(game, outcome) and not houses_with_decisions(game, outcome)


def _standing_orders(session: Session, game: Game) -> dict[str, Sheet]:
    """The standing orders in force, by house."""
    if is_known_absent(session, game.id, "standing"):
        return {}
    seats = [seat.id for seat in game.seats]
    last = (
        select(StandingOrdersVersion.seat_id, func.max(StandingOrdersVersion.number).label("number"))
        .where(StandingOrdersVersion.seat_id.in_(seats))
        .group_by(StandingOrdersVersion.seat_id)
        .subquery()
    )
    query = select(StandingOrdersVersion).join(
        last, (last.c.seat_id == StandingOrdersVersion.seat_id) & (last.c.number == StandingOrdersVersion.number)
    )
    houses = {seat.id: seat.house for seat in game.seats}
    versions = session.scalars(query)
    sheets = {houses[version.seat_id]: documents.stored_sheet(game.edition, version.document) for version in versions}
    return {house: sheet for house, sheet in sheets.items() if house is not None}


def _check_progress(game: Game, turn: TurnInput, outcome: Outcome[Position]) -> None:
    """Raise Stuck if the game neither ends nor waits for another window."""
    if outcome.showing.board.ending is not None:
        return
    if not outcome.waiting:
        raise Stuck(f"call {turn.window}: nothing is asked and the game is not over")
    if next_window(game, outcome) == turn.window:
        raise Stuck(f"call {turn.window}: {outcome.waiting[0].id} was left open")


def apply_deadline_rules(session: Session, turn: Turn, now: datetime) -> bool:
    """Return whether to adjudicate a due turn now; else postpone or pause it.
    The caller holds the turn's lock, and adjudicates in the same transaction if True."""
    game = turn.game
    if turn.due_at > now or not has_rules(game):
        return True
    late = missing_seats(session, game, turn)
    if not late:
        return True
    if _extend_turn(session, game, turn, late, now) or _grace(session, game, turn, late, now):
        return False
    if len(late) == len(human_seats_with_decisions(game, turn)) and _grants_extra_time(game):
        pause(session, game, "everybody", None, now)
        return False
    if turn.number == FIRST_TURN and game.misses_allowed and turn.sequence < game.extensions_in_a_row + 2:
        offer_seats(session, game, late, now)
        why = "replacing" if any(seat.offered_at is not None for seat in late) else "vassals"
        move(session, turn, postpone(game, turn.due_at, FOR_A_SUBSTITUTE, now), why, None, now)
        return False
    return True


def record_late_seats(session: Session, turn: Turn, now: datetime) -> Sequence[Seat]:
    """Record who was on time; return seats whose houses become vassals.

    For seats that missed too often; `offer_seats` acts on them once the next turn is open. To be called after
    adjudicating a due turn, in the same transaction, before the next is opened.
    """
    game = turn.game
    late = missing_seats(session, game, turn) if turn.closing_at is None else []
    charged = write_down(session, game, turn, late, now)
    gone: list[Seat] = []
    if not has_rules(game):
        return gone
    for seat in charged:
        values: Values = {"house": seat.house or "", "n": turn.number}
        key = f"{game.public_id}:{turn.number}:missed:{seat.house}"
        notify(session, "call-missed", key, now, game=game, seats=[seat], values=values, turn=turn)
        if game.misses_allowed and seat.misses_in_a_row >= game.misses_allowed:
            gone.append(seat)
    if game.absent_seat == VASSAL:
        return gone
    offer_seats(session, game, gone, now)
    return []


def has_rules(game: Game) -> bool:
    """Whether the game has rules for late players, besides default decisions."""
    return bool(_grants_extra_time(game) or game.misses_allowed)


def _grants_extra_time(game: Game) -> bool:
    return bool(game.extensions or game.grace_seconds)


def _extend_turn(session: Session, game: Game, turn: Turn, late: Sequence[Seat], now: datetime) -> bool:
    """Extend the turn if a missing player has an extension left; return if so."""
    paying = [seat for seat in late if seat.extensions_used < game.extensions]
    if not paying or turn.extensions >= game.extensions_in_a_row:
        return False
    for seat in paying:
        seat.extensions_used += 1
    turn.extensions += 1
    houses = ",".join(seat.house or "" for seat in late)
    to = postpone(game, turn.due_at, timedelta(seconds=game.extension_seconds), now)
    move(session, turn, to, "extension", None, now, values={"houses": houses})
    return True


def _grace(session: Session, game: Game, turn: Turn, late: Sequence[Seat], now: datetime) -> bool:
    """Give the late a last chance, once a turn."""
    if not game.grace_seconds or turn.late_at is not None:
        return False
    turn.late_at = now
    houses = ",".join(seat.house or "" for seat in late)
    to = postpone(game, turn.due_at, timedelta(seconds=game.grace_seconds), now)
    move(session, turn, to, "grace", None, now, values={"houses": houses})
    return True


def offer_seats(session: Session, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Find substitutes for who missed too many turns, or make their houses vassals."""
    for seat in seats:
        offer(session, game, seat, MISSED, now)


def publish(
    session: Session,
    game: Game,
    turn: Turn,
    outcome: Outcome[Position],
    versions: Mapping[str, int],
    worker: str,
    now: datetime,
    seconds: float | None = None,
) -> None:
    """Store a turn's results: position, journal, records, emails, the next turn.

    `versions` are the sheet versions used, by house; `seconds` is the resolving time. The caller holds the turn's lock.
    """
    before = position_before_records(stored_position(session, game), outcome)
    document = keep(session, game, before, outcome, part=turn.number)
    adjudication = Adjudication(
        game_id=game.id,
        turn_id=turn.id,
        number=turn.number,
        worker=worker[:80],
        at=now,
        sheets=versions_text(versions),
        position_digest=hashlib.sha256(document).hexdigest(),
        seconds=seconds,
    )
    session.add(adjudication)
    turn.status, turn.closed_at, turn.claimed_until = "closed", now, None
    game.round = outcome.showing.round
    gone = record_late_seats(session, turn, now)
    seats_follow(session, game, outcome.showing.board, now)
    opened: Turn | None = None
    if outcome.showing.board.ending is not None:
        game.status, game.finished_at = "finished", now
    else:
        # The time of a turn that asked nobody was up when it closed.
        after = turn.due_at if turn.asked else now
        opened = open_turn(session, game, turn.number + 1, outcome, now, after)
    shown = documents.read_board(game.edition, session.get_one(TurnBoard, turn.id).document)
    tell_players(session, game, outcome, Closed(turn, shown, versions), opened, now)
    release_postal(session, game, None if opened is None else turn.number, now)
    if opened is not None and gone:
        forget(session)
        offer_seats(session, game, gone, now)
