"""The rounds of a game and their moments: every event a reader may know of, and where everybody stood."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.journal import Decided, Record
from adjudicator.engine.values import Board, Position, Standing, View
from atlas import Arrow
from correspondence.archive.queries import (
    call_results,
    current,
    first_position,
    last_call,
    rounds_seen,
    sight_of,
    view_in,
)
from correspondence.errors import NotFound
from correspondence.letter_addresses import seat_and_call
from correspondence.letters.pictures import arrows_of
from correspondence.models.accounts import Account
from correspondence.models.archive import RoundRecords
from correspondence.store import settings_of
from narration.words import N_

# So many of the last arrows lie on a map that is played; more would hide it.
ARROWS = 6
# No round of a game as people play it has more; pages end where a step ends, if one does soon.
EVENTS, MOST_EVENTS = 600, 800


@dataclass(frozen=True)
class Moment:
    """What happened (None: nothing yet), the board then, which is changed in place for the next moment, and the last
    arrows by then."""

    record: Record | None
    view: View
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True)
class Told:
    """Events to be shown one after the other, upon the position that they change; `over`: all is open now."""

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
        shown = [self._view(documents.decode(self.begin)), *filter(None, map(self._seen, self.records))]
        return hashlib.sha256(msgspec.json.encode(shown)).hexdigest()

    def moments(self) -> Iterator[Moment]:
        """The board before it all, then after each event that the reader may know of and that is no choice."""
        position, arrows = documents.decode(self.begin), tuple[Arrow, ...]()
        yield Moment(None, self._view(position))
        for record in self.records:
            games.of(position).fold(position, [record])
            seen = self._seen(record)
            if seen is not None:
                arrows = latest(arrows, seen, self.edition)
                yield Moment(seen, self._view(position), arrows)

    def at(self, number: int) -> Moment:
        """The board after the event of this number, or the last one before it."""
        until = tuple(record for record in self.records if record.number <= number)
        *_, last = replace(self, records=until).moments()
        return last

    def _seen(self, record: Record) -> Record | None:
        """The event as the reader may see it; None for what is hidden, and for choices."""
        return None if isinstance(record.event, Decided) else games.seen(record, self.seat, over=self.over)

    def _view(self, position: Position) -> View:
        return games.of(position).view(position, self.seat)


def latest(arrows: tuple[Arrow, ...], record: Record, edition: str) -> tuple[Arrow, ...]:
    """The last arrows, with those of one event more."""
    fresh = arrows_of((record,), edition)
    return (*(arrow for arrow in arrows if arrow not in fresh), *fresh)[-ARROWS:]


def told_in_round(session: Session, game_id: str, number: int, account: Account | None, now: datetime) -> Told:
    """What a reader may see happen in a round; NotFound `no-such-game`, `no-such-round`, Denied `no-spectators`."""
    sight = sight_of(session, game_id, account, now)
    game = sight.game
    query = select(RoundRecords.round, RoundRecords.document).where(
        RoundRecords.game_id == game.id, RoundRecords.round <= number
    )
    if sight.last is not None:
        query = query.where(RoundRecords.part <= sight.last)
    parts = session.execute(query.order_by(RoundRecords.first)).all()
    here = [
        record for round_, part in parts if round_ == number for record in documents.decode_records(game.edition, part)
    ]
    if not here or number < 1:
        raise NotFound("no-such-round", N_("There is no such round in this game."))
    before = (
        record for round_, part in parts if round_ < number for record in documents.decode_records(game.edition, part)
    )
    begin = first_position(game)
    begin = games.of(begin).fold(begin, before)
    return Told(game.edition, sight.house, sight.over, documents.encode(begin), tuple(here))


@dataclass(frozen=True)
class EventPage:
    """Some of the events that somebody may read: the `first` to the `last` (they count from 1) of `count`.

    `before` is the event after which the page before begins, None if this is the first; `next` the one after which the
    next begins, 0 if this is the last.
    """

    records: tuple[Record, ...]
    first: int
    last: int
    count: int
    before: int | None
    next: int


def page_after(records: Sequence[Record], after: int) -> EventPage:
    """The page of these events that begins after the event with the number `after`; 0: from the first on."""
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
    """Where the page that begins at `start` ends: with a step, if the next one begins soon."""
    for place in range(start + EVENTS, min(start + MOST_EVENTS, len(records))):
        if records[place].step != records[place - 1].step:
            return place
    return min(start + MOST_EVENTS, len(records)) if len(records) - start > EVENTS else len(records)


@dataclass(frozen=True)
class RoundStandings:
    """The board at the end of a round, as a reader may know it, and where everybody stood."""

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
    """The rounds of a game that a reader may know. Raises NotFound `no-such-game`, `no-such-round` before the first,
    Denied `no-spectators`."""
    sight = sight_of(session, game_id, account, now)
    numbers, game = rounds_seen(session, sight), sight.game
    if not numbers:
        raise NotFound("no-such-round", N_("There is no such round in this game."))
    found = []
    for number in numbers:
        board = view_in(session, sight, number).board
        found.append(RoundStandings(number, board, tuple(games.of(board).standings(board, game.rules))))
    return Course(game.public_id, game.title, game.edition, sight.house, tuple(found))


@dataclass(frozen=True)
class TwoRounds:
    """The boards at the end of two rounds, and everything public that differs. `first` may be the later one."""

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
    """Compare two rounds as the reader may know them; without numbers the last two.

    Raises NotFound `no-such-game`, `no-such-round`, Denied `no-spectators`.
    """
    sight = sight_of(session, game_id, account, now)
    rounds = rounds_seen(session, sight)
    if not rounds:
        raise NotFound("no-such-round", N_("There is no such round in this game."))
    later = rounds[-1] if second is None else second
    earlier = max(rounds[0], later - 1) if first is None else first
    before, after = view_in(session, sight, earlier), view_in(session, sight, later)
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
    """What the map of an address shows, with arrows for what moved, and the language of its reader.

    NotFound (`no-such-map`) for an address that was not made here, or that is not good any more.
    """
    found = seat_and_call(session, settings_of(session), token)
    if found is None or found[0].account is None:
        raise NotFound("no-such-map", N_("There is no such map; perhaps its address was renewed."))
    seat, number = found
    account, game = found[0].account, seat.game
    if number:
        told = call_results(session, game.public_id, number, account, now)
        return told.after, arrows_of(told.records, told.edition), account.language
    if last_call(session, game):
        return call_results(session, game.public_id, 1, account, now).before, (), account.language
    showing = current(session, game).showing
    return games.of(showing).view(showing, None), (), account.language
