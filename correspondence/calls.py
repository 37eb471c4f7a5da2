"""Calls: with the asker's seat, who is ready, as letters and pages tell of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session, joinedload

from adjudicator import games
from adjudicator.engine import Outcome, Position, View
from correspondence.games.access import NO_GAME, game_named, keep, own_seat
from correspondence.input_validation import Denied, NotFound
from correspondence.letters.payload import OpenCall
from correspondence.models import COLLECTING, UNFINISHED, Account, Game, OpenedCall, Readiness, Seat, WaitRequest
from correspondence.read_cache import foresee, remembered
from correspondence.rows import from_rows, held, insert_once
from correspondence.write_batch import insert_soon

# Put together once: nearly every request asks them.
_NAMED = select(OpenedCall).filter_by(public_id=bindparam("call"))
# The game is read after the lock is had: who waited for it finds what happened meanwhile.
_LOCKED = held(_NAMED).execution_options(populate_existing=True)
_WITH_GAME = _NAMED.options(joinedload(OpenedCall.game, innerjoin=True))
_NEWEST = (
    select(OpenedCall)
    .where(OpenedCall.game_id == bindparam("game"), OpenedCall.status.in_(bindparam("statuses", expanding=True)))
    .order_by(OpenedCall.number.desc())
    .limit(1)
)
_LOCKED_NEWEST = held(_NEWEST).execution_options(populate_existing=True)


@dataclass(frozen=True)
class Place:
    """A call, its game, and the seat and house that the asker acts for."""

    call: OpenedCall
    game: Game
    seat: Seat
    house: str


def place_of(session: Session, account: Account, call_id: str, now: datetime, *, lock: bool = False) -> Place:
    """The asker's place at a call, also when they stand in for somebody; NotFound `no-such-call`, Denied
    `not-your-seat`.

    Locked: the call is neither changed nor adjudicated by anybody else until the commit.
    """
    call = remembered(
        session,
        ("call named", call_id, lock),
        lambda: session.scalar(_LOCKED if lock else _WITH_GAME, {"call": call_id}),
    )
    if call is None:
        raise NotFound("no-such-call", "There is no such turn.")
    game = keep(session, call.game)
    if call.status in UNFINISHED:
        remembered(session, ("call", game.id, UNFINISHED), lambda: call)
    seat, house = own_seat(session, game, account, now)
    return Place(call, game, seat, house)


def call_of(session: Session, game: Game, *statuses: str, lock: bool = False) -> OpenedCall | None:
    """The newest call of a game that is in one of these states (none named: that is not over, `open`, `paused` or
    `held`). Locked: nobody else changes it until the commit."""
    wanted = statuses or UNFINISHED
    if lock:
        return session.scalar(_LOCKED_NEWEST, {"game": game.id, "statuses": wanted})
    asked = {"game": game.id, "statuses": wanted}
    found = remembered(session, ("call", game.id, wanted), lambda: session.scalar(_NEWEST, asked))
    return remembered(session, ("call named", found.public_id, False), lambda: found) if found is not None else None


def foresee_calls(session: Session, games: Iterable[Game], calls: Iterable[OpenedCall], *, locked: bool) -> None:
    """Let the calls that are not over be those that are found for these games, in a session that remembers; of a game
    that has none among them, none is found."""
    by_game = {call.game_id: call for call in calls}
    for game in games:
        keep(session, game)
        call = by_game.get(game.id)
        foresee(session, ("call", game.id, UNFINISHED), call)
        if call is not None:
            foresee(session, ("call named", call.public_id, False), call)
            if locked:
                foresee(session, ("call named", call.public_id, True), call)


def collecting(session: Session, game: Game, *, lock: bool = False) -> OpenedCall | None:
    """The call of a game that collects sheets, also while the game pauses; locked as `call_of` does."""
    if lock:
        return call_of(session, game, *COLLECTING, lock=True)
    # A game has one call that is not over; several parts of a page ask for it.
    call = call_of(session, game)
    return call if call is not None and call.status in COLLECTING else None


def takes_sheets(call: OpenedCall, now: datetime) -> bool:
    """Whether a call's time is not up yet; while the game is paused it stands still."""
    return call.status == "paused" or (call.status == "open" and call.closes_at > now)


