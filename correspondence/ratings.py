"""Ratings of players from games that are over, and reading them.

- Whoever has a house at the end, played by themselves, counts with its place; those who won share the first.
- A substitute counts if they led houses of this game in at least half of its turns, else the game passes them by.
- Whoever was there from the beginning and left, or missed turns until their seat was offered, comes behind all who
  stayed, whatever became of the house. Whom others replaced, and whoever deleted their account, does not count.
- Bots and vassals do not count. In a draw all who stayed share the first place.

A rating is the mean and the deviation of a belief. Whoever ends before another beats them, whoever shares a place draws
with them; what somebody gains or loses is the mean over all others, so that a game for eight weighs no more than one
for three.

Whoever changes what ratings rest on (changes of ratings, hiding, leaving) brings them up to date in the same
transaction.

What is kept is never corrected: where a game ended earlier or otherwise than it did when it was worked in, was taken
back or counted anew, everything from there on is forgotten and worked out again. So the figures are always those that
come of working through all games from the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import floor
from typing import Any

from openskill.models import BradleyTerryPart
from sqlalchemy import ColumnElement, and_, delete, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from correspondence.input_validation import NotFound
from correspondence.models import (
    Account,
    Game,
    HouseResult,
    PlayerRating,
    RatedGame,
    RatingBand,
    RatingChange,
    SeatHolder,
    StoredStatistics,
    Turn,
)
from correspondence.rows import from_rows, insert_once, lock_by_name

# A rating that rests on fewer games is provisional: it is shown below the others, without a place.
SETTLED = 5
PAGE, BEST = 50, 10
MAX_GAMES = 100
# Who stands on leaderboards.
SHOWN = and_(Account.ratings_hidden.is_(False), Account.deleted_at.is_(None))


@dataclass(frozen=True)
class RatingLine:
    """A player's rating in an edition: `rating` points, uncertain by `uncertain`.

    It comes from `games` rated games. `place` is 0 while it is `provisional`, and for players who hide their ratings.
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
    """The effect of a rated game on a player's rating.

    `rank` is among the `players` who counted; `gained` are points. `house` is empty for players who left before the
    end.
    """

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
    """The players of an edition, best first, provisional ones last.

    `later`: there is another page.
    """

    edition: str
    page: int
    lines: tuple[RatingLine, ...]
    later: bool


@dataclass(frozen=True)
class PersonRatings:
    """A player's ratings in all editions and the rated games, latest first.

    `hidden`: others do not see them.
    """

    hidden: bool
    ratings: tuple[RatingLine, ...]
    games: tuple[RatedGameLine, ...]


def rated_editions(session: Session) -> tuple[str, ...]:
    """The editions in which anybody has a rating that is shown."""
    anybody = select(RatingBand.edition).where(RatingBand.players > 0)
    return tuple(session.scalars(anybody.distinct().order_by(RatingBand.edition)))


def leaderboard(session: Session, edition: str, page: int = 1, size: int = PAGE) -> Leaderboard:
    """Return a page of a leaderboard, from 1. Raises NotFound `no-such-page`."""
    if page < 1:
        raise NotFound("no-such-page", "There is no such page.")
    board = _leaderboard_page(session, edition, page, size)
    if not board.lines and page > 1:
        raise NotFound("no-such-page", "There is no such page.")
    return board


def _leaderboard_page(session: Session, edition: str, page: int, size: int) -> Leaderboard:
    """Return a page (from 1) of the leaderboard, of `size` players or fewer."""
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
    entries = session.execute(listed.order_by(*_best_first(latest))).all()
    lines = [
        _rating_line(rating, account, first + number)
        for number, (rating, account) in enumerate(entries[:size], start=1)
    ]
    return Leaderboard(edition, page, tuple(lines), len(entries) > size)


def _best_first(rating: type[PlayerRating]) -> tuple[ColumnElement[Any], ...]:
    return rating.band.desc(), rating.sure.desc(), rating.number.desc(), rating.account_id.asc()


