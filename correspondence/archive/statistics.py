"""Statistics of games that are over: counted once, kept, and added up for each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
import structlog
from sqlalchemy import ColumnElement, and_, case, exists, func, or_, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session, aliased

from adjudicator import documents, games
from adjudicator.engine.values import GameCounter
from correspondence.archive.queries import Sight, current, round_records, rounds_seen, view_in
from correspondence.models.accounts import Account
from correspondence.models.archive import HouseResult, KeptStatistics
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game, Seat
from correspondence.models.press import PressMessage, PressThread
from correspondence.rows import insert_once

log = structlog.get_logger(__name__)

_encoder = msgspec.json.Encoder()


def statistics_of(session: Session, game: Game) -> Any:
    """The statistics of a game that is over: as they are kept, or counted now if they are not yet."""
    kept, family = session.get(KeptStatistics, game.id), games.of_edition(game.edition)
    if kept is None or kept.version != family.statistics_version:
        return counted(session, game)
    return documents.decoder(family.types.statistics).decode(kept.document)


def counted(session: Session, game: Game) -> Any:
    """Count a game, a round at a time."""
    sight = Sight(game, None, True, None)
    rounds = rounds_seen(session, sight)
    counter: GameCounter | None = None
    family = games.of_edition(game.edition)
    for number in rounds:
        board = view_in(session, sight, number).board
        counter = counter or family.counter(game.rules, board.houses)
        counter.round(round_records(session, sight, number), board)
    if counter is None:
        raise ValueError(f"game {game.public_id} has no rounds")
    closed = select(func.count()).where(OpenedCall.game_id == game.id, OpenedCall.status == "closed")
    for house, letters in _public_letters(session, game):
        counter.letters(house, letters)
    return counter.statistics(session.scalar(closed) or 0)


def _public_letters(session: Session, game: Game) -> Sequence[tuple[str, int]]:
    """How many letters each house wrote to all, as far as they reached anybody.

    Who wrote what without a name is not counted, nor what a game master wrote.
    """
    query = (
        select(PressMessage.house, func.count())
        .join(PressThread, PressThread.id == PressMessage.thread_id)
        .where(PressMessage.game_id == game.id, PressThread.kind == "public", PressMessage.removed_at.is_(None))
        .where(PressMessage.released_at.is_not(None), PressMessage.house != "")
    )
    return [(house, count) for house, count in session.execute(query.group_by(PressMessage.house))]


def keep_missing(session: Session, now: datetime, most: int = 5) -> int:
    """Count and keep the statistics of games that ended since the last time; how many there were.

    A game whose statistics cannot be counted is marked as failed and logged; it holds up no other.
    """
    query = (
        select(Game)
        .outerjoin(KeptStatistics, KeptStatistics.game_id == Game.id)
        .where(Game.status == "finished", Game.settled == "", Game.started_at.is_not(None))
        .where(or_(KeptStatistics.game_id.is_(None), *outdated()))
    )
    games = session.scalars(query.order_by(Game.id).limit(most)).all()
    counts = 0
    for game in games:
        try:
            with session.begin_nested():
                keep_statistics(session, game, now)
        except DBAPIError:
            raise
        except Exception:
            log.exception("the statistics of a game cannot be counted", game=game.public_id)
            game.settled = "failed"
        else:
            counts += 1
    return counts


def outdated() -> list[ColumnElement[bool]]:
    """Statistics that their family counts otherwise by now."""
    return [
        and_(Game.edition.in_(family.editions), KeptStatistics.version != family.statistics_version)
        for family in games.GAMES.values()
    ]


def keep_statistics(session: Session, game: Game, now: datetime, found: Any = None) -> None:
    """Count and keep the statistics of a game that is over, and each house's place; again if it was done before.

    `found`: they were counted already, of this game.
    """
    found = found or counted(session, game)
    board = current(session, game).showing.board
    winners = board.ending.winners if board.ending else ()
    family = games.of_edition(game.edition)
    version = family.statistics_version
    insert_once(session, KeptStatistics, game_id=game.id, version=version, counted_at=now, document=b"")
    kept = session.get_one(KeptStatistics, game.id)
    kept.version, kept.counted_at, kept.document = version, now, _encoder.encode(found)
    for place, row in enumerate(games.of(board).standings(board, game.rules), start=1):
        insert_once(session, HouseResult, game_id=game.id, house=row.house, place=place)
        result = session.scalars(
            select(HouseResult).where(HouseResult.game_id == game.id, HouseResult.house == row.house)
        ).one()
        result.place, result.won = place, row.house in winners
        for name, count in family.results(found, row.house).items():
            setattr(result, name, count)
    session.flush()


@dataclass(frozen=True)
class HouseRecord:
    """How often somebody played a house to the end, and won."""

    edition: str
    house: str
    games: int
    won: int


@dataclass(frozen=True)
class PlayerStatistics:
    """What somebody did in all games they finished; `places` is the mean of their places, None without a game."""

    games: int
    won: int
    shared: int
    places: float | None
    castles: int
    castles_taken: int
    battles_won: int
    battles_lost: int
    throne_rounds: int
    houses: tuple[HouseRecord, ...]


# What is added up over the games of a player, under the names of PlayerStatistics.
_WON = case((HouseResult.won, 1), else_=0)
_SUMMED = {
    "won": _WON,
    "castles": HouseResult.castles,
    "castles_taken": HouseResult.castles_taken,
    "battles_won": HouseResult.battles_won,
    "battles_lost": HouseResult.battles_lost,
    "throne_rounds": HouseResult.throne_rounds,
}


def player_statistics(session: Session, person_id: str) -> PlayerStatistics:
    """What an account (its public id) did in the games it played to the end; imported ones name nobody."""
    account = select(Account.id).where(Account.public_id == person_id).scalar_subquery()
    mine = (Seat.account_id == account) & (Seat.game_id == HouseResult.game_id) & (Seat.house == HouseResult.house)
    sums = [func.coalesce(func.sum(column), 0).label(name) for name, column in _SUMMED.items()]
    query = select(func.count().label("games"), func.avg(HouseResult.place).label("places"), *sums)
    found = session.execute(query.select_from(HouseResult).join(Seat, mine)).one()
    other = aliased(HouseResult)
    beside = exists().where(other.game_id == HouseResult.game_id, other.house != HouseResult.house, other.won)
    shared = select(func.count()).select_from(HouseResult).join(Seat, mine).where(HouseResult.won, beside)
    by_house = (
        select(Game.edition, HouseResult.house, func.count(), func.sum(_WON))
        .select_from(HouseResult)
        .join(Seat, mine)
        .join(Game, Game.id == HouseResult.game_id)
        .group_by(Game.edition, HouseResult.house)
        .order_by(func.count().desc(), HouseResult.house)
    )
    return PlayerStatistics(
        games=found.games,
        places=None if found.places is None else float(found.places),
        shared=session.scalar(shared) or 0,
        houses=tuple(HouseRecord(*row) for row in session.execute(by_house)),
        **{name: int(getattr(found, name)) for name in _SUMMED},
    )
