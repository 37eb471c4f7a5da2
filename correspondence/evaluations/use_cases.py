"""Second evaluations of games: asked for on demand or nightly, made by a process of their own, told if they differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import structlog
from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from correspondence.accounts.models import Account
from correspondence.errors import Denied
from correspondence.evaluations.models import Evaluation
from correspondence.evaluations.queries import EvaluationLine, line, place_of
from correspondence.evaluations.replaying import Findings
from correspondence.games.models import Game, GameMaster
from correspondence.ledger.use_cases import note
from correspondence.notices.use_cases import notify
from correspondence.store import Store
from correspondence.words import N_

log = structlog.get_logger(__name__)

SERVICE = "service"
# Nights are when few calls are due; a game that no night reached is evaluated by day.
NIGHT_HOURS, BY_NIGHT, AT_LATEST = range(2, 5), timedelta(hours=20), timedelta(hours=44)
Evaluate = Callable[[str], Findings]


class NotMade(RuntimeError):
    """An evaluation could not be made; the words say why."""


def ask_evaluation(session: Session, game: Game, by: Account | None, now: datetime) -> Evaluation:
    """Ask for an evaluation of a game; one that waits already is answered with. `by` None: the service itself.

    Who may ask is the caller's to check. Raises Denied `game-not-begun`.
    """
    if game.started_at is None:
        raise Denied("game-not-begun", N_("This game has not begun."))
    waiting = select(Evaluation).where(Evaluation.game_id == game.id, Evaluation.at.is_(None))
    found = session.scalar(waiting.limit(1))
    if found is not None:
        return found
    asked = Evaluation(game_id=game.id, asked_by_id=by.id if by else None, asked_at=now)
    session.add(asked)
    session.flush()
    if by is not None:
        note(session, game.public_id, by.public_id, "evaluation-asked", {}, now)
    return asked


def ask(session: Session, account: Account, game_id: str, now: datetime) -> EvaluationLine:
    """Ask for an evaluation as a master of the game or a host; NotFound `no-such-game`, Denied `not-game-master`."""
    game, open_to = place_of(session, account, game_id, now)
    return line(ask_evaluation(session, game, account, now), secrets=open_to)


def ask_nightly(session: Session, now: datetime, most: int) -> int:
    """Ask for the evaluations that are due: running games once a night, others once after their end."""
    before = now - (BY_NIGHT if now.hour in NIGHT_HOURS else AT_LATEST)
    last = select(Evaluation.game_id, func.max(Evaluation.asked_at).label("at")).group_by(Evaluation.game_id).subquery()
    reached = func.coalesce(last.c.at, Game.started_at)
    running = and_(Game.status == "running", reached < before)
    ended = and_(Game.status == "finished", or_(last.c.at.is_(None), last.c.at < Game.finished_at))
    query = (
        select(Game)
        .outerjoin(last, last.c.game_id == Game.id)
        .where(or_(running, ended), Game.imported_at.is_(None), Game.started_at.is_not(None))
    )
    games = session.scalars(query.order_by(reached).limit(most)).all()
    for game in games:
        ask_evaluation(session, game, None, now)
    return len(games)


def due_evaluations(session: Session, most: int) -> Sequence[int]:
    """The ids of evaluations that were asked for and not made, oldest first."""
    query = select(Evaluation.id).where(Evaluation.at.is_(None)).order_by(Evaluation.asked_at, Evaluation.id)
    return session.scalars(query.limit(most)).all()


def make_evaluation(
    store: Store, evaluation_id: int, evaluate: Evaluate, worker: str, clock: Callable[[], datetime]
) -> bool | None:
    """Have a game replayed by `evaluate` (given its public id), and keep what was found; whether all agreed.

    None if there was nothing to do, or the evaluation could not be made; then the row says why and nobody is alarmed.
    """
    with store.read() as session:
        asked = session.get(Evaluation, evaluation_id)
        if asked is None or asked.at is not None:
            return None
        game_id = session.get_one(Game, asked.game_id).public_id
    try:
        findings, trouble = evaluate(game_id), ""
    except NotMade as fault:
        log.exception("an evaluation could not be made", game=game_id)
        findings, trouble = Findings(0), str(fault)
    with store.begin() as session:
        query = select(Evaluation).where(Evaluation.id == evaluation_id, Evaluation.at.is_(None))
        made = session.scalar(query.with_for_update())
        if made is None:
            return None
        made.at, made.worker, made.call_number = clock(), worker[:80], findings.call_number
        made.agrees = None if trouble else not findings.differences
        made.differences = trouble or "\n".join(findings.differences)
        if made.agrees is False:
            _tell(session, session.get_one(Game, made.game_id), made, findings, clock())
        return made.agrees


def _tell(session: Session, game: Game, made: Evaluation, findings: Findings, now: datetime) -> None:
    """Tell the masters and the hosts, once for what one call brought; what differs may be secret and is not told."""
    log.error("a game is not what its journal makes it", game=game.public_id, count=len(findings.differences))
    document = {"call": made.call_number, "differences": len(findings.differences), "evaluation": made.id}
    note(session, game.public_id, SERVICE, "evaluation-differs", document, now)
    masters = select(GameMaster.account_id).where(
        GameMaster.game_id == game.id, GameMaster.accepted_at.is_not(None), GameMaster.until.is_(None)
    )
    query = select(Account).where(or_(Account.id.in_(masters), Account.host.is_(True))).order_by(Account.id)
    notify(
        session,
        "evaluation-differs",
        f"{game.public_id}:{made.call_number}:evaluation",
        now,
        game=game,
        seats=(),
        accounts=session.scalars(query).all(),
        values={"n": made.call_number, "differences": len(findings.differences)},
    )
