"""Turns: with the asker's seat, who is ready, as emails and pages tell of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session, joinedload

from adjudicator import games
from adjudicator.engine import Outcome, Position, View
from correspondence.games.access import NO_GAME, find_game, keep, own_seat
from correspondence.input_validation import Denied, NotFound
from correspondence.mail.payload import OpenTurn
from correspondence.models import COLLECTING, UNFINISHED, Account, Game, Readiness, Seat, Turn, WaitRequest
from correspondence.read_cache import prefetch, remembered
from correspondence.rows import from_rows, insert_once, locking_query

# Put together once: nearly every request asks them.
_NAMED = select(Turn).filter_by(public_id=bindparam("call"))
# The game is read after the lock is had: who waited for it finds what happened meanwhile.
_LOCKED = locking_query(_NAMED).execution_options(populate_existing=True)
_WITH_GAME = _NAMED.options(joinedload(Turn.game, innerjoin=True))
_NEWEST = (
    select(Turn)
    .where(Turn.game_id == bindparam("game"), Turn.status.in_(bindparam("statuses", expanding=True)))
    .order_by(Turn.number.desc())
    .limit(1)
)
_LOCKED_NEWEST = locking_query(_NEWEST).execution_options(populate_existing=True)


@dataclass(frozen=True)
class Place:
    """A turn, its game, and the seat and house that the asker acts for."""

    turn: Turn
    game: Game
    seat: Seat
    house: str


def place_of(session: Session, account: Account, turn_id: str, now: datetime, *, lock: bool = False) -> Place:
    """Return the asker's place at a turn, also as a deputy.

    Raises NotFound `no-such-turn`, Denied `not-your-seat`. With `lock` nobody else changes or adjudicates the turn
    until the commit.
    """
    turn = remembered(
        session,
        ("call named", turn_id, lock),
        lambda: session.scalar(_LOCKED if lock else _WITH_GAME, {"call": turn_id}),
    )
    if turn is None:
        raise NotFound("no-such-turn", "There is no such turn.")
    game = keep(session, turn.game)
    if turn.status in UNFINISHED:
        remembered(session, ("call", game.id, UNFINISHED), lambda: turn)
    seat, house = own_seat(session, game, account, now)
    return Place(turn, game, seat, house)


def turn_of(session: Session, game: Game, *statuses: str, lock: bool = False) -> Turn | None:
    """Return a game's newest turn in one of these states, or None.
    No states: `open`, `paused` or `held`, that is not over. `lock` locks it until the commit."""
    states = statuses or UNFINISHED
    if lock:
        return session.scalar(_LOCKED_NEWEST, {"game": game.id, "statuses": states})
    parameters = {"game": game.id, "statuses": states}
    turn = remembered(session, ("call", game.id, states), lambda: session.scalar(_NEWEST, parameters))
    return remembered(session, ("call named", turn.public_id, False), lambda: turn) if turn is not None else None


def prefetch_turns(session: Session, games: Iterable[Game], turns: Iterable[Turn], *, locked: bool) -> None:
    """Cache these turns as the unfinished ones of these games.
    In a session that caches; a game without one among them has none."""
    by_game = {turn.game_id: turn for turn in turns}
    for game in games:
        keep(session, game)
        turn = by_game.get(game.id)
        prefetch(session, ("call", game.id, UNFINISHED), turn)
        if turn is not None:
            prefetch(session, ("call named", turn.public_id, False), turn)
            if locked:
                prefetch(session, ("call named", turn.public_id, True), turn)


def collecting_turn(session: Session, game: Game, *, lock: bool = False) -> Turn | None:
    """Return a game's turn that collects sheets, also paused; None if none does.
    With `lock` nobody else changes it until the commit."""
    if lock:
        return turn_of(session, game, *COLLECTING, lock=True)
    # A game has one turn that is not over; several parts of a page ask for it.
    turn = turn_of(session, game)
    return turn if turn is not None and turn.status in COLLECTING else None


def takes_sheets(turn: Turn, now: datetime) -> bool:
    """Whether a turn's time is not up yet; while the game is paused it stands still."""
    return turn.status == "paused" or (turn.status == "open" and turn.closes_at > now)


def still_open(turn: Turn, now: datetime) -> None:
    """Raise Denied `turn-closed` once the turn's time is up; a pause stops the time."""
    if not takes_sheets(turn, now):
        raise Denied("turn-closed", "This turn has ended; you can no longer submit orders for it.")


