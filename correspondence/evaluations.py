"""Evaluations of a game by a process of its own, which plays its journal again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

import msgspec
import structlog
from sqlalchemy import or_, select, text
from sqlalchemy.orm import Session, undefer

from adjudicator import documents, game_file, games
from adjudicator.engine import Refused, StoredRecord
from adjudicator.engine.values import Entry
from adjudicator.game_file import GameFile
from correspondence.archive.files import file_of
from correspondence.archive.records import board_document
from correspondence.audit_log import note
from correspondence.games.access import find_game, who_is
from correspondence.input_validation import Denied, NotFound
from correspondence.models import (
    Account,
    CurrentPosition,
    Evaluation,
    Game,
    GameMaster,
    JournalPart,
    RoundBoard,
    RoundRecords,
    Turn,
)
from correspondence.notices.use_cases import notify
from correspondence.receipts import faults_of_receipts
from correspondence.rows import from_rows, locking_query
from correspondence.store import Store

MAX_TOLD = 20


class Findings(msgspec.Struct, frozen=True):
    """An evaluation's result: the last stored turn, and deviations from the rules."""

    turn_number: int
    differences: tuple[str, ...] = ()


def read_snapshot(session: Session) -> None:
    """Make this transaction read one snapshot; to be called before anything is read."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("set transaction isolation level repeatable read"))


def replay_stored_game(session: Session, game_id: str) -> Findings:
    """Replay a game from its journal and compare it with what is stored.

    Compares position, journal numbers, records, boards, and sheets with receipts. Writes nothing. Raises NotFound
    `no-such-game`, `game-not-begun`.
    """
    game = session.scalar(select(Game).filter_by(public_id=game_id).options(undefer(Game.seed)))
    if game is None:
        raise NotFound("no-such-game", "There is no such game.")
    position_row = session.get(CurrentPosition, game.id)
    if position_row is None or not game.seed:
        raise NotFound("game-not-begun", "This game has not begun.")
    faults: list[str] = []
    try:
        stored = _stored_game(session, game, position_row, faults)
        faults += game_file.verify(stored)
        if documents.encode(documents.decode(position_row.document)) != position_row.document:
            faults.append("position: stored in other bytes than it has")
        faults += _boards(session, game, stored)
        faults += faults_of_receipts(session, game)
    except Refused as refused:
        faults.append(f"what is kept cannot be read: {refused}")
    except (AssertionError, LookupError) as broken:
        # Events and answers that were tampered with may contradict the board on which they are put.
        faults.append(f"what is kept cannot be played again: {broken!r}")
    return Findings(position_row.turn_number, tuple(faults[:MAX_TOLD]))


def _stored_game(session: Session, game: Game, row: CurrentPosition, faults: list[str]) -> GameFile:
    """Return the stored game as a file; faults of its rows are added to `faults`."""
    journal: list[Entry] = []
    for answered in session.scalars(select(JournalPart).filter_by(game_id=game.id).order_by(JournalPart.first)):
        if answered.first != len(journal) + 1:
            faults.append(f"journal: entry {len(journal) + 1} is missing or out of order")
        journal += documents.decode_entries(game.edition, answered.document)
        if answered.last != len(journal):
            faults.append(f"journal: entries {answered.first} to {answered.last} are not what their row says")
    rounds: dict[int, list[StoredRecord[Any]]] = {}
    parts = select(RoundRecords).filter_by(game_id=game.id).order_by(RoundRecords.first)
    for part in session.scalars(parts):
        records = documents.decode_records(game.edition, part.document)
        if not records or (records[0].number, records[-1].number) != (part.first, part.last):
            faults.append(f"records: events {part.first} to {part.last} are not what their row says")
        for number, group in groupby(records, key=lambda record: record.round):
            if number != part.round:
                faults.append(f"records: an event of round {number} is kept with round {part.round}")
            rounds.setdefault(number, []).extend(documents.to_stored_record(record) for record in group)
    return file_of(game, seed=game.seed, journal=journal, position=documents.decode(row.document), rounds=rounds)


def _boards(session: Session, game: Game, stored: GameFile) -> list[str]:
    """Boards kept at the end of rounds that are not those which the events make."""
    query = select(RoundBoard.round, RoundBoard.document).filter_by(game_id=game.id)
    stored_boards = {row.round: row.document for row in session.execute(query)}
    position, replays = game_file.starting_position(stored, game.seed), {}
    rules = games.of(position)
    for record in stored.records():
        if games.of(record.event).begins_round(record.event):
            replays[position.round] = board_document(position.board)
        position = rules.fold(position, [record])
    if position.board.ending is not None or game.ended_by:
        # Players may end a game in the middle of a round; its last board is kept too.
        replays[position.round] = board_document(position.board)
    faults = []
    for number, document in sorted(stored_boards.items()):
        if number not in replays:
            faults.append(f"the board of round {number} is kept, and the round has not ended")
        elif rules.difference(*(documents.read_board(game.edition, board) for board in (document, replays[number]))):
            faults.append(f"the board kept of round {number} is not the one its events make")
    return faults


log = structlog.get_logger(__name__)

# Nights are when few turns are due; a game that no night reached is evaluated by day.
NIGHT_HOURS, BY_NIGHT, AT_LATEST = range(2, 5), timedelta(hours=20), timedelta(hours=44)
# Longer than a process that evaluates may take.
CLAIM = timedelta(seconds=90)


@dataclass(frozen=True)
class EvaluationLine:
    """An evaluation as a game master or administrator may see it.

    `made_at` and `agrees` are None while it waits. `found` counts the differences; `differences` lists them for readers
    who may see everything.
    """

    asked_at: datetime
    made_at: datetime | None
    turn: int
    agrees: bool | None
    found: int
    differences: tuple[str, ...]


def evaluations_of(session: Session, game: Game, most: int = 50) -> Sequence[Evaluation]:
    """Return up to `most` evaluations of a game, pending ones too, newest first."""
    query = select(Evaluation).filter_by(game_id=game.id)
    return session.scalars(query.order_by(Evaluation.asked_at.desc(), Evaluation.id.desc()).limit(most)).all()


def list_evaluations(session: Session, account: Account, game_id: str, now: datetime) -> list[EvaluationLine]:
    """Return a game's evaluations; NotFound `no-such-game`, Denied `not-game-master`."""
    game, open_to = evaluated_game(session, account, game_id, now)
    return [line(evaluation, secrets=open_to) for evaluation in evaluations_of(session, game)]


