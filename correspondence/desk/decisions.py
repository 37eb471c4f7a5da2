"""Decisions to look at: one of a draft, with where the game stood; all of a call that is closed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents
from adjudicator.engine.decision import Decision
from adjudicator.engine.journal import Decided
from adjudicator.engine.values import Position
from correspondence.desk.access import seeing
from correspondence.desk.drafts import draft_named, still_current
from correspondence.desk.edicts import decision_in, entries_of
from correspondence.errors import NotFound
from correspondence.models.accounts import Account
from correspondence.models.archive import RoundRecords
from correspondence.models.calls import OpenedCall
from narration.words import N_


@dataclass(frozen=True)
class Asked:
    """A decision with the position in which it was asked. `draft` and `call_number` name what it belongs to."""

    draft_id: str
    draft: int
    call_number: int
    edition: str
    kind: str
    decision: Decision
    showing: Position
    answer: Any


def asked_in_draft(
    session: Session, account: Account, game_id: str, draft_id: str, decision_id: str, now: datetime
) -> Asked:
    """A decision of the draft that is held now; NotFound (`no-such-game`, `no-such-draft`, `no-such-decision`),
    Denied (`not-game-master`, `game-master-plays`, `nothing-held`, `stale-draft`)."""
    game = seeing(session, account, game_id, now).game
    draft = draft_named(session, game, draft_id)
    call = session.get_one(OpenedCall, draft.call_id)
    still_current(session, call, draft.number)
    found = next((entry for entry in entries_of(draft) if getattr(entry, "decision", "") == decision_id), None)
    asked = decision_in(session, draft, decision_id)
    decision = next((one for one in asked.waiting if one.id == decision_id), None)
    if found is None or decision is None:
        raise NotFound("no-such-decision", N_("This draft asks no such decision."))
    kind = str(decision.__struct_config__.tag)
    answer = found.answer  # type: ignore[union-attr]  # entries with a decision are answers
    return Asked(draft.public_id, draft.number, call.number, game.edition, kind, decision, asked.showing, answer)


@dataclass(frozen=True)
class CallDecisions:
    """Every decision of a call whose results are out, in the order in which the rules asked."""

    game_id: str
    title: str
    edition: str
    number: int
    window: str
    round: int
    decided: tuple[Decided, ...]


def decided_in_call(session: Session, account: Account, game_id: str, number: int, now: datetime) -> CallDecisions:
    """The decisions of a call that is closed and was not taken back. Raises NotFound (`no-such-game`, `no-such-call`),
    Denied (`not-game-master`, `game-master-plays`)."""
    game = seeing(session, account, game_id, now).game
    query = select(OpenedCall).where(OpenedCall.game_id == game.id, OpenedCall.number == number)
    call = session.scalar(query.where(OpenedCall.status == "closed"))
    if call is None:
        raise NotFound("no-such-call", N_("There is no such call."))
    told = select(RoundRecords.document).where(RoundRecords.game_id == game.id, RoundRecords.part == number)
    decided = tuple(
        record.event
        for document in session.scalars(told.order_by(RoundRecords.first))
        for record in documents.decode_records(game.edition, document)
        if isinstance(record.event, Decided)
    )
    return CallDecisions(game.public_id, game.title, game.edition, number, call.window, call.round, decided)