def locked_game(session: Session, game_id: str, *, unless_held: bool = False) -> Game:
    """Lock and return a game and its newest turn, turn first (`correspondence.rows`).
    NotFound `no-such-game`; with `unless_held` also where somebody else has locked either."""
    game = find_game(session, game_id)
    newest = select(Turn.id).filter_by(game_id=game.id).order_by(Turn.number.desc()).limit(1)
    last = session.scalar(newest)
    while last is not None:
        query = locking_query(select(Turn).filter_by(id=last), skip_locked=unless_held)
        if session.scalar(query.execution_options(populate_existing=True)) is None:
            raise NotFound("no-such-game", NO_GAME)
        before, last = last, session.scalar(newest)
        if last == before:
            break
        # Whoever waited for one turn finds that the next has opened.
    if unless_held and session.scalar(locking_query(select(Game.id).filter_by(id=game.id), skip_locked=True)) is None:
        raise NotFound("no-such-game", NO_GAME)
    return find_game(session, game_id, lock=True)


def turn_now(session: Session, game: Game) -> int:
    """The number of the turn that is not over, or of the one that comes next."""
    query = select(Turn).filter_by(game_id=game.id)
    last = session.scalar(query.order_by(Turn.number.desc()).limit(1))
    if last is None:
        return 1
    return last.number if last.status in UNFINISHED else last.number + 1


_FORESEEN = "who is ready"
_READY = (
    select(Readiness.turn_id, Seat.house)
    .join(Seat, Seat.id == Readiness.seat_id)
    .where(Readiness.turn_id.in_(bindparam("turns", expanding=True)))
)


def houses_ready(session: Session, turn_ids: Sequence[int]) -> dict[int, frozenset[str]]:
    """The houses that said they are ready, by turn."""
    if not turn_ids:
        return {}
    houses_by_turn: dict[int, set[str]] = {}
    for turn_id, house in session.execute(_READY, {"turns": turn_ids}):
        houses_by_turn.setdefault(turn_id, set()).add(house or "")
    return {turn_id: frozenset(houses) for turn_id, houses in houses_by_turn.items()}


def ready_for_turn(session: Session, turn: Turn) -> frozenset[str]:
    """Return the houses that said they are ready for a turn, as prefetched if so."""
    cache: dict[int, frozenset[str]] = session.info.get(_FORESEEN, {})
    if turn.id in cache:
        return cache[turn.id]
    find = partial(houses_ready, session, [turn.id])
    return remembered(session, ("ready houses", turn.id), find, may_change=True).get(turn.id, frozenset())


def prefetch_readiness(session: Session, turns: Iterable[Turn]) -> None:
    """Read beforehand who is ready for several turns, and where somebody may wait.
    In a transaction that caches and holds their locks."""
    ids = [turn.id for turn in turns]
    ready_houses = houses_ready(session, ids)
    session.info[_FORESEEN] = {turn: ready_houses.get(turn, frozenset()) for turn in ids}
    waited_for = set(session.scalars(select(WaitRequest.turn_id).where(WaitRequest.turn_id.in_(ids))))
    for turn in ids:
        prefetch(session, ("wait wanted", turn), turn in waited_for)


def mark(session: Session, game: Game, turn: Turn, seat: Seat, ready: bool, now: datetime) -> frozenset[str]:
    """Set or withdraw a seat's readiness; return the houses that are ready.

    The caller holds the turn's lock and has found it open. When all who are asked are ready the turn closes after the
    game's delay; it waits on when one withdraws.
    """
    if not ready:
        seat.unready_at = now
    cache: dict[int, frozenset[str]] = session.info.get(_FORESEEN, {})
    if turn.id in cache:
        cache[turn.id] = _store_readiness(session, turn, seat, ready, now, cache[turn.id])
    elif ready:
        insert_once(session, Readiness, turn_id=turn.id, seat_id=seat.id, at=now)
    else:
        session.execute(delete(Readiness).filter_by(turn_id=turn.id, seat_id=seat.id))
    return recount(session, game, turn, now)


def _store_readiness(
    session: Session, turn: Turn, seat: Seat, ready: bool, now: datetime, ready_houses: frozenset[str]
) -> frozenset[str]:
    """Store or delete a seat's readiness; return the houses that are ready now.
    `ready_houses` are those that were ready before."""
    house = seat.house or ""
    if ready and house not in ready_houses:
        insert_once(session, Readiness, turn_id=turn.id, seat_id=seat.id, at=now)
    elif not ready and house in ready_houses:
        session.execute(delete(Readiness).filter_by(turn_id=turn.id, seat_id=seat.id))
    return ready_houses | {house} if ready else ready_houses - {house}


