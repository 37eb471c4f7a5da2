"""Playing a stored game again from its seed and journal, and comparing everything that is kept of it."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import select, text
from sqlalchemy.orm import Session, undefer

from adjudicator import documents, game_file, games
from adjudicator.engine.refusal import Refused
from adjudicator.engine.values import Entry, StoredRecord
from adjudicator.game_file import GameFile
from correspondence.archive.keeping import board_document
from correspondence.errors import NotFound
from correspondence.models.archive import CurrentPosition, JournalPart, RoundBoard, RoundRecords
from correspondence.models.games import Game
from correspondence.receipts.checking import faults_of_receipts
from narration.words import N_

MOST_TOLD = 20


class Findings(msgspec.Struct, frozen=True):
    """What an evaluation found: up to which call the game was kept, and what was not as the rules make it."""

    call_number: int
    differences: tuple[str, ...] = ()


def one_moment(session: Session) -> None:
    """Let everything read in this transaction be of one moment; to be called before anything is read."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("set transaction isolation level repeatable read"))


def replayed(session: Session, game_id: str) -> Findings:
    """Replay a game from its journal and compare the position, the journal's numbers, the records and the boards;
    the sheets with their receipts.

    Raises NotFound `no-such-game`, `game-not-begun`. Nothing is written.
    """
    game = session.scalar(select(Game).where(Game.public_id == game_id).options(undefer(Game.seed)))
    if game is None:
        raise NotFound("no-such-game", N_("There is no such game."))
    kept = session.get(CurrentPosition, game.id)
    if kept is None or not game.seed:
        raise NotFound("game-not-begun", N_("This game has not begun."))
    found: list[str] = []
    try:
        stored = _stored(session, game, kept, found)
        found += game_file.verify(stored)
        if documents.encode(documents.decode(kept.document)) != kept.document:
            found.append("position: stored in other bytes than it has")
        found += _boards(session, game, stored)
        found += faults_of_receipts(session, game)
    except Refused as refused:
        found.append(f"what is kept cannot be read: {refused}")
    except (AssertionError, LookupError) as broken:
        # Events and answers that were tampered with may contradict the board on which they are put.
        found.append(f"what is kept cannot be played again: {broken!r}")
    return Findings(kept.call_number, tuple(found[:MOST_TOLD]))


def _stored(session: Session, game: Game, kept: CurrentPosition, found: list[str]) -> GameFile:
    """The game as it is kept, as a file; what is wrong with its rows goes into `found`."""
    journal: list[Entry] = []
    for answered in session.scalars(
        select(JournalPart).where(JournalPart.game_id == game.id).order_by(JournalPart.first)
    ):
        if answered.first != len(journal) + 1:
            found.append(f"journal: entry {len(journal) + 1} is missing or out of order")
        journal += documents.decode_entries(game.edition, answered.document)
        if answered.last != len(journal):
            found.append(f"journal: entries {answered.first} to {answered.last} are not what their row says")
    rounds: dict[int, list[StoredRecord[Any]]] = {}
    parts = select(RoundRecords).where(RoundRecords.game_id == game.id).order_by(RoundRecords.first)
    for part in session.scalars(parts):
        records = documents.decode_records(game.edition, part.document)
        if not records or (records[0].number, records[-1].number) != (part.first, part.last):
            found.append(f"records: events {part.first} to {part.last} are not what their row says")
        for number, told in groupby(records, key=lambda record: record.round):
            if number != part.round:
                found.append(f"records: an event of round {number} is kept with round {part.round}")
            rounds.setdefault(number, []).extend(documents.stored(record) for record in told)
    return GameFile(
        format=game_file.FORMAT,
        edition=game.edition,
        players=game.players,
        modules=game.parts,
        houses=game.playing,
        revision=game.revision,
        scenario=game.begins_from,
        commitment=game.commitment,
        seed=game.seed,
        journal=journal,
        position=documents.decode(kept.document),
        rounds=rounds,
    )


def _boards(session: Session, game: Game, stored: GameFile) -> list[str]:
    """Boards kept at the end of rounds that are not those which the events make."""
    query = select(RoundBoard.round, RoundBoard.document).where(RoundBoard.game_id == game.id)
    kept = {row.round: row.document for row in session.execute(query)}
    position, made = game_file.beginning(stored, game.seed), {}
    rules = games.of(position)
    for record in stored.records():
        if games.of(record.event).begins_round(record.event):
            made[position.round] = board_document(position.board)
        position = rules.fold(position, [record])
    if position.board.ending is not None or game.ended_by:
        # Players may end a game in the middle of a round; its last board is kept too.
        made[position.round] = board_document(position.board)
    found = []
    for number, document in sorted(kept.items()):
        if number not in made:
            found.append(f"the board of round {number} is kept, and the round has not ended")
        elif rules.difference(*(documents.read_board(game.edition, one) for one in (document, made[number]))):
            found.append(f"the board kept of round {number} is not the one its events make")
    return found
