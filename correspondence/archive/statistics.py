"""Statistics of games and players, events, round comparison, maps in emails."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec
import structlog
from sqlalchemy import ColumnElement, and_, case, exists, func, or_, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from adjudicator import documents, games
from adjudicator.engine import Board, Decided, GameCounter, Position, Record, Standing, View
from atlas import Arrow
from correspondence.addresses import seat_and_turn
from correspondence.archive.records import (
    Sight,
    closed_turn,
    current,
    first_position,
    last_turn,
    round_records,
    sight_of,
    turn_results,
    view_of_round,
    visible_rounds,
)
from correspondence.input_validation import NotFound
from correspondence.mail.pictures import arrows_of
from correspondence.models import (
    Account,
    Conversation,
    Game,
    HouseResult,
    Message,
    RoundRecords,
    Seat,
    StoredStatistics,
    Turn,
)
from correspondence.rows import count_of, insert_once
from correspondence.store import settings_of

log = structlog.get_logger(__name__)

_encoder = msgspec.json.Encoder()


def statistics_of(session: Session, game: Game) -> Any:
    """Return the statistics of a finished game, stored or computed now."""
    stored_row, family = session.get(StoredStatistics, game.id), games.of_edition(game.edition)
    if stored_row is None or stored_row.version != family.statistics_version:
        return compute_statistics(session, game)
    return documents.decoder(family.types.statistics).decode(stored_row.document)


def compute_statistics(session: Session, game: Game) -> Any:
    """Compute a game's statistics from its rounds, read one at a time.
    Raises ValueError if it has no rounds."""
    sight = Sight(game, None, True, None)
    rounds = visible_rounds(session, sight)
    counter: GameCounter | None = None
    family = games.of_edition(game.edition)
    for number in rounds:
        board = view_of_round(session, sight, number).board
        counter = counter or family.counter(game.rules, board.houses)
        counter.round(round_records(session, sight, number), board)
    if counter is None:
        raise ValueError(f"game {game.public_id} has no rounds")
    for house, messages in _public_messages(session, game):
        counter.letters(house, messages)
    return counter.statistics(count_of(session, Turn, game_id=game.id, status="closed"))


def _public_messages(session: Session, game: Game) -> Sequence[tuple[str, int]]:
    """How many messages each house wrote to all, as far as they reached anybody.

    Who wrote what without a name is not counted, nor what a game master wrote.
    """
    query = (
        select(Message.house, func.count())
        .join(Conversation)
        .where(Message.game_id == game.id, Conversation.kind == "public", Message.removed_at.is_(None))
        .where(Message.released_at.is_not(None), Message.house != "")
    )
    return [(house, count) for house, count in session.execute(query.group_by(Message.house))]


def keep_missing(session: Session, now: datetime, most: int = 5) -> int:
    """Store missing statistics of up to `most` finished games; return how many.
    A game whose statistics fail is marked and logged; it holds up no other."""
    query = (
        select(Game)
        .outerjoin(StoredStatistics)
        .where(Game.status == "finished", Game.settled == "", Game.started_at.is_not(None))
        .where(or_(StoredStatistics.game_id.is_(None), *outdated_statistics()))
    )
    games = session.scalars(query.order_by(Game.id).limit(most)).all()
    counts = 0
    for game in games:
        try:
            with session.begin_nested():
                keep_statistics(session, game, now)
        except DBAPIError:
            raise
        except Exception:
            log.exception("the statistics of a game cannot be counted", game=game.public_id)
            game.settled = "failed"
        else:
            counts += 1
    return counts


def outdated_statistics() -> list[ColumnElement[bool]]:
    """Return conditions for stored statistics of an older version, one per family."""
    return [
        and_(Game.edition.in_(family.editions), StoredStatistics.version != family.statistics_version)
        for family in games.GAMES.values()
    ]


def keep_statistics(session: Session, game: Game, now: datetime, statistics: Any = None) -> None:
    """Compute and store a finished game's statistics and places, overwriting.

    `statistics`: those of this game, if already computed.
    """
    statistics = statistics or compute_statistics(session, game)
    board = current(session, game).showing.board
    winners = board.ending.winners if board.ending else ()
    family = games.of_edition(game.edition)
    version = family.statistics_version
    insert_once(session, StoredStatistics, game_id=game.id, version=version, counted_at=now, document=b"")
    stored_row = session.get_one(StoredStatistics, game.id)
    stored_row.version, stored_row.counted_at, stored_row.document = version, now, _encoder.encode(statistics)
    for place, row in enumerate(games.of(board).standings(board, game.rules), start=1):
        insert_once(session, HouseResult, game_id=game.id, house=row.house, place=place)
        result = session.scalars(select(HouseResult).filter_by(game_id=game.id, house=row.house)).one()
        result.place, result.won = place, row.house in winners
        for name, count in family.results(statistics, row.house).items():
            setattr(result, name, count)
    session.flush()


@dataclass(frozen=True)
class HouseRecord:
    """How often somebody played a house to the end, and won."""

    edition: str
    house: str
    games: int
    won: int


@dataclass(frozen=True)
class PlayerStatistics:
    """A player's statistics over finished games; `places` is the mean place or None."""

    games: int
    won: int
    shared: int
    places: float | None
    castles: int
    castles_taken: int
    battles_won: int
    battles_lost: int
    throne_rounds: int
    houses: tuple[HouseRecord, ...]