def recount(session: Session, game: Game, turn: Turn, now: datetime) -> frozenset[str]:
    """Recompute when the turn closes after a change; return the houses that are ready.
    The caller holds the turn's lock."""
    ready_houses = ready_for_turn(session, turn)
    if turn.required_houses:
        if (
            not ready_houses.issuperset(turn.required_houses)
            or not may_close_early(game)
            or wants_to_wait(session, turn)
        ):
            turn.closing_at = None
        elif turn.closing_at is None:
            turn.closing_at = now + timedelta(seconds=game.hold_seconds)
    turn.closes_at = min(turn.due_at, turn.closing_at or turn.due_at)
    return ready_houses


def may_close_early(game: Game) -> bool:
    """Whether turns close when all are ready; never in a game with a fixed hour."""
    return game.early_close and not game.clock


def wants_to_wait(session: Session, turn: Turn, seat: Seat | None = None) -> bool:
    """Whether a seat, or (None) anybody, wants the turn to wait for its deadline."""

    def find() -> bool:
        query = select(WaitRequest.id).filter_by(turn_id=turn.id)
        if seat is not None:
            query = query.filter_by(seat_id=seat.id)
        return session.scalar(query.limit(1)) is not None

    return find() if seat is not None else remembered(session, ("wait wanted", turn.id), find)


# What a reader is told of a turn while sheets for it can be handed in.
TAKES_SHEETS = ("open", "closing", "paused")


def stage(turn: Turn, now: datetime) -> str:
    """Return the turn's stage for readers: `open`, `closing`, `adjudicating`.
    `closing`: all are ready; `adjudicating`: its time is up; the turn's status once it is not open."""
    if turn.status != "open":
        return turn.status
    if turn.closes_at <= now:
        return "adjudicating"
    return "open" if turn.closing_at is None else "closing"


def set_ready(session: Session, account: Account, turn_id: str, ready: bool, now: datetime) -> None:
    """Say that one's seat is ready, or withdraw it; saying it again changes nothing.

    Raises NotFound `no-such-turn`, Denied (`not-your-seat`, `turn-closed`).
    """
    place = place_of(session, account, turn_id, now, lock=True)
    still_open(place.turn, now)
    mark(session, place.game, place.turn, place.seat, ready, now)


def decline_bot(session: Session, account: Account, turn_id: str, now: datetime) -> None:
    """Leave gaps in one's sheets to the defaults, not to the bot, after taking a seat.

    Cannot be undone; a sheet may still leave any choice to the bot. Raises NotFound `no-such-turn`, Denied
    (`not-your-seat`, `turn-closed`).
    """
    place = place_of(session, account, turn_id, now, lock=True)
    still_open(place.turn, now)
    place.seat.bot_until = 0


def calendar_turn(game: Game, turn: Turn) -> OpenTurn:
    """Return the turn and deadline for a calendar entry, without its questions."""
    hold = round(game.hold_seconds / 60)
    early = may_close_early(game)
    return from_rows(OpenTurn, turn, id=turn.public_id, hold_minutes=hold, early=early, asked=None)


def visible_view(game: Game, outcome: Outcome[Position], house: str | None) -> View:
    """Return what a seat (None: spectators) may know now.

    `waiting` is all that the open turn asks of it. While a turn for a whole phase waits for others first, it includes
    what the seat will be asked after them, without an id.
    """
    view = games.of(outcome.showing).view(outcome.showing, house, outcome.waiting)
    if house is not None and outcome.waiting and not stops_for_its_own_sake(game, outcome):
        view.waiting += games.of(outcome.showing).foreseen(outcome.showing, house)
    return view


def next_window(game: Game, outcome: Outcome[Position]) -> str:
    """The window of the decisions that wait."""
    return games.of(outcome.showing).window(outcome.showing, outcome.waiting[0], game.stops)


def stops_for_its_own_sake(game: Game, outcome: Outcome[Position]) -> bool:
    """Whether the game waits for one kind of decision, not for a whole phase."""
    return next_window(game, outcome) != games.of(outcome.showing).phase_window(outcome.showing, game.stops)
