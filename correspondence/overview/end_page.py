"""How a game ended: standings, figures, the revealed seed and whether the game goes as its journal says."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine.bulk import Level
from adjudicator.engine.values import Standing, View
from correspondence.archive.reading import current
from correspondence.archive.sight import Sight, sight_of
from correspondence.archive.statistics import statistics_of
from correspondence.errors import Denied
from correspondence.evaluations.use_cases import ask_evaluation, evaluations_of
from correspondence.games.naming import name_told
from correspondence.models.accounts import Account
from correspondence.models.calls import Evaluation
from narration.words import N_

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
