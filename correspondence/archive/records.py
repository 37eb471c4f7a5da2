"""Game history: stored positions, records and boards, and reading them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

import msgspec
from sqlalchemy import Select, bindparam, case, delete, func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine import Board, Outcome, Position, Record, StoredBoard, View
from adjudicator.engine.values import Entry
from correspondence.games.access import NOTHING, find_game, last_shown, who_is
from correspondence.input_validation import Denied, NotFound
from correspondence.models import (
    Account,
    Adjudication,
    CurrentPosition,
    Game,
    JournalPart,
    PreparedAnswers,
    RoundBoard,
    RoundRecords,
    Turn,
    TurnBoard,
)
from correspondence.read_cache import cached_fact, is_known_absent, remembered
from correspondence.rows import from_rows
from correspondence.turns import visible_view


def stored_position(session: Session, game: Game) -> bytes:
    """The position as it is stored; NoResultFound if the game has none."""
    return session.get_one(CurrentPosition, game.id).document


def first_position(game: Game) -> Position:
    """The set-up of the edition, or the position that the game began from."""
    if begins := game.begins_from:
        rules = games.of_edition(game.edition)
        return rules.start_from(rules.read_scenario(begins), game.seed, game.revision)
    return games.start(game.edition, game.players, game.seed, game.parts, game.playing, game.revision)


def current(session: Session, game: Game) -> Outcome[Position]:
    """The game as it stands now: `.showing` and `.waiting`. About a millisecond."""
    position = documents.decode(stored_position(session, game))
    return games.of(position).resume(position)


def journal_of(session: Session, turn: Turn) -> list[Entry]:
    """Return a turn's stored answers and overrides, in order."""
    query = select(JournalPart.document).filter_by(game_id=turn.game_id, turn_number=turn.number)
    parts = session.scalars(query.order_by(JournalPart.first))
    return [entry for part in parts for entry in documents.decode_entries(turn.game.edition, part)]


def board_view(game: Game, document: bytes, house: str | None) -> View:
    """Return a stored board as a view without questions or deck contents."""
    board = documents.read_board(game.edition, document)
    stored_board = StoredBoard(game.edition, game.players, game.commitment, game.revision, board)
    return games.of(stored_board.board).view_of_board(stored_board, house)


_ROUNDS = (
    select(RoundRecords.round)
    .where(RoundRecords.game_id == bindparam("game"), RoundRecords.round > 0)
    .distinct()
    .order_by(RoundRecords.round)
)
_ROUNDS_UNTIL = _ROUNDS.where(RoundRecords.part <= bindparam("last"))


@dataclass(frozen=True)
class Sight:
    """A reader's sight of a game: `house` is theirs, `over`: everything is open.
    `last`: number of the last turn whose results they may know (None: all)."""

    game: Game
    house: str | None
    over: bool
    last: int | None

    def reaches(self, turn_number: int) -> bool:
        """Whether the reader may know what a turn brought."""
        return self.last is None or turn_number <= self.last


def sight_of(session: Session, game_id: str, account: Account | None, now: datetime) -> Sight:
    """Return what a reader may see of a game.
    Raises NotFound `no-such-game`, Denied `no-spectators`."""
    game = find_game(session, game_id)
    who = who_is(session, game, account, now)
    last = last_shown(session, game, who)
    if last == NOTHING and game.started_at is not None:
        raise Denied("no-spectators", "Only players of this game may see it before it ends.")
    return Sight(game, who.house, game.status == "finished", last)


def logged_rounds(session: Session, game: Game) -> tuple[int, ...]:
    """The rounds that have a log."""
    return tuple(session.scalars(_ROUNDS, {"game": game.id}))


def visible_rounds(session: Session, sight: Sight) -> tuple[int, ...]:
    """The rounds that have a log, in part or in whole, for the reader."""
    if sight.last is None:
        return logged_rounds(session, sight.game)
    return tuple(session.scalars(_ROUNDS_UNTIL, {"game": sight.game.id, "last": sight.last}))


def last_visible_board(session: Session, sight: Sight) -> bytes | None:
    """Return the board after the last turn that a restricted reader knows of.

    It is the board as the next turn found it; rolled-back turns are skipped if possible.
    """
    if sight.last is None:
        return None
    query = select(Turn.status, TurnBoard.document).join(TurnBoard)
    later = query.where(Turn.game_id == sight.game.id, Turn.number > sight.last)
    first, standing = None, None
    for status, document in session.execute(later.order_by(Turn.number).limit(50)):
        first = first or document
        if status != "void":
            standing = document
            break
    return standing or first