def evaluated_game(session: Session, account: Account, game_id: str, now: datetime) -> tuple[Game, bool]:
    """Return the game, and whether the account may see its secrets.
    Raises NotFound `no-such-game`, Denied `not-game-master` for all but game masters and hosts."""
    game = find_game(session, game_id)
    who = who_is(session, game, account, now)
    if not (who.gm or who.host):
        raise Denied("not-game-master", "Only a game master of this game may do this.")
    return game, game.status == "finished" or not who.playing


def line(evaluation: Evaluation, *, secrets: bool) -> EvaluationLine:
    """An evaluation for somebody; `secrets`: with the differences in words."""
    differences = tuple(evaluation.differences.splitlines()) if evaluation.agrees is False else ()
    fields = {"turn": evaluation.turn_number, "found": len(differences), "differences": differences if secrets else ()}
    return from_rows(EvaluationLine, evaluation, made_at=evaluation.at, **fields)


class EvaluationFailed(RuntimeError):
    """The first evaluation of several could not be made; the words say why."""


# Given the public ids of games: what was found of each that was reached, of the first at least. Raises NotMade.
Evaluate = Callable[[Sequence[str]], Mapping[str, Findings]]


def ask_evaluation(session: Session, game: Game, by: Account | None, now: datetime) -> Evaluation:
    """Request an evaluation of a game, or return the pending one; `by` None: service.

    The caller checks permission. Raises Denied `game-not-begun`.
    """
    if game.started_at is None:
        raise Denied("game-not-begun", "This game has not begun.")
    waiting = select(Evaluation).filter_by(game_id=game.id, at=None)
    pending_evaluation = session.scalar(waiting.limit(1))
    if pending_evaluation is not None:
        return pending_evaluation
    evaluation = Evaluation(game_id=game.id, asked_by_id=by.id if by else None, asked_at=now)
    session.add(evaluation)
    game.evaluation_requested_at = now
    session.flush()
    if by is not None:
        note(session, game, by, "evaluation-asked", {}, now)
    return evaluation


def ask(session: Session, account: Account, game_id: str, now: datetime) -> EvaluationLine:
    """Request an evaluation as game master or host; `no-such-game`, `not-game-master`."""
    game, open_to = evaluated_game(session, account, game_id, now)
    return line(ask_evaluation(session, game, account, now), secrets=open_to)


def ask_nightly(session: Session, now: datetime, most: int) -> int:
    """Request up to `most` due evaluations; return how many.
    Running games are due nightly, others once after their end."""
    before = now - (BY_NIGHT if now.hour in NIGHT_HOURS else AT_LATEST)
    reached = Game.evaluation_requested_at
    ours = select(Game).where(Game.imported_at.is_(None), Game.started_at.is_not(None))
    running = ours.where(Game.status == "running", reached < before).order_by(reached)
    # Those that began while an older version of the program still ran beside this one.
    unknown = ours.where(Game.status == "running", reached.is_(None))
    ended = ours.where(
        Game.status == "finished", Game.settled.in_(("", "failed")), or_(reached.is_(None), reached < Game.finished_at)
    )
    games: list[Game] = []
    for query in (running, unknown, ended):
        # One that is being adjudicated waits for the next time.
        games += session.scalars(locking_query(query.limit(most - len(games)), skip_locked=True)).all()
    for game in games:
        ask_evaluation(session, game, None, now)
    return len(games)


