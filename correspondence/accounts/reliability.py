"""How reliably somebody plays: the share of calls answered in time, over their last ten games.

Calls that asked nothing of them, and misses that were excused (an absence entered ahead, an outage, a game master's
word), do not count; first games, which one tries alone, neither. What others are told leaves out
games that run under hidden names.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from correspondence.errors import NotFound
from correspondence.games.presets import TUTORIAL
from correspondence.models.accounts import Account
from correspondence.models.deadlines import Attendance
from correspondence.models.games import Game, SeatHolder
from narration.words import N_

LAST_GAMES = 10
# Below so many calls a share says nothing.
LEAST_CALLS = 5


@dataclass(frozen=True)
class Reliability:
    """Calls that counted (`asked`), and how many of them were answered in time, in the last `games` games; `percent` is
    None for too few."""

    answered: int
    asked: int
    games: int

    @property
    def percent(self) -> int | None:
        """The share in percent, rounded down; None while there are too few calls to tell."""
        return self.answered * 100 // self.asked if self.asked >= LEAST_CALLS else None


@dataclass(frozen=True)
class PlayedGame:
    """A game that somebody played to its end, or left before."""

    id: str
    title: str
    edition: str
    house: str
    finished_at: datetime
    to_the_end: bool


@dataclass(frozen=True)
class Person:
    """What everybody may know of somebody."""

    id: str
    name: str
    since: datetime
    reliability: Reliability
    finished: tuple[PlayedGame, ...]


def reliability_of(session: Session, account_id: int, *, public: bool = True) -> Reliability:
    """The figure of an account; `public`: without games that run under hidden names."""
    counted = (
        select(Attendance.game_id, Attendance.on_time, Attendance.at)
        .join(Game, Game.id == Attendance.game_id)
        .where(Attendance.account_id == account_id, Attendance.excused == "", Game.preset != TUTORIAL)
    )
    if public:
        counted = counted.where(or_(Game.names != "anonymous", Game.status == "finished"))
    rows = counted.subquery()
    latest = (
        select(rows.c.game_id)
        .group_by(rows.c.game_id)
        .order_by(func.max(rows.c.at).desc())
        .limit(LAST_GAMES)
        .subquery()
    )
    query = select(rows.c.on_time, func.count()).where(rows.c.game_id.in_(select(latest.c.game_id)))
    counts: dict[bool, int] = dict(session.execute(query.group_by(rows.c.on_time)).all())
    games = session.scalar(select(func.count()).select_from(latest)) or 0
    answered = counts.get(True, 0)
    return Reliability(answered, answered + counts.get(False, 0), games)


def person(session: Session, public_id: str) -> Person:
    """Somebody's public page; NotFound `no-such-person`, also for an account that was deleted."""
    account = session.scalar(select(Account).where(Account.public_id == public_id, Account.deleted_at.is_(None)))
    if account is None:
        raise NotFound("no-such-person", N_("There is no such person."))
    return Person(
        id=account.public_id,
        name=account.name,
        since=account.created_at,
        reliability=reliability_of(session, account.id),
        finished=_finished(session, account),
    )


def _finished(session: Session, account: Account) -> tuple[PlayedGame, ...]:
    query = (
        select(Game, SeatHolder)
        .join(SeatHolder, SeatHolder.game_id == Game.id)
        .where(SeatHolder.account_id == account.id, Game.status == "finished", Game.imported_at.is_(None))
        .where(Game.preset != TUTORIAL)
        .order_by(Game.finished_at.desc(), SeatHolder.id)
    )
    found: dict[int, PlayedGame] = {}
    for game, held in session.execute(query):
        if game.finished_at is not None:
            line = PlayedGame(
                game.public_id, game.title, game.edition, held.house or "", game.finished_at, held.until is None
            )
            found[game.id] = line
    return tuple(found.values())
