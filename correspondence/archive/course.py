"""How a game went: where everybody stood at the end of each round."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.kernel.family import Board, Standing
from correspondence.archive.queries import view_in
from correspondence.archive.sight import rounds_seen, sight_of
from correspondence.errors import NotFound
from correspondence.models.accounts import Account
from narration.words import N_


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
        found.append(RoundStandings(number, board, tuple(face.standings(board, game.rules))))
    return Course(game.public_id, game.title, game.edition, sight.house, tuple(found))
