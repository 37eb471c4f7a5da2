"""Writing what an advance brought: the position, the journal, the records by round, the boards of rounds that ended."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.journal import Record
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Board, Position
from correspondence.models.archive import CurrentPosition, JournalPart, PreparedAnswers, RoundBoard, RoundRecords
from correspondence.models.games import Game
from correspondence.read_cache import known, known_absent
from correspondence.write_batch import change_soon, insert_soon

_encoder = msgspec.json.Encoder()


def keep(session: Session, game: Game, before: Position | None, outcome: Outcome[Position], part: int) -> bytes:
    """Keep an outcome; returns the stored position. `part` is the number of the call that brought it (0: set-up).

    `before` is the position as shown when the call opened; it is used up to find the boards of rounds that ended.
    """
    document = documents.encode(outcome.position)
    current = None if known_absent(session, game.id, "position") else session.get(CurrentPosition, game.id)
    if current is None:
        insert_soon(session, CurrentPosition, [{"game_id": game.id, "call_number": part, "document": document}])
    else:
        change_soon(session, current, call_number=part, document=document)
    _keep_journal(session, game, outcome, part)
    if game.bot_levels:
        session.execute(delete(PreparedAnswers).where(PreparedAnswers.game_id == game.id))
    if outcome.records and known(session, game.id, "records") != outcome.records[0].number - 1:
        # What an edict made void is told again.
        take_records(session, game, above=outcome.records[0].number - 1)
    add_records(session, game, outcome.records, part)
    for number, board in round_boards(before, outcome).items():
        insert_soon(session, RoundBoard, [{"game_id": game.id, "round": number, "document": board}])
    return document


def add_records(session: Session, game: Game, records: Sequence[Record], part: int) -> None:
    """Keep records by round; what the same part told of a round before stands in the same row."""
    fresh, rows = known_absent(session, game.id, "told"), []
    for number, group in groupby(records, key=lambda record: record.round):
        told = list(group)
        query = select(RoundRecords).where(RoundRecords.game_id == game.id, RoundRecords.part == part)
        row = None if fresh else session.scalar(query.where(RoundRecords.round == number))
        if row is not None:
            told = [*documents.decode_records(game.edition, row.document), *told]
            row.last, row.document = told[-1].number, documents.encode(told)
            continue
        document = documents.encode(told)
        first, last = told[0].number, told[-1].number
        rows.append(
            {"game_id": game.id, "round": number, "part": part, "first": first, "last": last, "document": document}
        )
    if rows:
        insert_soon(session, RoundRecords, rows)


def take_records(session: Session, game: Game, above: int) -> list[tuple[int, int, list[Record]]]:
    """Take out all records with a number above this one; gives them by round and part."""
    taken: list[tuple[int, int, list[Record]]] = []
    query = select(RoundRecords).where(RoundRecords.game_id == game.id, RoundRecords.last > above)
    for row in session.scalars(query.order_by(RoundRecords.first)).all():
        records: list[Record] = documents.decode_records(game.edition, row.document)
        left = [record for record in records if record.number <= above]
        taken.append((row.round, row.part, records[len(left) :]))
        if left:
            row.last, row.document = left[-1].number, documents.encode(left)
        else:
            session.delete(row)
    session.flush()
    return taken


def _keep_journal(session: Session, game: Game, outcome: Outcome[Position], part: int) -> None:
    if not outcome.entries:
        return
    last = known(session, game.id, "journal")
    if last is None:
        last = session.scalar(select(func.max(JournalPart.last)).where(JournalPart.game_id == game.id)) or 0
    first, last = last + 1, last + len(outcome.entries)
    document = documents.encode(outcome.entries)
    row = {"game_id": game.id, "first": first, "last": last, "call_number": part, "document": document}
    insert_soon(session, JournalPart, [row])


def round_boards(before: Position | None, outcome: Outcome[Position]) -> dict[int, bytes]:
    """The public boards at the end of the rounds that ended, by round, as JSON."""
    found = {} if before is None else _boards_on_the_way(before, outcome.records)
    if outcome.showing.board.ending is not None:
        found[outcome.showing.round] = board_document(outcome.showing.board)
    return found


def _boards_on_the_way(before: Position, records: Sequence[Record]) -> dict[int, bytes]:
    """Fold the events up to where a round marker is about to move on, and look at the board there."""
    found, position, done = {}, before, 0
    for place, record in enumerate(records):
        if games.of(record.event).begins_round(record.event) > 1:
            position, done = games.of(position).fold(position, records[done:place]), place
            found[position.round] = board_document(position.board)
    return found


def board_document(board: Board) -> bytes:
    """A board as JSON."""
    return _encoder.encode(board)


def before_records(stored: bytes, outcome: Outcome[Position]) -> Position:
    """The position that an outcome's records change: as it is shown, or where it rests if events are told again."""
    position = documents.decode(stored)
    if outcome.records and outcome.records[0].number <= position.progress.reported:
        return position
    return games.of(position).resume(position).showing
