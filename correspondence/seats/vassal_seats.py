"""Seats of houses that are vassals: nobody plays them, and others decide for the house."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine.values import Board
from correspondence.ledger.use_cases import note
from correspondence.masters.use_cases import master_accounts
from correspondence.models.games import Game, Seat
from correspondence.notices.use_cases import notify
from correspondence.seats.handover import hand_over

VASSAL = "vassal"


def seats_follow(session: Session, game: Game, board: Board, now: datetime) -> None:
    """Whoever played a house that is a vassal on this board has left its seat; everybody is told.

    Seats that are a vassal's already stay as they are. The caller holds the game's lock, and counts anew who is asked.
    """
    for seat in game.seats:
        if seat.house and seat.house in games.of(board).unplayed(board) and seat.kind != VASSAL:
            _leave(session, game, seat, games.of(board).decider(board, seat.house), now)


def _leave(session: Session, game: Game, seat: Seat, commander: str, now: datetime) -> None:
    left = seat.account if seat.kind == "human" or seat.offered_at is not None else None
    hand_over(session, game, seat, None, VASSAL, began=VASSAL, ended=VASSAL, now=now)
    seat.offered_at, seat.offer_reason = None, ""
    session.flush()
    note(session, game.public_id, "service", "seat-vassal", {"house": seat.house, "other": commander}, now)
    values, at = {"house": seat.house or "", "commander_house": commander}, int(now.timestamp())
    if left is not None:
        key = f"{game.public_id}:vassal-you:{seat.house}:{at}"
        notify(session, "seat-vassal-you", key, now, game=game, seats=(), accounts=[left], values=values)
    others = [other for other in game.seats if other is not seat]
    told = [master for master in master_accounts(session, game) if left is None or master.id != left.id]
    key = f"{game.public_id}:vassal:{seat.house}:{at}"
    notify(session, "seat-vassal", key, now, game=game, seats=others, accounts=told, values=values)