def still_open(call: OpenedCall, now: datetime) -> None:
    """Denied `call-closed` once the call's time is up; while the game is paused it stands still."""
    if not takes_sheets(call, now):
        raise Denied("call-closed", "This turn has ended; you can no longer submit orders for it.")


def locked_game(session: Session, game_id: str, *, unless_held: bool = False) -> Game:
    """A game with its newest call, locked: the call first, as adjudication has them (`correspondence.rows`). NotFound
    `no-such-game`; with `unless_held` also where somebody else has either."""
    game = game_named(session, game_id)
    newest = select(OpenedCall.id).filter_by(game_id=game.id).order_by(OpenedCall.number.desc()).limit(1)
    last = session.scalar(newest)
    while last is not None:
        query = held(select(OpenedCall).filter_by(id=last), skip_locked=unless_held)
        if session.scalar(query.execution_options(populate_existing=True)) is None:
            raise NotFound("no-such-game", NO_GAME)
        before, last = last, session.scalar(newest)
        if last == before:
            break
        # Whoever waited for one call finds that the next has opened.
    if unless_held and session.scalar(held(select(Game.id).filter_by(id=game.id), skip_locked=True)) is None:
        raise NotFound("no-such-game", NO_GAME)
    return game_named(session, game_id, lock=True)


def call_now(session: Session, game: Game) -> int:
    """The number of the call that is not over, or of the one that comes next."""
    query = select(OpenedCall).filter_by(game_id=game.id)
    last = session.scalar(query.order_by(OpenedCall.number.desc()).limit(1))
    if last is None:
        return 1
    return last.number if last.status in UNFINISHED else last.number + 1


_FORESEEN = "who is ready"
_READY = (
    select(Readiness.call_id, Seat.house)
    .join(Seat, Seat.id == Readiness.seat_id)
    .where(Readiness.call_id.in_(bindparam("calls", expanding=True)))
)


def houses_ready(session: Session, call_ids: Sequence[int]) -> dict[int, frozenset[str]]:
    """The houses that said they are ready, by call."""
    if not call_ids:
        return {}
    found: dict[int, set[str]] = {}
    for call_id, house in session.execute(_READY, {"calls": call_ids}):
        found.setdefault(call_id, set()).add(house or "")
    return {call_id: frozenset(houses) for call_id, houses in found.items()}


def ready_for(session: Session, call: OpenedCall) -> frozenset[str]:
    """The houses that said they are ready for a call."""
    known: dict[int, frozenset[str]] = session.info.get(_FORESEEN, {})
    if call.id in known:
        return known[call.id]
    return houses_ready(session, [call.id]).get(call.id, frozenset())


def foresee_readiness(session: Session, calls: Iterable[OpenedCall]) -> None:
    """Look at once for who is ready for several calls, and for which somebody wants to wait, in a transaction that
    remembers and holds their locks."""
    ids = [call.id for call in calls]
    said = houses_ready(session, ids)
    session.info[_FORESEEN] = {call: said.get(call, frozenset()) for call in ids}
    waited_for = set(session.scalars(select(WaitRequest.call_id).where(WaitRequest.call_id.in_(ids))))
    for call in ids:
        foresee(session, ("wait wanted", call), call in waited_for)


def mark(session: Session, game: Game, call: OpenedCall, seat: Seat, ready: bool, now: datetime) -> frozenset[str]:
    """Say or withdraw that a seat is ready; the houses that are. The caller holds the call's lock and has found it
    open.

    When all who are asked are ready the call closes after the game's hold; it goes on waiting when one withdraws.
    """
    if not ready:
        seat.unready_at = now
    known: dict[int, frozenset[str]] = session.info.get(_FORESEEN, {})
    if call.id in known:
        known[call.id] = _marked(session, call, seat, ready, now, known[call.id])
    elif ready:
        insert_once(session, Readiness, call_id=call.id, seat_id=seat.id, at=now)
    else:
        session.execute(delete(Readiness).filter_by(call_id=call.id, seat_id=seat.id))
    return recount(session, game, call, now)


