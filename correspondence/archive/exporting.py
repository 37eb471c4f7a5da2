"""A game as one file: everything once it is over, before that only what its reader may know."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents, game_file, games
from adjudicator.engine.values import Board, Entry
from adjudicator.game_file import GameFile, Options
from correspondence.archive.queries import round_records
from correspondence.archive.reading import current, stored_position
from correspondence.archive.sight import Sight, board_seen_last, rounds_seen, sight_of
from correspondence.errors import Denied
from correspondence.models.accounts import Account
from correspondence.models.archive import JournalPart
from correspondence.receipts.publishing import published
from narration.words import N_


def sight_for_export(session: Session, game_id: str, account: Account | None, now: datetime) -> Sight:
    """As `sight_of`, for a game that has begun; Denied `game-not-begun` otherwise."""
    sight = sight_of(session, game_id, account, now)
    if sight.game.started_at is None:
        raise Denied("game-not-begun", N_("This game has not begun."))
    return sight


def export_game(session: Session, game_id: str, account: Account | None, now: datetime) -> GameFile:
    """The whole game as a file: everything once it is over, before that only what the reader may know.

    Raises NotFound `no-such-game`, Denied `game-not-begun`, `no-spectators`.
    """
    sight = sight_for_export(session, game_id, account, now)
    game = sight.game
    rounds = {
        number: [documents.stored(record) for record in round_records(session, sight, number)]
        for number in (0, *rounds_seen(session, sight))
    }
    stewards = tuple(sorted(seat.house for seat in game.seats if seat.kind == "steward" and seat.house))
    return GameFile(
        format=game_file.FORMAT,
        edition=game.edition,
        players=game.players,
        modules=game.parts,
        houses=game.playing,
        revision=game.revision,
        scenario=game.begins_from,
        options=Options(pace=game.stops, stewards=stewards, unsaid=game.unsaid, levels=game.bot_levels),
        commitment=game.commitment,
        seed=game.seed if sight.over else None,
        journal=list(_journal(session, sight)),
        position=documents.decode(stored_position(session, game)) if sight.over else None,
        board=None if sight.over else _board(session, sight),
        rounds={number: records for number, records in rounds.items() if records},
        receipts=published(session, game, sight.house, sight.last),
    )


def _board(session: Session, sight: Sight) -> Board | None:
    document = board_seen_last(session, sight)
    if sight.last is None:
        return current(session, sight.game).showing.board
    return documents.read_board(sight.game.edition, document) if document is not None else None


def _journal(session: Session, sight: Sight) -> Iterator[Entry]:
    query = select(JournalPart.document).where(JournalPart.game_id == sight.game.id)
    if sight.last is not None:
        query = query.where(JournalPart.call_number <= sight.last)
    for document in session.scalars(query.order_by(JournalPart.first)):
        for entry in documents.decode_entries(sight.game.edition, document):
            seen = games.seen_entry(entry, sight.house, over=sight.over)
            if seen is not None:
                yield seen
