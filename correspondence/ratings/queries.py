"""Ratings as everybody may read them: leaderboards, and those of one player."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import Session, aliased

from correspondence.errors import NotFound
from correspondence.models.accounts import Account
from correspondence.models.games import Game
from correspondence.models.ratings import PlayerRating, RatingBand, RatingChange
from narration.words import N_

# A rating that rests on fewer games is provisional: it is shown below the others, without a place.
SETTLED = 5
PAGE, BEST = 50, 10
MOST_GAMES = 100
# Who stands on leaderboards.
SHOWN: ColumnElement[bool] = and_(Account.ratings_hidden.is_(False), Account.deleted_at.is_(None))


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
    """The editions in which anybody has a rating that is shown."""
    anybody = select(RatingBand.edition).where(RatingBand.players > 0)
    return tuple(session.scalars(anybody.distinct().order_by(RatingBand.edition)))


def best_of(session: Session, edition: str) -> Leaderboard:
    """The first few of an edition's leaderboard."""
    return _board(session, edition, 1, BEST)


def leaderboard(session: Session, edition: str, page: int = 1) -> Leaderboard:
    """A page of an edition's leaderboard, counted from 1; NotFound `no-such-page` for one that is not there."""
    if page < 1:
        raise NotFound("no-such-page", N_("There is no such page."))
    board = _board(session, edition, page, PAGE)
    if not board.lines and page > 1:
        raise NotFound("no-such-page", N_("There is no such page."))
    return board


def _board(session: Session, edition: str, page: int, size: int) -> Leaderboard:
    first = (page - 1) * size
    query = select(PlayerRating).where(PlayerRating.edition == edition, PlayerRating.band.is_not(None))
    passed = 0
    if first:
        band, passed = _band_at(session, edition, first)
        query = query.where(PlayerRating.band <= band)
    # Accounts are read of those alone who stand on the page.
    rows = query.order_by(*_best_first(PlayerRating)).offset(first - passed).limit(size + 1).subquery()
    latest = aliased(PlayerRating, rows)
    listed = select(latest, Account).join(Account, Account.id == latest.account_id).where(SHOWN)
    found = session.execute(listed.order_by(*_best_first(latest))).all()
    lines = [_line(rating, account, first + number) for number, (rating, account) in enumerate(found[:size], start=1)]
    return Leaderboard(edition, page, tuple(lines), len(found) > size)


def _best_first(rating: type[PlayerRating]) -> tuple[ColumnElement[Any], ...]:
    return rating.band.desc(), rating.sure.desc(), rating.number.desc(), rating.account_id.asc()


def _band_at(session: Session, edition: str, position: int) -> tuple[int, int]:
    """In which band of a leaderboard the player at a position stands, counted from 0, and how many stand in better
    ones; below the last player, a band below all."""
    bands = select(RatingBand.band, RatingBand.players).where(RatingBand.edition == edition, RatingBand.players > 0)
    passed, last = 0, 0
    for band, players in session.execute(bands.order_by(RatingBand.band.desc())):
        if passed + players > position:
            return band, passed
        passed, last = passed + players, band
    return last - 1, passed


def ratings_of(session: Session, person_id: str, reader: Account | None) -> PersonRatings:
    """Somebody's ratings, as a reader may know them: nothing of who hides theirs. NotFound `no-such-person`."""
    account = session.scalar(select(Account).where(Account.public_id == person_id, Account.deleted_at.is_(None)))
    if account is None:
        raise NotFound("no-such-person", N_("There is no such person."))
    if account.ratings_hidden and (reader is None or reader.id != account.id):
        return PersonRatings(True, (), ())
    mine = select(PlayerRating).where(PlayerRating.account_id == account.id).order_by(PlayerRating.edition)
    lines = [_line(rating, account, _place(session, rating)) for rating in session.scalars(mine)]
    return PersonRatings(account.ratings_hidden, tuple(lines), _games(session, account))


def _line(rating: PlayerRating, account: Account, place: int) -> RatingLine:
    provisional = rating.number < SETTLED
    return RatingLine(
        edition=rating.edition,
        person=account.public_id,
        name=account.name,
        rating=round(rating.mu),
        uncertain=round(rating.sigma),
        games=rating.number,
        place=0 if provisional or rating.band is None else place,
        provisional=provisional,
    )


def _place(session: Session, rating: PlayerRating) -> int:
    """Their place on the leaderboard; of other players only those of the same band are read."""
    if rating.number < SETTLED or rating.band is None:
        return 0
    better = select(func.sum(RatingBand.players))
    better = better.where(RatingBand.edition == rating.edition, RatingBand.band > rating.band)
    beside = select(func.count()).where(PlayerRating.edition == rating.edition, PlayerRating.band == rating.band)
    ahead = session.scalar(beside.where(PlayerRating.sure > rating.sure)) or 0
    return 1 + (session.scalar(better) or 0) + ahead


def _games(session: Session, account: Account) -> tuple[RatedGameLine, ...]:
    other = aliased(RatingChange)
    players_of = select(func.count()).where(other.game_id == RatingChange.game_id).scalar_subquery()
    query = (
        select(RatingChange, Game.public_id, Game.title, Game.finished_at, players_of)
        .join(Game, Game.id == RatingChange.game_id)
        .where(RatingChange.account_id == account.id, Game.status == "finished")
        .order_by(Game.finished_at.desc(), Game.id.desc())
        .limit(MOST_GAMES)
    )
    return tuple(
        RatedGameLine(
            game_id=game_id,
            title=title,
            edition=change.edition,
            house=change.house,
            finished_at=finished_at,
            rank=change.rank,
            players=players,
            rating=round(change.mu),
            gained=round(change.mu) - round(change.mu_before),
        )
        for change, game_id, title, finished_at, players in session.execute(query)
        if finished_at is not None
    )
