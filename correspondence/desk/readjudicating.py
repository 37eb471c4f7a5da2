"""A call adjudicated with edicts in force, from where it opened, or as if it closed now; nothing is written."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.bulk import Call, Override
from adjudicator.engine.edicts import Ruling, joined
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position
from correspondence.adjudications.computing import Handed, handed_in, resolved
from correspondence.archive.queries import stored_position
from correspondence.calls.use_cases import collecting
from correspondence.desk.access import seeing
from correspondence.desk.drafts import make_draft
from correspondence.desk.holding import flags_for
from correspondence.edicts import documents as decrees
from correspondence.edicts.documents import AFTER, BEFORE, NewAnswer, NewPosition, NewSheet
from correspondence.errors import Denied
from correspondence.games.access import master_signs
from correspondence.ledger.use_cases import note
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.models.desk import Draft, EdictRow
from correspondence.models.games import Game
from narration.narrators import NARRATORS
from narration.words import N_


@dataclass(frozen=True)
class InForce:
    """An edict with its reason and the name of who decreed it."""

    decree: decrees.Decree
    reason: str
    by: str


def in_force(session: Session, call: OpenedCall) -> list[InForce]:
    """The edicts about what this call brings, in the order in which they were decreed."""
    query = (
        select(EdictRow, Account)
        .join(Account, Account.id == EdictRow.account_id)
        .where(EdictRow.call_id == call.id, EdictRow.status == "applied", EdictRow.draft_number > 0)
        .order_by(EdictRow.number)
    )
    return [
        InForce(decrees.decode(row.document, call.game.edition).decree, row.reason, master_signs(call.game, master))
        for row, master in session.execute(query)
    ]


def adjudicated(
    session: Session, game: Game, call: OpenedCall, handed: Handed, edicts: Sequence[InForce]
) -> Outcome[Position]:
    """What the call comes to with these edicts: sheets and answers replaced everywhere, changes of the position where
    each belongs, in their order, and from there adjudicated on.

    Answers are ruled on at the end, so that the log says to everybody what was decided for whom. `remarks` names what
    could not be used. Raises Illegal for an edict that does not fit any more.
    """
    stored = stored_position(session, game)
    amended = _amended(handed.call, edicts, game.edition)
    changes = [(one.decree, one) for one in edicts if isinstance(one.decree, NewPosition)]
    position = documents.decode(stored)
    rules = games.of(position)
    outcome = rules.resume(position)
    for decree, one in changes:
        if decree.at == BEFORE:
            outcome = joined(outcome, rules.issue(outcome.position, decree.edict, one.reason, one.by))
    outcome = _gone_on(game, call, amended, outcome)
    for decree, one in changes:
        if decree.at not in (BEFORE, AFTER):
            outcome = rules.replay_to(documents.decode(stored), outcome.entries, decree.at)
            outcome = joined(outcome, rules.issue(outcome.position, decree.edict, one.reason, one.by))
            outcome = _gone_on(game, call, amended, outcome)
    for decree, one in changes:
        if decree.at == AFTER:
            outcome = joined(outcome, rules.issue(outcome.position, decree.edict, one.reason, one.by))
    for one in edicts:
        ruling = told_by(one.decree, game.edition)
        if ruling is not None:
            outcome = joined(outcome, rules.issue(outcome.position, ruling, one.reason, one.by))
    return outcome


def _amended(call: Call, edicts: Sequence[InForce], edition: str) -> Call:
    """The call with sheets and answers as decreed; the last word counts."""
    sheets, overrides = dict(call.sheets), dict(call.overrides)
    stewards = set(call.stewards)
    for one in edicts:
        if isinstance(one.decree, NewSheet):
            sheets[one.decree.house] = decrees.sheet_of(one.decree, edition)
            stewards.discard(one.decree.house)
        elif isinstance(one.decree, NewAnswer):
            overrides[one.decree.decision] = Override(one.decree.answer, one.reason)
    return msgspec.structs.replace(call, sheets=sheets, overrides=overrides, stewards=frozenset(stewards))


def _gone_on(game: Game, call: OpenedCall, amended: Call, outcome: Outcome[Position]) -> Outcome[Position]:
    if outcome.showing.board.ending is not None:
        return outcome
    return joined(outcome, resolved(game, call.round, amended, outcome.position))


def told_by(decree: decrees.Decree, edition: str) -> Ruling | None:
    """What the log says of an edict that is no event itself."""
    if isinstance(decree, NewSheet):
        places = {"house": decree.house}
        return Ruling(text=f"The sheet of {decree.house} was replaced.", says="sheet-replaced", places=places)
    if isinstance(decree, NewAnswer):
        text = f"Decided for {decree.house}: {NARRATORS.of_edition(edition).asked_name(decree.asked)}."
        places = {"house": decree.house, "asked": decree.asked}
        return Ruling(text=text, about=decree.decision, says="answer-replaced", places=places)
    return None


def preview(session: Session, account: Account, game_id: str, call_number: int, now: datetime) -> Draft:
    """What the open call would bring if it closed now, as a draft that stands beside everything. The ledger says, to
    players too, that a game master looked.

    Raises NotFound `no-such-game`, Denied (`not-game-master`, `game-master-plays`, `call-closed`).
    """
    game = seeing(session, account, game_id, now, lock=True).game
    call = open_call_numbered(session, game, call_number)
    handed = handed_in(session, game, call)
    outcome = resolved(game, call.round, handed.call, documents.decode(stored_position(session, game)))
    flags = flags_for(session, game, call, outcome, handed.versions)
    made = make_draft(session, game, call, outcome, handed.versions, flags, now, status="preview")
    # The entry's digest is told at once; with the salt nobody finds out by trying who had handed in.
    document = {"call": call.number, "handed_in": sorted(handed.versions), "salt": secrets.token_hex(8)}
    note(session, game.public_id, account.public_id, "looked-ahead", document, now)
    return made


def open_call_numbered(session: Session, game: Game, number: int) -> OpenedCall:
    """The open or paused call with this number, locked; Denied `call-closed` if it is not open any more."""
    call = collecting(session, game, lock=True)
    if call is None or call.number != number:
        raise Denied("call-closed", N_("Call {n} is not open any more; nothing was done."), n=number)
    return call