# What is added up over the games of a player, under the names of PlayerStatistics.
_WON = case((HouseResult.won, 1), else_=0)
_SUMMED = {
    "won": _WON,
    "castles": HouseResult.castles,
    "castles_taken": HouseResult.castles_taken,
    "battles_won": HouseResult.battles_won,
    "battles_lost": HouseResult.battles_lost,
    "throne_rounds": HouseResult.throne_rounds,
}


def player_statistics(session: Session, person_id: str) -> PlayerStatistics:
    """Return a player's statistics over finished games; imported games name nobody."""
    account = select(Account.id).filter_by(public_id=person_id).scalar_subquery()
    mine = (Seat.account_id == account) & (Seat.game_id == HouseResult.game_id) & (Seat.house == HouseResult.house)
    sums = [func.coalesce(func.sum(column), 0).label(name) for name, column in _SUMMED.items()]
    query = select(func.count().label("games"), func.avg(HouseResult.place).label("places"), *sums)
    totals = session.execute(query.select_from(HouseResult).join(Seat, mine)).one()
    other = aliased(HouseResult)
    beside = exists().where(other.game_id == HouseResult.game_id, other.house != HouseResult.house, other.won)
    shared = select(func.count()).select_from(HouseResult).join(Seat, mine).where(HouseResult.won, beside)
    by_house = (
        select(Game.edition, HouseResult.house, func.count(), func.sum(_WON))
        .select_from(HouseResult)
        .join(Seat, mine)
        .join(Game, Game.id == HouseResult.game_id)
        .group_by(Game.edition, HouseResult.house)
        .order_by(func.count().desc(), HouseResult.house)
    )
    return PlayerStatistics(
        games=totals.games,
        places=None if totals.places is None else float(totals.places),
        shared=session.scalar(shared) or 0,
        houses=tuple(HouseRecord(*row) for row in session.execute(by_house)),
        **{name: int(getattr(totals, name)) for name in _SUMMED},
    )


# So many of the last arrows lie on a map that is played; more would hide it.
ARROWS = 6
# No round of a game as people play it has more; pages end where a step ends, if one does soon.
EVENTS, MAX_EVENTS = 600, 800


