"""Ratings brought up to date: a fold over the rated games of an edition, in the order in which they ended.

What is kept is never corrected: where a game ended earlier or otherwise than it did when it was worked in, was taken
back or counted anew, everything from there on is forgotten and worked out again. So the figures are always those that
come of working through all games from the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, or_, select
from sqlalchemy.orm import Session

from correspondence.models.accounts import Account
from correspondence.models.archive import KeptStatistics
from correspondence.models.games import Game
from correspondence.models.ratings import RatedGame, RatingChange
from correspondence.ratings.counting import Counted, players_counted
from correspondence.ratings.latest import follow_account, follow_changes, last_changes, turn_of
from correspondence.ratings.model import NEWCOMER, Rating, rated

# The games that count; their places are known once their statistics are kept.
COUNTS: ColumnElement[bool] = and_(
    Game.rated, Game.status == "finished", Game.finished_at.is_not(None), Game.imported_at.is_(None)
)
# What a game can be that was over and is not any more.
NOT_OVER = ("running", "set-aside", "cancelled")
OTHERWISE: ColumnElement[bool] = or_(
    RatedGame.ended_at != Game.finished_at, RatedGame.counted_at != KeptStatistics.counted_at
)


def rate_missing(session: Session, now: datetime) -> int:
    """Bring the ratings of all editions up to date; how many games were worked in."""
    editions = {edition for edition, _ in _behind(session)}
    return sum(_brought_up(session, edition) for edition in sorted(editions))


def hide_ratings(session: Session, account: Account, hidden: bool) -> None:
    """Whether one's ratings are kept from everybody else; they are worked out all the same, for those of others."""
    mine = session.get_one(Account, account.id)
    mine.ratings_hidden = hidden
    session.flush()
    follow_account(session, mine)


def _behind(session: Session) -> Sequence[tuple[str, datetime]]:
    """Edition and moment of every end that is not worked in, or was and is not so any more."""
    new = (
        select(Game.edition, Game.finished_at)
        .join(KeptStatistics, KeptStatistics.game_id == Game.id)
        .outerjoin(RatedGame, RatedGame.game_id == Game.id)
        .where(COUNTS, Game.settled == "", or_(RatedGame.game_id.is_(None), OTHERWISE))
    )
    # Games that are over, and those that were and go on: what is settled stands as it was worked in.
    changed = or_(
        and_(Game.status == "finished", Game.settled == ""),
        and_(Game.status.in_(NOT_OVER), Game.settled == "reopened"),
    )
    old = (
        select(RatedGame.edition, RatedGame.ended_at)
        .join(Game, Game.id == RatedGame.game_id)
        .outerjoin(KeptStatistics, KeptStatistics.game_id == Game.id)
        .where(changed, or_(~COUNTS, KeptStatistics.game_id.is_(None), OTHERWISE))
    )
    return [(edition, at) for query in (new, old) for edition, at in session.execute(query) if at]


def _brought_up(session: Session, edition: str) -> int:
    turn_of(session, edition)
    # Somebody else may have done it meanwhile.
    ends = [at for one, at in _behind(session) if one == edition]
    if not ends:
        return 0
    players = _forget(session, edition, min(ends))
    games, more = _work_in(session, edition, min(ends))
    follow_changes(session, edition, players | more)
    return games


def _forget(session: Session, edition: str, since: datetime) -> set[int]:
    """Forget what was worked in of games that ended from a moment on. Returns whose ratings that changes."""
    games = select(RatedGame.game_id).where(RatedGame.edition == edition, RatedGame.ended_at >= since)
    known = session.scalars(games).all()
    players: set[int] = set()
    for start in range(0, len(known), 500):
        some = known[start : start + 500]
        players |= set(session.scalars(select(RatingChange.account_id).where(RatingChange.game_id.in_(some))))
        for table in (RatingChange, RatedGame):
            session.execute(delete(table).where(table.game_id.in_(some)))
    return players


def _work_in(session: Session, edition: str, since: datetime) -> tuple[int, set[int]]:
    """Work in the games that ended from a moment on and are not yet, all of which ended after those that are. Returns
    how many there were, and whose ratings they changed."""
    query = (
        select(Game, KeptStatistics.counted_at)
        .join(KeptStatistics, KeptStatistics.game_id == Game.id)
        .outerjoin(RatedGame, RatedGame.game_id == Game.id)
        .where(COUNTS, Game.finished_at >= since, Game.edition == edition, RatedGame.game_id.is_(None))
        .order_by(Game.finished_at, Game.id)
    )
    now: dict[int, Rating] = {}
    played: dict[int, int] = {}
    games = session.execute(query).all()
    for game, counted_at in games:
        session.add(RatedGame(game_id=game.id, edition=edition, ended_at=game.finished_at, counted_at=counted_at))
        counted = players_counted(session, game)
        if not counted:
            continue
        for row in last_changes(session, edition, counted.keys() - played.keys()):
            now[row.account_id], played[row.account_id] = Rating(row.mu, row.sigma), row.number
        after = rated(now, {account: one.rank for account, one in counted.items()})
        for account, one in counted.items():
            played[account] = played.get(account, 0) + 1
            session.add(_change(game, account, played[account], one, now.get(account, NEWCOMER), after[account]))
        now |= after
    return len(games), set(played)


def _change(game: Game, account: int, number: int, counted: Counted, before: Rating, after: Rating) -> RatingChange:
    return RatingChange(
        game_id=game.id,
        account_id=account,
        edition=game.edition,
        number=number,
        house=counted.house,
        rank=counted.rank,
        mu_before=before.mu,
        mu=after.mu,
        sigma=after.sigma,
    )
