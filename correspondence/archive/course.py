"""Rounds of a game: where everybody stood at the end of each, and two of them beside each other."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine.values import Board, Standing, View
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