@dataclass(frozen=True)
class TurnMark:
    """A turn that is over, in a list."""

    number: int
    window: str
    round: int
    closed_at: datetime


@dataclass(frozen=True)
class RoundLog:
    """A round's log as the reader may know it; `seat`: their house, `over`: all open."""

    game_id: str
    title: str
    edition: str
    round: int
    rounds: tuple[int, ...]
    seat: str | None
    over: bool
    records: tuple[Record, ...]
    turns: tuple[TurnMark, ...]


@dataclass(frozen=True)
class TurnChange:
    """What a turn brought: the events, the board when it opened and after it."""

    records: tuple[Record, ...]
    before: View
    after: View


@dataclass(frozen=True)
class TurnResults(TurnChange):
    """A turn's results, the reader's sheet version (0: none), and the turn itself.

    `earlier` and `later` are the numbers of the turns beside it, 0 for none.
    """

    game_id: str
    title: str
    edition: str
    number: int
    earlier: int
    later: int
    last_number: int
    window: str
    round: int
    closed_at: datetime
    seat: str | None
    over: bool
    sheet_number: int


def redacted(records: Iterable[Record], house: str | None, over: bool) -> tuple[Record, ...]:
    """Return the records as a seat (None: everybody) may see them.
    Hidden ones are left out; `over`: the game is over."""
    seen = (games.record_for_seat(record, house, over=over) for record in records)
    return tuple(record for record in seen if record is not None)


def _records(session: Session, sight: Sight, *, round_: int | None = None, part: int | None = None) -> list[Record]:
    """Return the game's records within a sight, of one round or part if given.
    What they hide from the reader is still in them."""
    query = select(RoundRecords.document).filter_by(game_id=sight.game.id)
    if round_ is not None:
        query = query.filter_by(round=round_)
    if part is not None:
        query = query.filter_by(part=part)
    if sight.last is not None:
        query = query.where(RoundRecords.part <= sight.last)
    stored = session.scalars(query.order_by(RoundRecords.first))
    return [record for document in stored for record in documents.decode_records(sight.game.edition, document)]


def round_log(session: Session, game_id: str, number: int, account: Account | None, now: datetime) -> RoundLog:
    """Return a round's log; `no-such-game`, `no-such-round`, Denied `no-spectators`."""
    sight = sight_of(session, game_id, account, now)
    game = sight.game
    records = _records(session, sight, round_=number)
    if not records:
        raise NotFound("no-such-round", "There is no such round in this game.")
    return from_rows(
        RoundLog,
        sight,
        game,
        game_id=game.public_id,
        round=number,
        rounds=visible_rounds(session, sight),
        seat=sight.house,
        records=redacted(records, sight.house, sight.over),
        turns=turns_of_round(session, sight, number),
    )


def round_records(session: Session, sight: Sight, number: int) -> tuple[Record, ...]:
    """What a reader may know of a round, perhaps nothing."""
    return redacted(_records(session, sight, round_=number), sight.house, sight.over)


def turns_of_round(session: Session, sight: Sight, number: int) -> tuple[TurnMark, ...]:
    """The turns of a round that the reader may read about, in order."""
    query = select(Turn).filter_by(game_id=sight.game.id, round=number, status="closed")
    turns = session.scalars(query.order_by(Turn.number))
    return tuple(
        from_rows(TurnMark, turn) for turn in turns if turn.closed_at is not None and sight.reaches(turn.number)
    )


def round_view(session: Session, game_id: str, number: int, account: Account | None, now: datetime) -> View:
    """Return the board at a round's end, or currently in the reader's last round.

    Raises NotFound `no-such-game`, `no-such-round`, Denied `no-spectators`.
    """
    return view_of_round(session, sight_of(session, game_id, account, now), number)


def view_of_round(session: Session, sight: Sight, number: int) -> View:
    """Return the board at a round's end, for a reader whose sight is known.
    The last visible round is shown as it stands now. Raises NotFound `no-such-round`."""
    game, rounds = sight.game, visible_rounds(session, sight)
    missing = NotFound("no-such-round", "There is no such round in this game.")
    if game.started_at is None or number not in rounds:
        raise missing
    if number == rounds[-1]:
        return _latest_view(session, sight, missing)
    query = select(RoundBoard.document).filter_by(game_id=game.id, round=number)
    document = session.scalar(query)
    if document is None:
        raise missing
    return board_view(game, document, sight.house)