def _band_at(session: Session, edition: str, position: int) -> tuple[int, int]:
    """Return the band of the player at a position (from 0).
    Returns also how many players are in the bands above. Below the last player: a band below all."""
    bands = select(RatingBand.band, RatingBand.players).where(RatingBand.edition == edition, RatingBand.players > 0)
    passed, last = 0, 0
    for band, players in session.execute(bands.order_by(RatingBand.band.desc())):
        if passed + players > position:
            return band, passed
        passed, last = passed + players, band
    return last - 1, passed


def ratings_of(session: Session, person_id: str, reader: Account | None) -> PersonRatings:
    """Return a person's ratings and rated games as a reader sees them.
    Hidden ratings are empty for others. NotFound `no-such-person`."""
    account = session.scalar(select(Account).filter_by(public_id=person_id, deleted_at=None))
    if account is None:
        raise NotFound("no-such-person", "There is no such person.")
    if account.ratings_hidden and (reader is None or reader.id != account.id):
        return PersonRatings(True, (), ())
    mine = select(PlayerRating).filter_by(account_id=account.id).order_by(PlayerRating.edition)
    lines = [_rating_line(rating, account, _place(session, rating)) for rating in session.scalars(mine)]
    return PersonRatings(account.ratings_hidden, tuple(lines), _rated_games(session, account))


def _rating_line(rating: PlayerRating, account: Account, place: int) -> RatingLine:
    """Return the line of a rating.
    `place` on the leaderboard becomes 0 for a provisional or hidden one."""
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
    """Return their place on the leaderboard; reads only players of the same band."""
    if rating.number < SETTLED or rating.band is None:
        return 0
    better = select(func.sum(RatingBand.players))
    better = better.where(RatingBand.edition == rating.edition, RatingBand.band > rating.band)
    beside = select(func.count()).where(PlayerRating.edition == rating.edition, PlayerRating.band == rating.band)
    ahead = session.scalar(beside.where(PlayerRating.sure > rating.sure)) or 0
    return 1 + (session.scalar(better) or 0) + ahead


def _rated_games(session: Session, account: Account) -> tuple[RatedGameLine, ...]:
    """Return the rated games of an account, latest first, with what each gained."""
    other = aliased(RatingChange)
    players_of = select(func.count()).where(other.game_id == RatingChange.game_id).scalar_subquery()
    query = (
        select(RatingChange, Game.public_id, Game.title, Game.finished_at, players_of)
        .join(Game, Game.id == RatingChange.game_id)
        .where(RatingChange.account_id == account.id, Game.status == "finished")
        .order_by(Game.finished_at.desc(), Game.id.desc())
        .limit(MAX_GAMES)
    )
    return tuple(
        from_rows(
            RatedGameLine,
            change,
            game_id=game_id,
            title=title,
            finished_at=finished_at,
            players=players,
            rating=round(change.mu),
            gained=round(change.mu) - round(change.mu_before),
        )
        for change, game_id, title, finished_at, players in session.execute(query)
        if finished_at is not None
    )


# How holders part with a seat by what they did or left undone.
LEFT = frozenset({"missed", "retired", "vassal"})
JOINED = "joined"
DRAW = "draw"


@dataclass(frozen=True)
class Counted:
    """Somebody who counts in a game: rank and final house (empty: left before)."""

    rank: int
    house: str


def players_counted(session: Session, game: Game) -> dict[int, Counted]:
    """Return who counts in a game, by account key; nobody if fewer than two do."""
    places = {
        house: (place, won)
        for house, place, won in session.execute(
            select(HouseResult.house, HouseResult.place, HouseResult.won).filter_by(game_id=game.id)
        )
    }
    turns = session.scalar(select(func.max(Turn.number)).filter_by(game_id=game.id)) or 0
    holders = session.scalars(select(SeatHolder).filter_by(game_id=game.id).order_by(SeatHolder.id)).all()
    by_person: dict[int, list[SeatHolder]] = {}
    for row in holders:
        if row.account_id is not None and row.kind == "human":
            by_person.setdefault(row.account_id, []).append(row)
    results: dict[int, tuple[int, str]] = {}
    for account, rows in by_person.items():
        rank = _rank(rows, places, turns, draw=game.ended_by == DRAW)
        if rank is not None:
            results[account] = rank, rows[-1].house or "" if rows[-1].until is None else ""
    if len(results) < 2:
        return {}
    # From 1 without gaps.
    ranks = {rank: number for number, rank in enumerate(sorted({rank for rank, _ in results.values()}), start=1)}
    return {account: Counted(ranks[rank], house) for account, (rank, house) in results.items()}


