"""What a master who plays proposes, put to others: to the masters who do not play, or where there are none to a vote.

The vote carries the edict as its subject; it is put in force when the vote is carried, by the players' word.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.calls.access import locked_game
from correspondence.desk import enforcing
from correspondence.desk.access import reviewers
from correspondence.games.access import game_named, seat_in
from correspondence.models.accounts import Account
from correspondence.models.desk import EdictRow
from correspondence.models.games import Game, Vote
from correspondence.seats.use_cases import runs
from correspondence.votes import use_cases as voting

LONGEST_REASON = 300


def ask_others(session: Session, account: Account, game_id: str, edict_id: str, now: datetime) -> Vote | None:
    """Ask the masters who do not play to agree to an edict of one's own; if there are none, the players: the vote.

    Raises as `enforcing.ask`, Denied (`game-not-running`, `vote-open`, `asked-lately`).
    """
    game_named(session, game_id)
    game = locked_game(session, game_id)
    runs(game)
    row = enforcing.ask(session, account, game_id, edict_id, now)
    if reviewers(session, game, now):
        return None
    kind = "roll-back" if row.kind == "roll-back" else "edict"
    reason = row.reason if len(row.reason) <= LONGEST_REASON else f"{row.reason[: LONGEST_REASON - 1]}…"
    return voting.put(session, game, account, seat_in(game, account), kind, row.public_id, reason, now)


def withdraw_edict(session: Session, account: Account, game_id: str, edict_id: str, now: datetime) -> EdictRow:
    """Let a proposed edict be, and the vote about it. Raises as `enforcing.withdraw`."""
    game_named(session, game_id)
    game = locked_game(session, game_id)
    row = enforcing.withdraw(session, account, game_id, edict_id, now)
    _close_vote(session, game, row, now)
    return row


def apply_edict(session: Session, account: Account, game_id: str, edict_id: str, now: datetime) -> EdictRow:
    """Put a proposed edict in force; a vote about it has nothing left to decide. Raises as `enforcing.apply`."""
    game_named(session, game_id)
    game = locked_game(session, game_id)
    row = enforcing.apply(session, account, game_id, edict_id, now)
    _close_vote(session, game, row, now)
    return row


def _close_vote(session: Session, game: Game, row: EdictRow, now: datetime) -> None:
    query = select(Vote).where(Vote.game_id == game.id, Vote.subject == row.public_id, Vote.closed_at.is_(None))
    for vote in session.scalars(query).all():
        voting.close(session, game, vote, "withdrawn", now)
