"""The start of a game: houses dealt, the seed drawn and committed to, the first call opened."""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import face
from correspondence.adjudications.telling import tell_players
from correspondence.archive.keeping import keep
from correspondence.calls.opening import open_call
from correspondence.games.models import Game
from correspondence.games.options import houses


def draw_seed() -> str:
    """A seed that nobody can guess: 256 bits as hexadecimal digits."""
    return secrets.token_hex(32)


def begin(session: Session, game: Game, now: datetime) -> None:
    """Start a game whose seats are all taken. The caller holds its lock."""
    _deal(game)
    game.seed = draw_seed()
    position = face.start(game.edition, game.players, game.seed)
    outcome = face.resume(position)
    game.commitment = outcome.showing.commitment
    game.status, game.started_at, game.round = "running", now, outcome.showing.round
    session.flush()
    keep(session, game, None, outcome, part=0)
    opened = open_call(session, game, 1, outcome, now)
    tell_players(session, game, outcome, None, opened, now)


def _deal(game: Game) -> None:
    """Give a house to every seat that has none yet, at random."""
    taken = {seat.house for seat in game.seats}
    free = [house for house in houses(game.edition, game.players) if house not in taken]
    secrets.SystemRandom().shuffle(free)
    for seat in game.seats:
        if seat.house is None:
            seat.house = free.pop()
