"""Reading evaluations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.errors import Denied
from correspondence.games.access import game_named, who_is
from correspondence.models.accounts import Account
from correspondence.models.calls import Evaluation
from correspondence.models.games import Game
from narration.words import N_


@dataclass(frozen=True)
class EvaluationLine:
    """An evaluation as a master or host may see it. `made_at` and `agrees` are None while it waits.

    `found` says how many differences there are; `differences` names them to those who may see everything.
    """

    asked_at: datetime
    made_at: datetime | None
    call: int
    agrees: bool | None
    found: int
    differences: tuple[str, ...]


def evaluations_of(session: Session, game: Game, most: int = 50) -> Sequence[Evaluation]:
    """The evaluations of a game, those that wait too, newest first."""
    query = select(Evaluation).where(Evaluation.game_id == game.id)
    return session.scalars(query.order_by(Evaluation.asked_at.desc(), Evaluation.id.desc()).limit(most)).all()


def listed(session: Session, account: Account, game_id: str, now: datetime) -> list[EvaluationLine]:
    """The evaluations of a game for a master or a host; NotFound `no-such-game`, Denied `not-game-master`."""
    game, open_to = place_of(session, account, game_id, now)
    return [line(evaluation, secrets=open_to) for evaluation in evaluations_of(session, game)]


def place_of(session: Session, account: Account, game_id: str, now: datetime) -> tuple[Game, bool]:
    """The game, and whether the account may see its secrets; Denied unless it masters the game or is a host's."""
    game = game_named(session, game_id)
    who = who_is(session, game, account, now)
    if not (who.gm or who.host):
        raise Denied("not-game-master", N_("Only a game master of this game may do this."))
    return game, game.status == "finished" or not who.playing


def line(evaluation: Evaluation, *, secrets: bool) -> EvaluationLine:
    """An evaluation for somebody; `secrets`: with the differences in words."""
    found = tuple(evaluation.differences.splitlines()) if evaluation.agrees is False else ()
    return EvaluationLine(
        asked_at=evaluation.asked_at,
        made_at=evaluation.at,
        call=evaluation.call_number,
        agrees=evaluation.agrees,
        found=len(found),
        differences=found if secrets else (),
    )