def _latest_view(session: Session, sight: Sight, missing: NotFound) -> View:
    """Return the latest board within a sight; raise `missing` if there is none."""
    if sight.last is None:
        return visible_view(sight.game, current(session, sight.game), sight.house)
    document = last_visible_board(session, sight)
    if document is None:
        raise missing
    return board_view(sight.game, document, None)


def turn_results(session: Session, game_id: str, number: int, account: Account | None, now: datetime) -> TurnResults:
    """Return a closed turn's results; `no-such-game`, `no-such-turn`, `no-spectators`."""
    sight = sight_of(session, game_id, account, now)
    game, (turn, closed_at) = sight.game, closed_turn(session, sight, number)
    earlier, later, last = _neighbours(session, sight, number)
    return from_rows(
        TurnResults,
        _change(session, sight, turn),
        turn,
        sight,
        game,
        game_id=game.public_id,
        earlier=earlier,
        later=later,
        last_number=last or number,
        closed_at=closed_at,
        seat=sight.house,
        sheet_number=_version_used(session, turn, sight.house),
    )


def turn_change(session: Session, game_id: str, number: int, account: Account | None, now: datetime) -> TurnChange:
    """Return what a closed turn changed on the board, as a reader may know it.
    Raises NotFound `no-such-game`, `no-such-turn`, Denied `no-spectators`."""
    sight = sight_of(session, game_id, account, now)
    return _change(session, sight, closed_turn(session, sight, number)[0])


def last_turn(session: Session, game: Game) -> int:
    """The number of the last turn that was adjudicated, 0 for none."""
    query = _select_closed_turns(game).order_by(Turn.number.desc()).limit(1)
    turn = remembered(session, ("last turn", game.id), lambda: session.scalar(query), may_change=True)
    if turn is None:
        return 0
    remembered(session, ("closed call", game.id, turn.number), lambda: turn)
    return turn.number


def _select_closed_turns(game: Game) -> Select[Turn]:
    """Return a query for the game's turns that were adjudicated."""
    return select(Turn).filter_by(game_id=game.id, status="closed")


def closed_turn(session: Session, sight: Sight, number: int) -> tuple[Turn, datetime]:
    """A turn that is over, and when it was."""
    query = _select_closed_turns(sight.game).where(Turn.number == number)
    turn = remembered(session, ("closed call", sight.game.id, number), lambda: session.scalar(query))
    if turn is None or turn.closed_at is None or not sight.reaches(number):
        raise NotFound("no-such-turn", "There is no such turn.")
    return turn, turn.closed_at


def _change(session: Session, sight: Sight, turn: Turn) -> TurnChange:
    """Return a turn's change: its board is the next turn's, or the current one."""
    both = select(Turn.number, TurnBoard.document).join(TurnBoard)
    numbers = (turn.number, turn.number + 1)
    query = both.where(Turn.game_id == sight.game.id, Turn.number.in_(numbers))
    views_by_number = {number: board_view(sight.game, board, sight.house) for number, board in session.execute(query)}
    after = views_by_number.get(turn.number + 1)
    if after is None:
        showing = current(session, sight.game).showing
        after = games.of(showing).view(showing, sight.house)
    records = redacted(_records(session, sight, part=turn.number), sight.house, sight.over)
    return TurnChange(records, views_by_number[turn.number], after)


def _neighbours(session: Session, sight: Sight, number: int) -> tuple[int, int, int]:
    """Return the turns before and after one, and the last one the reader may read.
    Rolled-back turns are left out; 0 for none that they know of."""
    query = select(
        func.max(case((Turn.number < number, Turn.number))),
        func.min(case((Turn.number > number, Turn.number))),
        func.max(Turn.number),
    ).filter_by(game_id=sight.game.id, status="closed")
    if sight.last is not None:
        query = query.where(Turn.number <= sight.last)
    earlier, later, last = session.execute(query).one()
    return earlier or 0, later or 0, last or 0


def _version_used(session: Session, turn: Turn, house: str | None) -> int:
    used = session.scalar(select(Adjudication.sheets).filter_by(turn_id=turn.id)) or ""
    return parse_versions(used).get(house or "", 0)


def versions_text(versions: Mapping[str, int]) -> str:
    """Sheet versions by house as they are kept: `stark:2,tyrell:1`."""
    return ",".join(f"{house}:{number}" for house, number in versions.items())


def parse_versions(text: str) -> dict[str, int]:
    """The versions from `versions_text`."""
    pairs = (part.partition(":") for part in text.split(",") if part)
    return {house: int(number) for house, _, number in pairs}