def _rank(rows: Sequence[SeatHolder], places: Mapping[str, tuple[int, bool]], turns: int, *, draw: bool) -> int | None:
    """Where somebody stands, as far as it can be compared; None: they do not count."""
    first, last = rows[0], rows[-1]
    if last.until is not None:
        behind = 1 + max((place for place, _ in places.values()), default=0)
        return behind if first.began == JOINED and last.ended in LEFT else None
    led = sum(max((turns if row.to_turn is None else row.to_turn) - max(row.from_turn, 1) + 1, 0) for row in rows)
    if first.began != JOINED and 2 * led < turns:
        return None
    place = places.get(last.house or "")
    if place is None:
        return None
    # Before every place: an override may name a winner who does not lead the board.
    return 0 if draw or place[1] else place[0]


# Everybody is compared with everybody.
_ALL = 64
_model = BradleyTerryPart(mu=1500.0, sigma=250.0, beta=250.0, tau=2.5, window_size=_ALL)


@dataclass(frozen=True)
class Rating:
    """What is believed of a player: `mu` points, `sigma` uncertain."""

    mu: float
    sigma: float

    @property
    def sure(self) -> float:
        """The rating minus twice the uncertainty; leaderboards are sorted by it."""
        return self.mu - 2 * self.sigma


NEWCOMER = Rating(1500.0, 250.0)


