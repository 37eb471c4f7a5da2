"""How a game ended, and who held which seat."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine.bulk import Level
from adjudicator.engine.values import Standing, View
from correspondence.archive.queries import Sight, current, sight_of
from correspondence.archive.statistics import statistics_of
from correspondence.errors import Denied
from correspondence.evaluations.use_cases import ask_evaluation, evaluations_of
from correspondence.games.access import (
    TellTime,
    Who,
    account_told,
    last_shown,
    name_told,
    names_told,
    times_told,
    who_is,
)
from correspondence.models.accounts import Account
from correspondence.models.calls import Evaluation
from correspondence.models.games import Game, Seat, SeatHolder
from narration.words import N_

RETIRED, DELETED = "retired", "deleted"


@dataclass(frozen=True)
class HolderLine:
    """Somebody who held a seat: `player` is empty for stewards, and where names are not told; there moments are those
    at which calls opened, and that an account was deleted is not told. `to_call` is None while they hold it, and less
    than `from_call` if no call was adjudicated in their time. `level`: how well a bot plays that holds it now."""

    house: str
    player: str
    kind: str
    level: Level
    began: str
    ended: str
    since: datetime
    until: datetime | None
    from_call: int
    to_call: int | None


def holders_of(session: Session, game: Game, account: Account | None, now: datetime) -> list[HolderLine]:
    """The holders of all seats, house by house, oldest first; nothing before the game begins.

    Who looks on later is told of holders that much later, and nothing where nobody looks on.
    """
    who = who_is(session, game, account, now)
    query = (
        select(SeatHolder, Account, Seat.bot_level)
        .join(Seat, Seat.id == SeatHolder.seat_id)
        .outerjoin(Account, Account.id == SeatHolder.account_id)
        .where(SeatHolder.game_id == game.id)
        .order_by(SeatHolder.house, SeatHolder.id)
    )
    shown, time_told = last_shown(session, game, who), times_told(session, game, who)
    return [
        _line(game, row, held, level, who, shown, time_told)
        for row, held, level in session.execute(query)
        if shown is None or row.from_call <= shown + 1
    ]


def _line(
    game: Game,
    row: SeatHolder,
    held: Account | None,
    level: Level,
    who: Who,
    shown: int | None,
    time_told: TellTime,
) -> HolderLine:
    """A holder, who holds the seat still for a reader that knows of calls up to `shown` (None: of all) only."""
    over = row.until is not None and (shown is None or (row.to_call or 0) <= shown)
    # Who is gone from the site is known by that.
    ended = RETIRED if row.ended == DELETED and not names_told(game, who) else row.ended
    return HolderLine(
        house=row.house or "",
        player=account_told(game, held, who),
        kind=row.kind,
        level=level if row.until is None else "steward",
        began=row.began,
        ended=ended if over else "",
        since=time_told(row.since),
        until=time_told(row.until) if over and row.until else None,
        from_call=row.from_call,
        to_call=row.to_call if over else None,
    )


# A game that is over changes no more: asking again soon brings nothing new.
SOON = timedelta(hours=1)
State = Literal["waiting", "agrees", "differs", "failed"]


@dataclass(frozen=True)
class Check:
    """The last evaluation of the game by a process of its own, which plays its journal again."""

    state: State
    asked_at: datetime
    at: datetime | None


@dataclass(frozen=True, kw_only=True)
class EndPage:
    """A game that is over. `players` names who played a house at the end (empty: not known), `stewards` lists the
    houses that nobody did, `levels` how well their bots played that were no stewards. `ended_by` is empty (the rules),
    `draw` (nobody won) or `vote` (whoever led did). `seed_fits`: its SHA-256 is the one published at the start."""

    game_id: str
    title: str
    edition: str
    seat: str | None
    winners: tuple[str, ...]
    reason: str
    ended_by: str
    finished_at: datetime
    imported_at: datetime | None
    view: View
    standings: tuple[Standing, ...]
    players: dict[str, str]
    stewards: tuple[str, ...]
    levels: dict[str, Level]
    statistics: Any
    seed: str
    commitment: str
    seed_fits: bool
    check: Check | None


def end_page(session: Session, game_id: str, account: Account | None, now: datetime) -> EndPage:
    """The last page of a game; NotFound `no-such-game`, Denied `not-over-yet`, `no-spectators`."""
    sight = _over(session, game_id, account, now)
    game = sight.game
    showing = current(session, game).showing
    board = showing.board
    standings = games.of(board).standings(board, game.rules)
    by_rules = board.ending.winners if board.ending else ()
    checks = evaluations_of(session, game, 1)
    return EndPage(
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        seat=sight.house,
        winners=(standings[0].house,) if game.ended_by == "vote" else by_rules,
        reason=board.ending.reason if board.ending else "",
        ended_by=game.ended_by,
        finished_at=game.finished_at or now,
        imported_at=game.imported_at,
        view=games.of(showing).view(showing, sight.house),
        standings=standings,
        players={seat.house: name_told(game, seat) for seat in game.seats if seat.house and seat.kind == "human"},
        stewards=tuple(seat.house for seat in game.seats if seat.house and seat.kind == "steward"),
        levels=game.bot_levels,
        statistics=statistics_of(session, game),
        seed=game.seed,
        commitment=game.commitment,
        seed_fits=hashlib.sha256(game.seed.encode()).hexdigest() == game.commitment,
        check=_check(checks[0]) if checks else None,
    )


def ask_check(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Ask that a game which is over be played again by a process of its own; nothing if that was done just now.

    Raises as `end_page`.
    """
    game = _over(session, game_id, account, now).game
    checks = evaluations_of(session, game, 1)
    if checks and checks[0].asked_at > now - SOON and checks[0].asked_at >= (game.finished_at or now):
        return
    ask_evaluation(session, game, account, now)


def _over(session: Session, game_id: str, account: Account | None, now: datetime) -> Sight:
    sight = sight_of(session, game_id, account, now)
    if not sight.over or sight.game.started_at is None:
        raise Denied("not-over-yet", N_("This game is not over."))
    return sight


def _check(made: Evaluation) -> Check:
    if made.at is None:
        return Check("waiting", made.asked_at, None)
    state: State = "failed" if made.agrees is None else "agrees" if made.agrees else "differs"
    return Check(state, made.asked_at, made.at)
