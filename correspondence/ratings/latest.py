"""Ratings as they are now, and how many players each band of a leaderboard has: kept beside the changes of ratings.

Whoever changes what they rest on (changes of ratings, hiding, leaving) brings them up to date in the same transaction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from math import floor

from sqlalchemy import and_, func, select, update
from sqlalchemy.orm import Session

from correspondence.advisory_locks import in_turn
from correspondence.models.accounts import Account
from correspondence.models.ratings import PlayerRating, RatingBand, RatingChange
from correspondence.ratings.model import Rating
from correspondence.ratings.queries import SETTLED, SHOWN
from correspondence.rows import insert_once

# Points. Narrow, for of the players of one band the rows are read; what is kept is in bands of this width, and knows
# who is settled, so that another width, or number of games, needs a migration.
BAND_WIDTH = 2.0
# By how many bands provisional ratings lie below the others: more than there are.
PROVISIONAL_BELOW = 1_000_000
_AT_ONCE = 500


def turn_of(session: Session, edition: str) -> None:
    """Wait until nobody else changes ratings of an edition."""
    in_turn(session, f"ratings:{edition}")


def band_of(rating: Rating, number: int) -> int:
    """In which band a rating lies that rests on so many games."""
    return floor(rating.sure / BAND_WIDTH) - (PROVISIONAL_BELOW if number < SETTLED else 0)


def follow_changes(session: Session, edition: str, accounts: Collection[int]) -> None:
    """Bring the ratings of accounts up to date with what changed. The caller has waited for the turn of the edition."""
    session.flush()
    order = sorted(accounts)
    for start in range(0, len(order), _AT_ONCE):
        _follow(session, edition, order[start : start + _AT_ONCE])


def follow_account(session: Session, account: Account) -> None:
    """Bring all ratings of an account up to date: whether they are shown has changed."""
    mine = select(PlayerRating.edition).where(PlayerRating.account_id == account.id).order_by(PlayerRating.edition)
    for edition in session.scalars(mine).all():
        turn_of(session, edition)
        follow_changes(session, edition, [account.id])


def last_changes(session: Session, edition: str, accounts: Collection[int]) -> Sequence[RatingChange]:
    """The newest change of each account's rating in an edition."""
    changes = select(RatingChange).where(RatingChange.edition == edition, RatingChange.account_id.in_(accounts))
    last = (
        changes.with_only_columns(RatingChange.account_id, func.max(RatingChange.number).label("number"))
        .group_by(RatingChange.account_id)
        .subquery()
    )
    newest = and_(RatingChange.account_id == last.c.account_id, RatingChange.number == last.c.number)
    return session.scalars(changes.join(last, newest)).all()


def _follow(session: Session, edition: str, accounts: Sequence[int]) -> None:
    mine = select(PlayerRating).where(PlayerRating.account_id.in_(accounts), PlayerRating.edition == edition)
    before = {row.account_id: row for row in session.scalars(mine.execution_options(populate_existing=True))}
    shown = set(session.scalars(select(Account.id).where(Account.id.in_(accounts), SHOWN)))
    changes = last_changes(session, edition, accounts)
    more = Counter(row.band for row in before.values())
    more = Counter({band: -players for band, players in more.items()})
    for change in changes:
        row = before.pop(change.account_id, None) or PlayerRating(account_id=change.account_id, edition=edition)
        rating = Rating(change.mu, change.sigma)
        row.number, row.mu, row.sigma, row.sure = change.number, rating.mu, rating.sigma, rating.sure
        row.band = band_of(rating, change.number) if change.account_id in shown else None
        more[row.band] += 1
        session.add(row)
    for row in before.values():
        session.delete(row)
    session.flush()
    for band, players in more.items():
        if band is not None and players:
            _count(session, edition, band, players)


def _count(session: Session, edition: str, band: int, more: int) -> None:
    """Count so many more players in a band; fewer, if negative."""
    if insert_once(session, RatingBand, edition=edition, band=band, players=more):
        return
    this = RatingBand.edition == edition, RatingBand.band == band
    counted = update(RatingBand).where(*this).values(players=RatingBand.players + more)
    session.execute(counted.execution_options(synchronize_session=False))