def rate_players(before: Mapping[int, Rating], ranks: Mapping[int, int]) -> dict[int, Rating]:
    """Return ratings after a game, by player key; rank 1 is best, ties are equal.
    The result does not depend on the order of players. Raises ValueError for fewer than two."""
    if len(ranks) < 2:
        raise ValueError("a rating compares two at least")
    # Sums of floats depend on their order.
    order = sorted(ranks, key=lambda player: (ranks[player], player))
    ratings = [before.get(player, NEWCOMER) for player in order]
    teams = [[_model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    results = _model.rate(teams, ranks=[float(ranks[player]) for player in order])
    return {player: Rating(team[0].mu, team[0].sigma) for player, team in zip(order, results, strict=True)}


# Points. Narrow, for of the players of one band the rows are read; what is kept is in bands of this width, and knows
# who is settled, so that another width, or number of games, needs a migration.
BAND_WIDTH = 2.0
# By how many bands provisional ratings lie below the others: more than there are.
PROVISIONAL_BELOW = 1_000_000
_AT_ONCE = 500


def lock_edition_ratings(session: Session, edition: str) -> None:
    """Wait until nobody else changes the ratings of an edition.
    Holds the lock until the commit."""
    lock_by_name(session, f"ratings:{edition}")


def rating_band(rating: Rating, number: int) -> int:
    """Return the number of the band that a rating lies in.
    `number` is how many games it rests on; provisional ratings lie below all others."""
    return floor(rating.sure / BAND_WIDTH) - (PROVISIONAL_BELOW if number < SETTLED else 0)


def follow_changes(session: Session, edition: str, accounts: Collection[int]) -> None:
    """Update ratings of accounts after changes; the caller holds the edition's lock."""
    session.flush()
    order = sorted(accounts)
    for start in range(0, len(order), _AT_ONCE):
        _update_ratings(session, edition, order[start : start + _AT_ONCE])


def follow_account(session: Session, account: Account) -> None:
    """Bring all ratings of an account up to date: whether they are shown has changed."""
    mine = select(PlayerRating.edition).filter_by(account_id=account.id).order_by(PlayerRating.edition)
    for edition in session.scalars(mine).all():
        lock_edition_ratings(session, edition)
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


def _update_ratings(session: Session, edition: str, accounts: Sequence[int]) -> None:
    """Set accounts' ratings to their latest changes; count the players in bands.
    Ratings without any change are deleted. Hidden ones get no band."""
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
        row.band = rating_band(rating, change.number) if change.account_id in shown else None
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


# The games that count; their places are known once their statistics are kept.
COUNTS = and_(Game.rated, Game.status == "finished", Game.finished_at.is_not(None), Game.imported_at.is_(None))
# What a game can be that was over and is not any more.
NOT_OVER = ("running", "set-aside", "cancelled")
OTHERWISE = or_(RatedGame.ended_at != Game.finished_at, RatedGame.counted_at != StoredStatistics.counted_at)


def rate_missing(session: Session, now: datetime) -> int:
    """Bring the ratings of all editions up to date; how many games were worked in."""
    editions = {edition for edition, _ in _unrated_ends(session)}
    return sum(_update_edition(session, edition) for edition in sorted(editions))


def hide_ratings(session: Session, account: Account, hidden: bool) -> None:
    """Set whether ratings are hidden from others; they are still calculated."""
    mine = session.get_one(Account, account.id)
    mine.ratings_hidden = hidden
    session.flush()
    follow_account(session, mine)


def _unrated_ends(session: Session) -> Sequence[tuple[str, datetime]]:
    """Return edition and time of each end of a game not yet, or no longer, rated."""
    new = (
        select(Game.edition, Game.finished_at)
        .join(StoredStatistics)
        .outerjoin(RatedGame)
        .where(COUNTS, Game.settled == "", or_(RatedGame.game_id.is_(None), OTHERWISE))
    )
    # Games that are over, and those that were and go on: what is settled stands as it was worked in.
    changed = or_(
        and_(Game.status == "finished", Game.settled == ""),
        and_(Game.status.in_(NOT_OVER), Game.settled == "reopened"),
    )
    old = (
        select(RatedGame.edition, RatedGame.ended_at)
        .join(Game)
        .outerjoin(StoredStatistics)
        .where(changed, or_(~COUNTS, StoredStatistics.game_id.is_(None), OTHERWISE))
    )
    return [(edition, at) for query in (new, old) for edition, at in session.execute(query) if at]


def _update_edition(session: Session, edition: str) -> int:
    """Bring an edition's ratings up to date; return how many games were rated.
    It rates all games again from the first that is not rated as it ended."""
    lock_edition_ratings(session, edition)
    # Somebody else may have done it meanwhile.
    ends = [at for other_edition, at in _unrated_ends(session) if other_edition == edition]
    if not ends:
        return 0
    players = _forget(session, edition, min(ends))
    games, more = _rate_new_games(session, edition, min(ends))
    follow_changes(session, edition, players | more)
    return games


def _forget(session: Session, edition: str, since: datetime) -> set[int]:
    """Forget ratings of games ended from a time on; return accounts that changed."""
    games = select(RatedGame.game_id).where(RatedGame.edition == edition, RatedGame.ended_at >= since)
    game_ids = session.scalars(games).all()
    players: set[int] = set()
    for start in range(0, len(game_ids), 500):
        some = game_ids[start : start + 500]
        players |= set(session.scalars(select(RatingChange.account_id).where(RatingChange.game_id.in_(some))))
        for table in (RatingChange, RatedGame):
            session.execute(delete(table).where(table.game_id.in_(some)))
    return players


def _rate_new_games(session: Session, edition: str, since: datetime) -> tuple[int, set[int]]:
    """Rate games ended from a time on and not rated yet.
    All are later than those rated. Returns how many there were, and whose ratings they changed."""
    query = (
        select(Game, StoredStatistics.counted_at)
        .join(StoredStatistics)
        .outerjoin(RatedGame)
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
        after = rate_players(now, {account: result.rank for account, result in counted.items()})
        for account, result in counted.items():
            played[account] = played.get(account, 0) + 1
            session.add(
                _rating_change(game, account, played[account], result, now.get(account, NEWCOMER), after[account])
            )
        now |= after
    return len(games), set(played)


def _rating_change(
    game: Game, account: int, number: int, counted: Counted, before: Rating, after: Rating
) -> RatingChange:
    """Return the row of a change of an account's rating by a game.
    `account` is a key; `number` is how many rated games it has played with this one."""
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
