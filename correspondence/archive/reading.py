"""Reading what is kept of a game: its current position, boards of the past."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import BoardKept, Entry, Position, View
from correspondence.models.archive import CurrentPosition, JournalPart
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game


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


def journal_of(session: Session, call: OpenedCall) -> list[Entry]:
    """The answers and edicts of a call that are kept, in their order."""
    query = select(JournalPart.document).where(
        JournalPart.game_id == call.game_id, JournalPart.call_number == call.number
    )
    parts = session.scalars(query.order_by(JournalPart.first))
    return [entry for part in parts for entry in documents.decode_entries(call.game.edition, part)]


def board_view(game: Game, document: bytes, house: str | None) -> View:
    """A board that was kept, as a view without questions; what decks held then is not told."""
    board = documents.read_board(game.edition, document)
    kept = BoardKept(game.edition, game.players, game.commitment, game.revision, board)
    return games.of(kept.board).view_of_board(kept, house)