_encoder = msgspec.json.Encoder()


def keep(session: Session, game: Game, before: Position | None, outcome: Outcome[Position], part: int) -> bytes:
    """Store an outcome, return the stored position; `part`: turn number (0: set-up).

    `before` is the position as shown when the turn opened; it is used up to find the boards of rounds that ended.
    """
    document = documents.encode(outcome.position)
    current = None if is_known_absent(session, game.id, "position") else session.get(CurrentPosition, game.id)
    if current is None:
        session.add(CurrentPosition(game_id=game.id, turn_number=part, document=document))
    else:
        current.turn_number, current.document = part, document
    _keep_journal(session, game, outcome, part)
    if game.bot_levels:
        session.execute(delete(PreparedAnswers).filter_by(game_id=game.id))
    if outcome.records and cached_fact(session, game.id, "records") != outcome.records[0].number - 1:
        # What an override made void is told again.
        take_records(session, game, above=outcome.records[0].number - 1)
    add_records(session, game, outcome.records, part)
    for number, board in round_boards(before, outcome).items():
        session.add(RoundBoard(game_id=game.id, round=number, document=board))
    return document


def add_records(session: Session, game: Game, records: Sequence[Record], part: int) -> None:
    """Store records by round; a part's later records of a round join its row."""
    fresh = is_known_absent(session, game.id, "told")
    for number, group in groupby(records, key=lambda record: record.round):
        records_of_round = list(group)
        query = select(RoundRecords).filter_by(game_id=game.id, part=part)
        row = None if fresh else session.scalar(query.filter_by(round=number))
        if row is not None:
            records_of_round = [*documents.decode_records(game.edition, row.document), *records_of_round]
            row.last, row.document = records_of_round[-1].number, documents.encode(records_of_round)
            continue
        document = documents.encode(records_of_round)
        first, last = records_of_round[0].number, records_of_round[-1].number
        row = RoundRecords(game_id=game.id, round=number, part=part, first=first, last=last, document=document)
        session.add(row)


def take_records(session: Session, game: Game, above: int) -> list[tuple[int, int, list[Record]]]:
    """Take out all records with a number above this one; gives them by round and part."""
    taken: list[tuple[int, int, list[Record]]] = []
    query = select(RoundRecords).where(RoundRecords.game_id == game.id, RoundRecords.last > above)
    for row in session.scalars(query.order_by(RoundRecords.first)).all():
        records = documents.decode_records(game.edition, row.document)
        left = [record for record in records if record.number <= above]
        taken.append((row.round, row.part, records[len(left) :]))
        if left:
            row.last, row.document = left[-1].number, documents.encode(left)
        else:
            session.delete(row)
    session.flush()
    return taken


def _keep_journal(session: Session, game: Game, outcome: Outcome[Position], part: int) -> None:
    """Store an outcome's journal entries under a turn, numbered after the last.
    `part` is the number of the turn."""
    if not outcome.entries:
        return
    last = cached_fact(session, game.id, "journal")
    if last is None:
        last = session.scalar(select(func.max(JournalPart.last)).filter_by(game_id=game.id)) or 0
    first, last = last + 1, last + len(outcome.entries)
    document = documents.encode(outcome.entries)
    session.add(JournalPart(game_id=game.id, first=first, last=last, turn_number=part, document=document))


def round_boards(before: Position | None, outcome: Outcome[Position]) -> dict[int, bytes]:
    """The public boards at the end of the rounds that ended, by round, as JSON."""
    boards = {} if before is None else _boards_on_the_way(before, outcome.records)
    if outcome.showing.board.ending is not None:
        boards[outcome.showing.round] = board_document(outcome.showing.board)
    return boards


def _boards_on_the_way(before: Position, records: Sequence[Record]) -> dict[int, bytes]:
    """Fold the events; return the board whenever a round marker is about to move."""
    boards, position, done = {}, before, 0
    for place, record in enumerate(records):
        if games.of(record.event).begins_round(record.event) > 1:
            position, done = games.of(position).fold(position, records[done:place]), place
            boards[position.round] = board_document(position.board)
    return boards


def board_document(board: Board) -> bytes:
    """A board as JSON."""
    return _encoder.encode(board)


def position_before_records(stored: bytes, outcome: Outcome[Position]) -> Position:
    """Return the position before an outcome's records: as shown, or at rest on replay."""
    position = documents.decode(stored)
    if outcome.records and outcome.records[0].number <= position.progress.reported:
        return position
    return games.of(position).resume(position).showing
