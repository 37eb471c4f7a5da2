"""Drafts: what a call comes to, held for the game master, flagged, approved and published.

Flags say what to look at. These are all; `flagged` review holds a call exactly when it has one of them:

- `default-used`: an asked house sent no sheet, and published defaults decided for it
- `edict`: an edict changed what came out
- `close-battle`: a battle was decided by one point or by a tie, and an instruction was passed over in it
- `illegal-instruction`: an instruction was passed over because the rules forbade it
- `home-taken`: a house lost its home
- `wiped-out`: a house has no unit left
- `game-over`: the game ends
- `evaluation-differs`: the last independent evaluation of the game did not agree
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.game import Game as Rules
from adjudicator.engine.journal import Decided, Record
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Board, Position
from correspondence.adjudications.computing import versions_named
from correspondence.errors import Denied, NotFound
from correspondence.models.calls import Evaluation, OpenedCall
from correspondence.models.desk import Draft, EdictRow
from correspondence.models.games import Game
from correspondence.rows import new_id
from narration.words import N_

WORDS = {
    "default-used": N_("{house} sent nothing; decided by published defaults: {n}"),
    "edict": N_("Edict {n} changed what came out"),
    "close-battle": N_("The battle for {area} was close ({figures}), and an instruction was passed over in it"),
    "illegal-instruction": N_("An instruction of {house} was passed over because the rules forbid it: {why}"),
    "home-taken": N_("{house} lost its home, {area}"),
    "wiped-out": N_("{house} has no unit left"),
    "game-over": N_("The game ends with this call"),
    "evaluation-differs": N_("The last independent evaluation of this game did not agree"),
}


class Flag(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to look at in a draft; `kind` says what. `decision` is the id of the decision it is about; `n` a
    count or number; `why` are the adjudicator's words, `figures` a battle's sums."""

    kind: str
    house: str = ""
    area: str = ""
    decision: str = ""
    n: int = 0
    why: str = ""
    figures: str = ""


_flags = msgspec.json.Decoder(tuple[Flag, ...])


def read_flags(text: str) -> tuple[Flag, ...]:
    """The flags of a draft as they were kept."""
    return _flags.decode(text)


def flags_of(
    before: Board, outcome: Outcome[Position], *, asked: Sequence[str], sent: Iterable[str], edicts: Sequence[int] = ()
) -> tuple[Flag, ...]:
    """Everything to look at in what a call came to. `asked` houses were waited for, `sent` handed in a sheet;
    `edicts` are the numbers of those in force."""
    family = games.of_edition(outcome.showing.edition)
    return (
        *(Flag("edict", n=number) for number in edicts),
        *_silent(outcome, [house for house in asked if house not in set(sent)]),
        *_close(family, outcome.records),
        *_illegal(family, outcome.records),
        *_losses(before, outcome),
    )


def _silent(outcome: Outcome[Position], houses: Sequence[str]) -> Iterator[Flag]:
    for house in houses:
        decided = [entry for entry in outcome.answers if entry.seat == house and entry.source.by == "default"]
        if decided:
            yield Flag("default-used", house, n=len(decided))


def _close(family: Rules, records: Sequence[Record]) -> Iterator[Flag]:
    for battle in family.fights(records):
        if not battle.close:
            continue
        for decided in battle.decided:
            if any(skipped["code"] not in family.not_meant for skipped in decided.source.get("skipped", ())):
                yield Flag("close-battle", decided.seat, battle.area, decided.decision, figures=battle.figures)
                break


def _illegal(family: Rules, records: Sequence[Record]) -> Iterator[Flag]:
    for record in records:
        event = record.event
        if not isinstance(event, Decided):
            continue
        for skipped in event.source.get("skipped", ()):
            if skipped["code"] not in family.gave_way:
                why = f"{skipped['where']}: {skipped.get('words', '') or skipped['code']}"
                yield Flag("illegal-instruction", event.seat, decision=event.decision, why=why)


def _losses(before: Board, outcome: Outcome[Position]) -> Iterator[Flag]:
    showing = outcome.showing
    rules = games.of_edition(showing.edition).edition_under(showing.edition, showing.revision)
    for loss in games.of_edition(rules.id).losses(before, showing.board, rules):
        yield Flag(loss.kind, loss.house, loss.area)
    if showing.board.ending is not None:
        yield Flag("game-over")


def evaluation_flags(session: Session, game: Game) -> tuple[Flag, ...]:
    """`evaluation-differs` if the last evaluation that was made did not agree."""
    query = select(Evaluation.agrees).where(Evaluation.game_id == game.id, Evaluation.at.is_not(None))
    agrees = session.scalar(query.order_by(Evaluation.at.desc()).limit(1))
    return (Flag("evaluation-differs"),) if agrees is False else ()


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
