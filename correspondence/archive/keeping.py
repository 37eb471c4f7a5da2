"""Writing what an advance brought: the position, the journal, the records by round, the boards of rounds that ended."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.kernel.event import Record
from adjudicator.kernel.step import Outcome
from adjudicator.thrones.board import Board, Position
from adjudicator.thrones.events import RoundStarted
from correspondence.archive.models import CurrentPosition, JournalEntry, RoundBoard, RoundRecords
from correspondence.games.models import Game

_encoder = msgspec.json.Encoder()


def keep(session: Session, game: Game, before: Position | None, outcome: Outcome[Position], part: int) -> bytes:
    """Keep an outcome; returns the stored position. `part` is the number of the call that brought it (0: set-up).

    `before` is the position as shown when the call opened; it is used up to find the boards of rounds that ended.
    """
    document = face.encode(outcome.position)
    current = session.get(CurrentPosition, game.id)
    if current is None:
        session.add(CurrentPosition(game_id=game.id, call_number=part, document=document))
    else:
        current.call_number, current.document = part, document
    _keep_journal(session, game, outcome, part)
    for number, records in groupby(outcome.records, key=lambda record: record.round):
        told = list(records)
        session.add(
            RoundRecords(
                game_id=game.id,
                round=number,
                part=part,
                first=told[0].number,
                last=told[-1].number,
                document=face.encode_records(told),
            )
        )
    for number, board in round_boards(before, outcome).items():
        session.add(RoundBoard(game_id=game.id, round=number, document=board))
    return document


def _keep_journal(session: Session, game: Game, outcome: Outcome[Position], part: int) -> None:
    last = session.scalar(select(func.max(JournalEntry.number)).where(JournalEntry.game_id == game.id)) or 0
    session.add_all(
        JournalEntry(game_id=game.id, number=last + place, call_number=part, document=_encoder.encode(entry))
        for place, entry in enumerate(outcome.entries, start=1)
    )


def round_boards(before: Position | None, outcome: Outcome[Position]) -> dict[int, bytes]:
    """The public boards at the end of the rounds that ended, by round, as JSON."""
    found: dict[int, bytes] = {}
    if before is not None and any(_ends_round(record) for record in outcome.records):
        found = _boards_on_the_way(before, outcome.records)
    if outcome.showing.board.ending is not None:
        found[outcome.showing.round] = board_document(outcome.showing.board)
    return found


def _boards_on_the_way(before: Position, records: Sequence[Record]) -> dict[int, bytes]:
    """Fold the events, and look at the board whenever a round marker is about to move on."""
    found, position = {}, before
    for record in records:
        if _ends_round(record):
            found[position.round] = board_document(position.board)
        position = face.fold(position, [record])
    return found


def _ends_round(record: Record) -> bool:
    return isinstance(record.event, RoundStarted) and record.event.round > 1


def board_document(board: Board) -> bytes:
    """A board as JSON."""
    return _encoder.encode(board)
