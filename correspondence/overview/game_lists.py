"""Lists of games: an account's own, those that wait for it, and those to join."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, false, func, or_, select
from sqlalchemy.orm import Session, aliased

from correspondence.games.access import games_of
from correspondence.models import UNFINISHED, Account, Ballot, Game, Readiness, Seat, Turn, Vote
from correspondence.turns import TAKES_SHEETS
from correspondence.votes.rules import DECREED

MAX_LISTED = 100
FIELDS = ("title", "edition", "players", "status", "round")
_OTHER = aliased(Seat)
NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class GameLine:
    """A game in a list. `house` is the reader's house.

    `closes_at`: when the current turn ends; `asked`: the reader still has orders to give or to confirm; `must_confirm`:
    the reader has to confirm at the check-in; `offered`: the reader's seat is offered to others; `to_review`: results
    wait for the reader, a game master, to publish; `to_vote`: an open vote waits for the reader's ballot; `mastered`:
    the reader has no seat of the game, and masters it.
    """

    id: str
    title: str
    edition: str
    players: int
    taken: int
    status: str
    round: int
    house: str | None
    closes_at: datetime | None
    turn_id: str | None
    asked: bool
    must_confirm: bool = False
    offered: bool = False
    to_review: bool = False
    to_vote: bool = False
    mastered: bool = False

    @property
    def waits(self) -> bool:
        """Whether it waits for something of the reader's."""
        return self.asked or self.must_confirm or self.offered or self.to_review or self.to_vote


def my_games(session: Session, account: Account, now: datetime) -> list[GameLine]:
    """List an account's games: those that wait for it first, each part by deadline.
    Games without a deadline come after the others, running ones before those that have not begun or are over."""
    place = case({"running": 0, "mustering": 1, "lobby": 2, "set-aside": 3}, value=Game.status, else_=4)
    query = _lines(account, now).where(Game.id.in_(games_of(account)), Game.status != "cancelled")
    return _by_deadline(_read_lines(session, query.order_by(place, Game.id.desc()), account))


def waiting_games(session: Session, account: Account, now: datetime) -> list[GameLine]:
    """List the games that wait for an account, by deadline, in one database query."""
    running = Game.status.in_(("running", "mustering"))
    query = _lines(account, now).where(Game.id.in_(games_of(account)), running)
    lines = _read_lines(session, query.order_by(Game.id.desc()), account)
    return _by_deadline(line for line in lines if line.waits)


def open_games(session: Session, account: Account | None, now: datetime, limit: int = 50) -> list[GameLine]:
    """The games that everybody may join, newest first."""
    query = _lines(account, now).where(Game.status == "lobby", Game.visibility == "open")
    return _read_lines(session, query.order_by(Game.id.desc()).limit(limit), account)


def _by_deadline(lines: Iterable[GameLine]) -> list[GameLine]:
    return sorted(lines, key=lambda line: (not line.waits, line.closes_at or NEVER))


def _lines(account: Account | None, now: datetime) -> Select[Any]:
    """Return a query for games with the account's seat, the open turn, and what waits."""
    own = Seat.account_id == account.id if account else false()
    seats = select(func.count()).where(_OTHER.game_id == Game.id).correlate(Game).scalar_subquery()
    ready = select(Readiness.id).where(Readiness.turn_id == Turn.id, Readiness.seat_id == Seat.id)
    return (
        select(
            Game.public_id.label("id"),
            *(getattr(Game, name) for name in FIELDS),
            Seat.id.label("seat"),
            *(Seat.house, Seat.confirmed_at, Seat.offered_at),
            Turn.public_id.label("turn_id"),
            *(Turn.status.label("stage"), Turn.closes_at, Turn.asked.label("houses")),
            seats.label("taken"),
            ready.correlate(Turn, Seat).exists().label("ready"),
            _vote_waits(now).label("vote"),
        )
        .select_from(Game)
        .outerjoin(Seat, and_(Seat.game_id == Game.id, own))
        .outerjoin(Turn, and_(Turn.game_id == Game.id, Turn.status.in_(UNFINISHED), Game.status == "running"))
        .limit(MAX_LISTED)
    )


def _vote_waits(now: datetime) -> ColumnElement[bool]:
    """Whether an open vote waits for the seat's ballot, as `votes.rules.voters` says."""
    cast = select(Ballot.id).where(
        Ballot.vote_id == Vote.id, Ballot.seat_id == Seat.id, Ballot.account_id == Seat.account_id
    )
    concerned = case(
        (Vote.kind.in_(tuple(DECREED)), or_(Vote.seat_id.is_(None), Vote.seat_id != Seat.id)),
        else_=or_(Vote.kind != "replace", Vote.subject != Seat.house),
    )
    votes = select(Vote.id).where(
        Vote.game_id == Game.id,
        Vote.closed_at.is_(None),
        Vote.closes_at > now,
        concerned,
        Seat.kind == "human",
        Seat.house.is_not(None),
        Seat.offered_at.is_(None),
        ~cast.correlate(Vote, Seat).exists(),
    )
    return votes.correlate(Game, Seat).exists()


def _read_lines(session: Session, query: Select[Any], account: Account | None) -> list[GameLine]:
    return [
        GameLine(
            **{name: getattr(row, name) for name in ("id", *FIELDS, "taken", "house", "turn_id")},
            closes_at=row.closes_at if row.stage == "open" else None,
            asked=row.stage in TAKES_SHEETS and not row.ready and (row.house or "-") in row.houses.split(","),
            must_confirm=row.status == "mustering" and row.seat is not None and row.confirmed_at is None,
            offered=row.status == "running" and row.offered_at is not None,
            to_review=row.stage == "held" and account is not None and row.seat is None,
            to_vote=row.status == "running" and row.vote,
            mastered=account is not None and row.seat is None,
        )
        for row in session.execute(query)
    ]
