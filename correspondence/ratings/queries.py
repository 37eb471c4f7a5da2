"""Ratings as everybody may read them: leaderboards, and those of one player."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, and_, func, select
from sqlalchemy.orm import Session

from correspondence.errors import NotFound
from correspondence.models.accounts import Account
from correspondence.models.games import Game
from correspondence.models.ratings import RatingChange
from correspondence.ratings.model import Rating
from narration.words import N_

# A rating that rests on fewer games is provisional: it is shown below the others, without a place.
SETTLED = 5
PAGE = 50
MOST_GAMES = 100


@dataclass(frozen=True)
class RatingLine:
    """Somebody's rating in an edition: `rating` points, uncertain by `uncertain`, from `games` rated games.

    `place` is 0 while it is `provisional`, and for who keeps their ratings to themselves.
    """

    edition: str
    person: str
    name: str
    rating: int
    uncertain: int
    games: int
    place: int
    provisional: bool


@dataclass(frozen=True)
class RatedGameLine:
    """What a rated game did to somebody's rating: their rank among `players` who counted, the points gained; `house` is
    empty for whoever left before the end."""

    game_id: str
    title: str
    edition: str
    house: str
    finished_at: datetime
    rank: int
    players: int
    rating: int
    gained: int


@dataclass(frozen=True)
class Leaderboard:
    """The players of an edition, the best first, provisional ones last; `later`: there is another page."""

    edition: str
    page: int
    lines: tuple[RatingLine, ...]
    later: bool


@dataclass(frozen=True)
class PersonRatings:
    """Somebody's ratings in all editions and what made them, the last game first; `hidden`: others are not told."""

    hidden: bool
    ratings: tuple[RatingLine, ...]
    games: tuple[RatedGameLine, ...]


def rated_editions(session: Session) -> tuple[str, ...]:
    """The editions in which anybody has a rating."""
    return tuple(session.scalars(select(RatingChange.edition).distinct().order_by(RatingChange.edition)))


def leaderboard(session: Session, edition: str, page: int = 1) -> Leaderboard:
    """A page of an edition's leaderboard, counted from 1; NotFound `no-such-page` for one that is not there."""
    if page < 1:
        raise NotFound("no-such-page", N_("There is no such page."))
    sure = RatingChange.mu - 2 * RatingChange.sigma
    query = _latest(edition).where(Account.ratings_hidden.is_(False), Account.deleted_at.is_(None))
    query = query.order_by(RatingChange.number < SETTLED, sure.desc(), RatingChange.number.desc(), Account.id)
    first = (page - 1) * PAGE
    rows = session.execute(query.offset(first).limit(PAGE + 1)).all()
    if not rows and page > 1:
        raise NotFound("no-such-page", N_("There is no such page."))
    lines = [_line(change, account, first + number) for number, (change, account) in enumerate(rows[:PAGE], start=1)]
    return Leaderboard(edition, page, tuple(lines), len(rows) > PAGE)


def ratings_of(session: Session, person_id: str, reader: Account | None) -> PersonRatings:
    """Somebody's ratings, as a reader may know them: nothing of who hides theirs. NotFound `no-such-person`."""
    account = session.scalar(select(Account).where(Account.public_id == person_id, Account.deleted_at.is_(None)))
    if account is None:
        raise NotFound("no-such-person", N_("There is no such person."))
    if account.ratings_hidden and (reader is None or reader.id != account.id):
        return PersonRatings(True, (), ())
    lines = []
    for edition in rated_editions(session):
        change = session.scalar(_last_of(account, edition))
        if change is not None:
            lines.append(_line(change, account, _place(session, change, account)))
    return PersonRatings(account.ratings_hidden, tuple(lines), _games(session, account))


def _latest(edition: str) -> Select[RatingChange, Account]:
    last = (
        select(RatingChange.account_id, func.max(RatingChange.number).label("number"))
        .where(RatingChange.edition == edition)
        .group_by(RatingChange.account_id)
        .subquery()
    )
    return (
        select(RatingChange, Account)
        .join(last, and_(RatingChange.account_id == last.c.account_id, RatingChange.number == last.c.number))
        .join(Account, Account.id == RatingChange.account_id)
        .where(RatingChange.edition == edition)
    )


def _last_of(account: Account, edition: str) -> Select[RatingChange]:
    query = select(RatingChange).where(RatingChange.account_id == account.id, RatingChange.edition == edition)
    return query.order_by(RatingChange.number.desc()).limit(1)


def _line(change: RatingChange, account: Account, place: int) -> RatingLine:
    provisional = change.number < SETTLED
    return RatingLine(
        edition=change.edition,
        person=account.public_id,
        name=account.name,
        rating=round(change.mu),
        uncertain=round(change.sigma),
        games=change.number,
        place=0 if provisional or account.ratings_hidden else place,
        provisional=provisional,
    )


def _place(session: Session, change: RatingChange, account: Account) -> int:
    """Their place on the leaderboard, were it as they stand now."""
    if change.number < SETTLED or account.ratings_hidden:
        return 0
    latest = _latest(change.edition).where(Account.ratings_hidden.is_(False), Account.deleted_at.is_(None))
    sure = RatingChange.mu - 2 * RatingChange.sigma
    mine = Rating(change.mu, change.sigma).sure
    ahead = latest.where(RatingChange.number >= SETTLED, sure > mine).subquery()
    return 1 + (session.scalar(select(func.count()).select_from(ahead)) or 0)


def _games(session: Session, account: Account) -> tuple[RatedGameLine, ...]:
    others = (
        select(RatingChange.game_id, func.count().label("players")).group_by(RatingChange.game_id).subquery("others")
    )
    query = (
        select(RatingChange, Game, others.c.players)
        .join(Game, Game.id == RatingChange.game_id)
        .join(others, others.c.game_id == RatingChange.game_id)
        .where(RatingChange.account_id == account.id, Game.status == "finished")
        .order_by(Game.finished_at.desc(), Game.id.desc())
        .limit(MOST_GAMES)
    )
    return tuple(
        RatedGameLine(
            game_id=game.public_id,
            title=game.title,
            edition=game.edition,
            house=change.house,
            finished_at=game.finished_at,
            rank=change.rank,
            players=players,
            rating=round(change.mu),
            gained=round(change.mu) - round(change.mu_before),
        )
        for change, game, players in session.execute(query)
        if game.finished_at is not None
    )