def any_waits(session: Session, now: datetime) -> bool:
    """Whether there is an evaluation to be made, and nobody makes any at present."""
    waiting = select(Evaluation.id).filter_by(at=None).limit(1)
    return session.scalar(waiting) is not None and not _is_evaluating(session, now)


def _is_evaluating(session: Session, now: datetime) -> bool:
    """Whether a process is evaluating; one at a time, so that nothing else is held up."""
    query = select(Evaluation.id).where(Evaluation.at.is_(None), Evaluation.claimed_until > now).limit(1)
    return session.scalar(query) is not None


def make_evaluations(
    store: Store, evaluate: Evaluate, worker: str, clock: Callable[[], datetime], most: int
) -> list[bool | None]:
    """Replay up to `most` games that await evaluation, and store the findings.

    Returns for each whether all agreed; None where it failed: then its row says why and nobody is alarmed. What
    `evaluate` did not reach waits for the next time. Empty if nothing was to do or another process is evaluating.
    """
    claims = _claim(store, clock(), most)
    if not claims:
        return []
    try:
        findings, trouble = evaluate([game for _, game in claims]), ""
    except EvaluationFailed as fault:
        log.exception("an evaluation could not be made", game=claims[0][1])
        findings, trouble = {claims[0][1]: Findings(0)}, str(fault)
    results = []
    for number, game in claims:
        with store.begin() as session:
            row = session.get(Evaluation, number, with_for_update=True)
            if row is None or row.at is not None:
                continue
            if game in findings:
                results.append(_keep(session, row, findings[game], trouble, worker, clock()))
            else:
                row.claimed_until = None
    return results


def _claim(store: Store, now: datetime, most: int) -> list[tuple[int, str]]:
    """Claim pending evaluations: those of people first, then by age.

    Returns their ids and their games' public ids; none while another process evaluates.
    """
    with store.begin() as session:
        if _is_evaluating(session, now):
            return []
        order = Evaluation.asked_by_id.is_(None), Evaluation.asked_at, Evaluation.id
        waiting = select(Evaluation).filter_by(at=None).order_by(*order).limit(most)
        evaluations = session.scalars(waiting.with_for_update()).all()
        if any(evaluation.claimed_until and evaluation.claimed_until > now for evaluation in evaluations):
            # Somebody claimed them while this waited for their rows.
            return []
        for evaluation in evaluations:
            evaluation.claimed_until = now + CLAIM
        named = select(Game.id, Game.public_id).where(Game.id.in_([evaluation.game_id for evaluation in evaluations]))
        names = {row.id: row.public_id for row in session.execute(named)}
        return [(evaluation.id, names[evaluation.game_id]) for evaluation in evaluations]


def _keep(
    session: Session, evaluation: Evaluation, findings: Findings, trouble: str, worker: str, now: datetime
) -> bool | None:
    """Store findings and report differences; return whether all agreed.
    None if `trouble` says why there are no findings."""
    evaluation.at, evaluation.worker, evaluation.turn_number = now, worker[:80], findings.turn_number
    evaluation.agrees = None if trouble else not findings.differences
    evaluation.differences = trouble or "\n".join(findings.differences)
    if evaluation.agrees is False:
        _tell(session, session.get_one(Game, evaluation.game_id), evaluation, findings, now)
    return evaluation.agrees


def _tell(session: Session, game: Game, evaluation: Evaluation, findings: Findings, now: datetime) -> None:
    """Tell masters and hosts once per turn; no details, as differences may be secret."""
    log.error("a game is not what its journal makes it", game=game.public_id, count=len(findings.differences))
    document = {"call": evaluation.turn_number, "differences": len(findings.differences), "evaluation": evaluation.id}
    note(session, game, None, "evaluation-differs", document, now)
    masters = (
        select(GameMaster.account_id).filter_by(game_id=game.id, until=None).where(GameMaster.accepted_at.is_not(None))
    )
    query = select(Account).where(or_(Account.id.in_(masters), Account.host.is_(True))).order_by(Account.id)
    notify(
        session,
        "evaluation-differs",
        f"{game.public_id}:{evaluation.turn_number}:evaluation",
        now,
        game=game,
        seats=(),
        accounts=session.scalars(query).all(),
        values={"n": evaluation.turn_number, "differences": len(findings.differences)},
        turn=session.scalar(select(Turn).filter_by(game_id=game.id, number=evaluation.turn_number)),
    )