def _marked(
    session: Session, call: OpenedCall, seat: Seat, ready: bool, now: datetime, said: frozenset[str]
) -> frozenset[str]:
    """The same where it is known who `said` so before; those who do now."""
    house = seat.house or ""
    if ready and house not in said:
        row = {"call_id": call.id, "seat_id": seat.id, "at": now}
        insert_soon(session, Readiness, [row], once=True)
    elif not ready and house in said:
        session.execute(delete(Readiness).filter_by(call_id=call.id, seat_id=seat.id))
    return said | {house} if ready else said - {house}


def recount(session: Session, game: Game, call: OpenedCall, now: datetime) -> frozenset[str]:
    """When the call closes, now that somebody else is ready or is asked; the houses that are ready. The caller holds
    the call's lock."""
    said = ready_for(session, call)
    if call.houses_asked:
        if not said.issuperset(call.houses_asked) or not may_close_early(game) or wants_to_wait(session, call):
            call.closing_at = None
        elif call.closing_at is None:
            call.closing_at = now + timedelta(seconds=game.hold_seconds)
    call.closes_at = min(call.due_at, call.closing_at or call.due_at)
    return said


def may_close_early(game: Game) -> bool:
    """Whether calls of a game close when all are ready; never in a game with a fixed hour."""
    return game.early_close and not game.clock


def wants_to_wait(session: Session, call: OpenedCall, seat: Seat | None = None) -> bool:
    """Whether a seat, or (None) anybody, wants the call to wait for its deadline."""

    def find() -> bool:
        query = select(WaitRequest.id).filter_by(call_id=call.id)
        if seat is not None:
            query = query.filter_by(seat_id=seat.id)
        return session.scalar(query.limit(1)) is not None

    return find() if seat is not None else remembered(session, ("wait wanted", call.id), find)


# What a reader is told of a call while sheets for it can be handed in.
TAKES_SHEETS = ("open", "closing", "paused")


def stage(call: OpenedCall, now: datetime) -> str:
    """What a reader is told: `open`, `closing` (all are ready), `adjudicating` (its time is up), or the call's status
    once it is not open."""
    if call.status != "open":
        return call.status
    if call.closes_at <= now:
        return "adjudicating"
    return "open" if call.closing_at is None else "closing"


def set_ready(session: Session, account: Account, call_id: str, ready: bool, now: datetime) -> None:
    """Say that one's seat is ready, or withdraw it; saying it again changes nothing.

    Raises NotFound `no-such-call`, Denied (`not-your-seat`, `call-closed`).
    """
    place = place_of(session, account, call_id, now, lock=True)
    still_open(place.call, now)
    mark(session, place.game, place.call, place.seat, ready, now)


def decline_steward(session: Session, account: Account, call_id: str, now: datetime) -> None:
    """Leave what one's sheets do not say to the defaults, as everybody does, though one has just taken the seat over.

    It cannot be taken back; a sheet may leave any choice to the steward. Raises NotFound `no-such-call`, Denied
    (`not-your-seat`, `call-closed`).
    """
    place = place_of(session, account, call_id, now, lock=True)
    still_open(place.call, now)
    place.seat.steward_until = 0


def call_told(game: Game, call: OpenedCall) -> OpenCall:
    """The call with its deadline, as a letter's calendar entry knows it; without what it asks of anybody."""
    hold = round(game.hold_seconds / 60)
    early = may_close_early(game)
    return from_rows(OpenCall, call, id=call.public_id, hold_minutes=hold, early=early, asked=None)


def view_told(game: Game, outcome: Outcome[Position], house: str | None) -> View:
    """What a seat (None: spectators) may know now; `waiting` is all that the open call asks of it.

    While a call for a whole phase waits for others first, that includes what the seat will be asked after them, without
    an id.
    """
    view = games.of(outcome.showing).view(outcome.showing, house, outcome.waiting)
    if house is not None and outcome.waiting and not stops_for_its_own_sake(game, outcome):
        view.waiting += games.of(outcome.showing).foreseen(outcome.showing, house)
    return view


def next_window(game: Game, outcome: Outcome[Position]) -> str:
    """The window of the decisions that wait."""
    return games.of(outcome.showing).window(outcome.showing, outcome.waiting[0], game.stops)


def stops_for_its_own_sake(game: Game, outcome: Outcome[Position]) -> bool:
    """Whether the game waits for one kind of decision that its pace names, and not for a whole phase."""
    return next_window(game, outcome) != games.of(outcome.showing).phase_window(outcome.showing, game.stops)
