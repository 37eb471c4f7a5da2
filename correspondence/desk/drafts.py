"""Drafts: what a call comes to, kept without being published, and taken out again exactly as it was."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position
from correspondence.adjudications.computing import versions_named
from correspondence.desk.flags import Flag
from correspondence.errors import Denied, NotFound
from correspondence.models.calls import OpenedCall
from correspondence.models.desk import Draft, EdictRow
from correspondence.models.games import Game
from correspondence.rows import new_id
from narration.words import N_

_encoder = msgspec.json.Encoder()


def make_draft(
    session: Session,
    game: Game,
    call: OpenedCall,
    outcome: Outcome[Position],
    versions: Mapping[str, int],
    flags: Sequence[Flag],
    now: datetime,
    status: str = "current",
) -> Draft:
    """Keep an outcome as a draft. A `current` one replaces the call's last; others (`preview`, `proposed`) stand
    beside it and have numbers below zero."""
    draft = Draft(
        public_id=new_id(),
        game_id=game.id,
        call_id=call.id,
        number=_next_number(session, call, official=status == "current"),
        status=status,
        position=documents.encode(outcome.position),
        records=documents.encode(outcome.records),
        entries=_encoder.encode(outcome.entries),
        sheets=",".join(f"{house}:{number}" for house, number in versions.items()),
        flags=_encoder.encode(flags).decode(),
        digest="",
        made_at=now,
    )
    draft.digest = digest(draft)
    if status == "current":
        retire(session, call, "replaced")
    session.add(draft)
    session.flush()
    return draft


def _next_number(session: Session, call: OpenedCall, *, official: bool) -> int:
    if official:
        return (
            session.scalar(select(func.max(Draft.number)).where(Draft.call_id == call.id, Draft.number > 0)) or 0
        ) + 1
    return (session.scalar(select(func.min(Draft.number)).where(Draft.call_id == call.id, Draft.number < 0)) or 0) - 1


def digest(draft: Draft) -> str:
    """The SHA-256 over everything a draft would publish."""
    told = hashlib.sha256()
    for part in (draft.position, draft.records, draft.entries, draft.sheets.encode()):
        told.update(len(part).to_bytes(8, "big") + part)
    return told.hexdigest()


def retire(session: Session, call: OpenedCall, status: str) -> None:
    """The call's current draft and those beside it become `status` (`replaced`, `published`, `dropped`)."""
    for draft in session.scalars(
        select(Draft).where(Draft.call_id == call.id, Draft.status.in_(("current", "proposed")))
    ):
        draft.status = status if draft.status == "current" else "dropped"
    session.flush()


def drop(session: Session, call: OpenedCall) -> None:
    """A held call's draft is not to be published: it is dropped, and the edicts on it are withdrawn."""
    retire(session, call, "dropped")
    for edict in session.scalars(select(EdictRow).where(EdictRow.call_id == call.id, EdictRow.draft_number > 0)):
        edict.status = "withdrawn"


def outcome_of(draft: Draft) -> Outcome[Position]:
    """What the draft holds, as the adjudicator gave it. ValueError if it is not what its digest names."""
    if digest(draft) != draft.digest:
        raise ValueError(f"draft {draft.public_id} is not what it was when it was made")
    position = documents.decode(draft.position)
    shown = games.of(position).resume(position)
    edition = shown.showing.edition
    return Outcome(
        documents.decode(draft.position),
        shown.showing,
        documents.decode_records(edition, draft.records),
        documents.decode_entries(edition, draft.entries),
        shown.waiting,
    )


def versions_of(draft: Draft) -> dict[str, int]:
    """The sheet versions that were used, by house."""
    return versions_named(draft.sheets)


def current_draft(session: Session, call: OpenedCall) -> Draft | None:
    """The draft that would be published now."""
    return session.scalar(select(Draft).where(Draft.call_id == call.id, Draft.status == "current"))


def draft_named(session: Session, game: Game, draft_id: str) -> Draft:
    """A draft of a game; NotFound `no-such-draft`."""
    found = session.scalar(select(Draft).where(Draft.public_id == draft_id, Draft.game_id == game.id))
    if found is None:
        raise NotFound("no-such-draft", N_("There is no such draft in this game."))
    return found


def still_current(session: Session, call: OpenedCall, number: int) -> Draft:
    """The call's current draft, if it is the one with this number. Denied `stale-draft` if another took its place, or
    if nothing is held any more: what was decided on a draft holds for that draft alone."""
    found = current_draft(session, call)
    if found is None or call.status != "held":
        raise Denied(
            "nothing-held",
            N_(
                "Call {n} is not held any more; nothing was done.",
            ),
            n=call.number,
        )
    if found.number != number:
        words = N_(
            "You decided on draft {asked}, but draft {n} is the current one; nothing was done. Look at it first."
        )
        raise Denied("stale-draft", words, asked=number, n=found.number)
    return found