@dataclass(frozen=True)
class Moment:
    """An event (None: none yet), the board then and the last arrows.
    The board is changed in place for the next moment."""

    record: Record | None
    view: View
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True)
class GameReplay:
    """Events to show in order, and the position they change; `over`: all is open now."""

    edition: str
    seat: str | None
    over: bool
    begin: bytes
    records: tuple[Record, ...]

    @cached_property
    def digest(self) -> str:
        """SHA-256, in hex, over what the reader is shown.

        It stands in addresses and ETags: over what is hidden, everybody could try which order of a deck gives it.
        """
        shown = [self._view(documents.decode(self.begin)), *filter(None, map(self._visible_event, self.records))]
        return hashlib.sha256(msgspec.json.encode(shown)).hexdigest()

    def moments(self) -> Iterator[Moment]:
        """Yield the initial board, then each event visible to the reader, except choices."""
        position, arrows = documents.decode(self.begin), tuple[Arrow, ...]()
        yield Moment(None, self._view(position))
        for record in self.records:
            games.of(position).fold(position, [record])
            seen = self._visible_event(record)
            if seen is not None:
                arrows = latest(arrows, seen, self.edition)
                yield Moment(seen, self._view(position), arrows)

    def at(self, number: int) -> Moment:
        """Return the board after the event of this number, or the last one before it."""
        until = tuple(record for record in self.records if record.number <= number)
        *_, last = replace(self, records=until).moments()
        return last

    def _visible_event(self, record: Record) -> Record | None:
        """The event as the reader may see it; None for what is hidden, and for choices."""
        return None if isinstance(record.event, Decided) else games.record_for_seat(record, self.seat, over=self.over)

    def _view(self, position: Position) -> View:
        return games.of(position).view(position, self.seat)


def latest(arrows: tuple[Arrow, ...], record: Record, edition: str) -> tuple[Arrow, ...]:
    """The last arrows, with those of one event more."""
    fresh = arrows_of((record,), edition)
    return (*(arrow for arrow in arrows if arrow not in fresh), *fresh)[-ARROWS:]


def round_replay(session: Session, game_id: str, number: int, account: Account | None, now: datetime) -> GameReplay:
    """Return a round's open events; `no-such-game`, `no-such-round`, `no-spectators`."""
    sight = sight_of(session, game_id, account, now)
    replay = _replay(session, sight, RoundRecords.round, number)
    if not replay.records or number < 1:
        raise NotFound("no-such-round", "There is no such round in this game.")
    return replay


def turn_replay(session: Session, game_id: str, number: int, account: Account | None, now: datetime) -> GameReplay:
    """Return a closed turn's events; `no-such-game`, `no-such-turn`, `no-spectators`."""
    sight = sight_of(session, game_id, account, now)
    closed_turn(session, sight, number)
    return _replay(session, sight, RoundRecords.part, number)


def _replay(session: Session, sight: Sight, column: InstrumentedAttribute[int], number: int) -> GameReplay:
    """Return the events of which `column` (the round or the turn) is `number`.
    The position they change is that after all events before."""
    game = sight.game
    query = select(column, RoundRecords.document).where(RoundRecords.game_id == game.id, column <= number)
    if sight.last is not None:
        query = query.where(RoundRecords.part <= sight.last)
    before, here = list[Record](), list[Record]()
    for where, document in session.execute(query.order_by(RoundRecords.first)):
        (here if where == number else before).extend(documents.decode_records(game.edition, document))
    first = first_position(game)
    begin = games.of(first).fold(first, before)
    return GameReplay(game.edition, sight.house, sight.over, documents.encode(begin), tuple(here))


@dataclass(frozen=True)
class EventPage:
    """A page of readable events, the `first` to the `last` (from 1) of `count`.

    `before` is the event after which the previous page begins, None on the first page; `next` the one after which the
    next page begins, 0 on the last.
    """

    records: tuple[Record, ...]
    first: int
    last: int
    count: int
    before: int | None
    next: int


def page_after(records: Sequence[Record], after: int) -> EventPage:
    """Return the page of events after event number `after`; 0: from the first."""
    start = next((place for place, record in enumerate(records) if record.number > after), len(records))
    end, before, begin = _end(records, start), None, 0
    while begin < start:
        # Pages are cut from the first on, so that going back shows what going on showed.
        before, begin = (records[begin - 1].number if begin else 0), _end(records, begin)
    return EventPage(
        records=tuple(records[start:end]),
        first=start + 1 if end > start else start,
        last=end,
        count=len(records),
        before=before,
        next=records[end - 1].number if end < len(records) else 0,
    )


