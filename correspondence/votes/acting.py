"""What a vote that is carried does."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from correspondence.deadlines.use_cases import extend, pause, resume
from correspondence.desk.edicts import edict_named
from correspondence.desk.enforcing import carry
from correspondence.models.games import Game, Vote
from correspondence.seats.use_cases import REPLACED, offer, seat_of
from correspondence.votes.ending import DRAW, VOTE, end_game
from correspondence.votes.rules import PAUSED_FOR, RESUME

REASON = "vote"


def act(session: Session, game: Game, vote: Vote, now: datetime) -> None:
    """Do what the players decided. The caller holds the game's lock; Denied where it is not possible any more."""
    match vote.kind:
        case "pause" | "extend":
            _about_time(session, game, vote, now)
        case "replace":
            offer(session, game, seat_of(game, vote.subject), REPLACED, now)
        case "draw":
            end_game(session, game, DRAW, now)
        case "end":
            end_game(session, game, VOTE, now)
        case "edict" | "roll-back":
            carry(session, game, edict_named(session, game, vote.subject), None, now)
        case kind:
            raise ValueError(f"there is no vote of the kind {kind!r}")


def _about_time(session: Session, game: Game, vote: Vote, now: datetime) -> None:
    if vote.kind == "extend":
        extend(session, game, int(vote.subject), REASON, None, now)
    elif vote.subject == RESUME:
        resume(session, game, None, now)
    else:
        pause(session, game, REASON, None, now, until=now + PAUSED_FOR)