def _end(records: Sequence[Record], start: int) -> int:
    """Return the end of the page from `start`: at a step, if the next one begins soon."""
    for place in range(start + EVENTS, min(start + MAX_EVENTS, len(records))):
        if records[place].step != records[place - 1].step:
            return place
    return min(start + MAX_EVENTS, len(records)) if len(records) - start > EVENTS else len(records)


@dataclass(frozen=True)
class RoundStandings:
    """The board at a round's end as a reader may know it, and everybody's standing."""

    round: int
    board: Board
    standings: tuple[Standing, ...]


@dataclass(frozen=True)
class Course:
    """A game round by round; the last one as it stands now."""

    game_id: str
    title: str
    edition: str
    seat: str | None
    rounds: tuple[RoundStandings, ...]


def course_of(session: Session, game_id: str, account: Account | None, now: datetime) -> Course:
    """Return the board and standings of each round that a reader may know.
    Raises NotFound `no-such-game`, `no-such-round` (before the first), Denied `no-spectators`."""
    sight = sight_of(session, game_id, account, now)
    numbers, game = visible_rounds(session, sight), sight.game
    if not numbers:
        raise NotFound("no-such-round", "There is no such round in this game.")
    rounds = []
    for number in numbers:
        board = view_of_round(session, sight, number).board
        rounds.append(RoundStandings(number, board, tuple(games.of(board).standings(board, game.rules))))
    return Course(game.public_id, game.title, game.edition, sight.house, tuple(rounds))


@dataclass(frozen=True)
class TwoRounds:
    """Two rounds' final boards and all public differences; `first` may be the later."""

    game_id: str
    title: str
    edition: str
    seat: str | None
    rounds: tuple[int, ...]
    first: int
    second: int
    before: View
    after: View
    standings_before: tuple[Standing, ...]
    standings_after: tuple[Standing, ...]
    differences: tuple[Any, ...]


def compare_rounds(
    session: Session, game_id: str, first: int | None, second: int | None, account: Account | None, now: datetime
) -> TwoRounds:
    """Compare two rounds as the reader may know them.
    Without `second` it is the last round; without `first`, the round before `second`.
    Raises NotFound `no-such-game`, `no-such-round`, Denied `no-spectators`."""
    sight = sight_of(session, game_id, account, now)
    rounds = visible_rounds(session, sight)
    if not rounds:
        raise NotFound("no-such-round", "There is no such round in this game.")
    later = rounds[-1] if second is None else second
    earlier = max(rounds[0], later - 1) if first is None else first
    before, after = view_of_round(session, sight, earlier), view_of_round(session, sight, later)
    edition = sight.game.rules
    return TwoRounds(
        game_id=sight.game.public_id,
        title=sight.game.title,
        edition=sight.game.edition,
        seat=sight.house,
        rounds=rounds,
        first=earlier,
        second=later,
        before=before,
        after=after,
        standings_before=games.of(before.board).standings(before.board, edition),
        standings_after=games.of(after.board).standings(after.board, edition),
        differences=games.of(before.board).difference(before.board, after.board, edition),
    )


def linked_map(session: Session, token: str, now: datetime) -> tuple[View, tuple[Arrow, ...], str]:
    """Return an address's map view, arrows for what moved, and its reader's language.

    NotFound (`no-such-map`) for an address that was not made here or has expired.
    """
    seat_turn = seat_and_turn(session, settings_of(session), token)
    if seat_turn is None or seat_turn[0].account is None:
        raise NotFound("no-such-map", "There is no such map; perhaps its address was renewed.")
    seat, number = seat_turn
    account, game = seat_turn[0].account, seat.game
    if number:
        turn_change = turn_results(session, game.public_id, number, account, now)
        return turn_change.after, arrows_of(turn_change.records, turn_change.edition), account.language
    if last_turn(session, game):
        return turn_results(session, game.public_id, 1, account, now).before, (), account.language
    showing = current(session, game).showing
    return games.of(showing).view(showing, None), (), account.language
