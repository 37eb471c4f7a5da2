"""Proposed overrides, adjudication with them, and the sheets they replace.

`enforcement` applies them.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine import (
    Decided,
    Decision,
    Illegal,
    Outcome,
    Position,
    Refusal,
    ReplacedAnswer,
    Ruling,
    Sheet,
    TurnInput,
    View,
    join_outcomes,
)
from adjudicator.engine.values import Entry
from correspondence import input_validation, overrides as decrees
from correspondence.adjudications import Handed, resolve_to_next_choice, submitted_input
from correspondence.archive.records import current, stored_position
from correspondence.audit_log import note
from correspondence.games.access import find_game, master_signs
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.models import Account, Game, OutgoingMail, OverrideRow, PendingResult, RoundRecords, Turn
from correspondence.overrides import AFTER, BEFORE, Decree, NewAnswer, NewPosition, NewSheet, StoredOverride
from correspondence.review.access import Place, hidden, may_propose, open_hidden_review, open_review
from correspondence.review.pending_results import (
    current_pending_result,
    find_pending_result,
    find_turn_in_review,
    next_in_series,
    still_current,
    store_pending_result,
)
from correspondence.rows import count_of, from_rows, new_id
from correspondence.seats import seat_of
from correspondence.sheets.reading import latest_sheet
from correspondence.turns import collecting_turn, visible_view
from narration.narrators import NARRATORS


@dataclass(frozen=True)
class ActiveOverride:
    """An override with its reason and the name of who decreed it."""

    decree: decrees.Decree
    reason: str
    by: str


def active_overrides(session: Session, turn: Turn) -> list[ActiveOverride]:
    """Return the overrides on this turn's results, in the order they were made."""
    query = (
        select(OverrideRow, Account)
        .join(Account)
        .where(OverrideRow.turn_id == turn.id, OverrideRow.status == "applied", OverrideRow.draft_number > 0)
        .order_by(OverrideRow.number)
    )
    return [
        ActiveOverride(
            decrees.decode(row.document, turn.game.edition).decree, row.reason, master_signs(turn.game, master)
        )
        for row, master in session.execute(query)
    ]


def adjudicate_with_overrides(
    session: Session, game: Game, turn: Turn, handed: Handed, overrides: Sequence[ActiveOverride]
) -> Outcome[Position]:
    """Adjudicate the turn with these overrides, in order, each where it belongs.
    Answers are ruled on at the end, so that the log tells what was decided for whom. `remarks` names
    what could not be used. Raises Illegal for an override that does not fit any more."""
    stored = stored_position(session, game)
    amended = _amend_input(handed.turn, overrides, game.edition)
    changes = [(entry.decree, entry) for entry in overrides if isinstance(entry.decree, NewPosition)]
    position = documents.decode(stored)
    rules = games.of(position)

    def issued(outcome: Outcome[Position], override: Any, entry: ActiveOverride) -> Outcome[Position]:
        return join_outcomes(outcome, rules.issue(outcome.position, override, entry.reason, entry.by))

    outcome = rules.resume(position)
    for decree, entry in changes:
        if decree.at == BEFORE:
            outcome = issued(outcome, decree.override, entry)
    outcome = _continue_outcome(game, turn, amended, outcome)
    for decree, entry in changes:
        if decree.at not in (BEFORE, AFTER):
            outcome = rules.replay_to(documents.decode(stored), outcome.entries, decree.at)
            outcome = _continue_outcome(game, turn, amended, issued(outcome, decree.override, entry))
    for decree, entry in changes:
        if decree.at == AFTER:
            outcome = issued(outcome, decree.override, entry)
    for entry in overrides:
        ruling = override_ruling(entry.decree, game.edition)
        if ruling is not None:
            outcome = issued(outcome, ruling, entry)
    return outcome


def _amend_input(turn: TurnInput, overrides: Sequence[ActiveOverride], edition: str) -> TurnInput:
    """The turn with sheets and answers as decreed; the last word counts."""
    sheets, replaced = dict(turn.sheets), dict(turn.replaced)
    bots = set(turn.bots)
    for override in overrides:
        if isinstance(override.decree, NewSheet):
            sheets[override.decree.house] = decrees.sheet_of(override.decree, edition)
            bots.discard(override.decree.house)
        elif isinstance(override.decree, NewAnswer):
            replaced[override.decree.decision] = ReplacedAnswer(override.decree.answer, override.reason)
    return msgspec.structs.replace(turn, sheets=sheets, replaced=replaced, bots=frozenset(bots))


def _continue_outcome(game: Game, turn: Turn, amended: TurnInput, outcome: Outcome[Position]) -> Outcome[Position]:
    if outcome.showing.board.ending is not None:
        return outcome
    return join_outcomes(outcome, resolve_to_next_choice(game, turn.round, amended, outcome.position))


def override_ruling(decree: decrees.Decree, edition: str) -> Ruling | None:
    """What the log says of an override that is no event itself."""
    if isinstance(decree, NewSheet):
        places = {"house": decree.house}
        return Ruling(text=f"The sheet of {decree.house} was replaced.", says="sheet-replaced", places=places)
    if isinstance(decree, NewAnswer):
        text = f"Decided for {decree.house}: {NARRATORS.of_edition(edition).decision_kind_name(decree.asked)}."
        places = {"house": decree.house, "asked": decree.asked}
        return Ruling(text=text, about=decree.decision, says="answer-replaced", places=places)
    return None


def preview(session: Session, account: Account, game_id: str, turn_number: int, now: datetime) -> PendingResult:
    """Return the results of the open turn if it closed now, stored apart.

    The audit log tells, players too, that a game master looked. Raises NotFound `no-such-game`, Denied
    (`not-game-master`, `game-master-plays`, `turn-closed`).
    """
    game = open_hidden_review(session, account, game_id, now, lock=True).game
    turn = open_turn_numbered(session, game, turn_number)
    handed = submitted_input(session, game, turn)
    outcome = resolve_to_next_choice(game, turn.round, handed.turn, documents.decode(stored_position(session, game)))
    pending = store_pending_result(session, game, turn, outcome, handed.versions, now, status="preview")
    # The entry's digest is told at once; with the salt nobody finds out by trying who had handed in.
    document = {"call": turn.number, "handed_in": sorted(handed.versions), "salt": secrets.token_hex(8)}
    note(session, game, account, "looked-ahead", document, now)
    return pending


def open_turn_numbered(session: Session, game: Game, number: int) -> Turn:
    """Return the open or paused turn with this number, locked; Denied `turn-closed`."""
    turn = collecting_turn(session, game, lock=True)
    if turn is None or turn.number != number:
        raise Denied("turn-closed", "Turn {n} is no longer open. Nothing was changed.", n=number)
    return turn


MAX_REASON_LENGTH = 500


def propose(
    session: Session,
    account: Account,
    game_id: str,
    decree: Decree,
    reason: str,
    now: datetime,
    *,
    turn_number: int,
    draft: int = 0,
) -> OverrideRow:
    """Work out the effect of an override, and store it as proposed.

    `draft` is the number of the held turn's pending result it was decided on, 0 while the turn is open. Raises
    NotFound, Unreadable, Denied (`not-game-master`, `game-master-plays`, `nothing-held`, `stale-draft`, `turn-closed`),
    Invalid (the reason, or a kind of override that needs a held turn), Illegal with its faults.
    """
    decree = decrees.convert_override_data(decree, find_game(session, game_id).edition)
    place = open_for_override(session, account, game_id, decree, pending_result=draft > 0, now=now)
    may_propose(place, decree)
    if isinstance(decree, NewPosition) and games.of(decree.override).players_own(decree.override):
        raise Invalid("not-an-override", "Only the player of a house can give its Power away.", "decree")
    reason = input_validation.line(reason, "reason", MAX_REASON_LENGTH)
    game = place.game
    decree = _parse_conditions(game, decree)
    turn = find_turn_in_review(session, game, turn_number) if draft else open_turn_numbered(session, game, turn_number)
    if draft:
        still_current(session, turn, draft)
    outcome, handed = _effect(session, game, turn, decree, reason, master_signs(game, account))
    flags = None if turn.status == "held" else ()
    shown = store_pending_result(session, game, turn, outcome, handed.versions, now, flags=flags, status="proposed")
    override = StoredOverride(decree, base_of(session, game, turn), shown.public_id)
    return keep_override(session, turn, account, override, reason, now, draft=draft)


def keep_override(
    session: Session,
    turn: Turn,
    account: Account,
    override: StoredOverride,
    reason: str,
    now: datetime,
    *,
    draft: int = 0,
    applied: bool = False,
) -> OverrideRow:
    """Store an override about a turn, as proposed or as applied."""
    row = OverrideRow(
        public_id=new_id(),
        game_id=turn.game_id,
        turn_id=turn.id,
        draft_number=draft,
        number=next_number(session, turn.game_id, applied=applied),
        kind=decrees.kind(override.decree),
        document=decrees.encode(override),
        reason=reason,
        status="applied" if applied else "proposed",
        account_id=account.id,
        at=now,
    )
    session.add(row)
    session.flush()
    return row


def _parse_conditions(game: Game, decree: Decree) -> Decree:
    """Return the override as stored: conditions in text parsed. Raises Unreadable."""
    if isinstance(decree, NewSheet):
        sheet = documents.read_sheet(game.edition, decree.document.encode(), game.parts)
        return NewSheet(decree.house, documents.encode(sheet).decode())
    return decree


def next_number(session: Session, game_id: int, *, applied: bool) -> int:
    """The number of a game's next override: below zero until it is applied."""
    bounds = select(func.min(OverrideRow.number), func.max(OverrideRow.number)).filter_by(game_id=game_id)
    return next_in_series(*session.execute(bounds).one(), official=applied)


def open_for_override(
    session: Session,
    account: Account,
    game_id: str,
    decree: Decree,
    *,
    pending_result: bool,
    now: datetime,
    lock: bool = True,
) -> Place:
    """Return the master with their game for an override. NotFound `no-such-game`.
    Denied `not-game-master`; `game-master-plays` for one who plays if the override has hidden data or
    `pending_result` is true."""
    return (open_hidden_review if pending_result or hidden(decree) else open_review)(
        session, account, game_id, now, lock=lock
    )


def _effect(
    session: Session, game: Game, turn: Turn, decree: Decree, reason: str, by: str
) -> tuple[Outcome[Position], Handed]:
    """What the turn comes to, or (open) how the game stands, with one more override."""
    handed = submitted_input(session, game, turn)
    mine = ActiveOverride(decree, reason, by)
    stored = stored_position(session, game)
    if isinstance(decree, NewSheet):
        _check_sheet(stored, decree, game.edition)
    if turn.status == "held":
        outcome = adjudicate_with_overrides(session, game, turn, handed, [*active_overrides(session, turn), mine])
        if isinstance(decree, NewAnswer):
            _check_answer(stored, outcome, decree)
        return outcome, handed
    position = documents.decode(stored)
    if isinstance(decree, NewPosition):
        return games.of(position).issue(position, decree.override, reason, by), handed
    if isinstance(decree, NewSheet):
        return games.of(position).resume(position), handed
    raise Invalid("call-not-held", "You can replace an answer only while the result waits for review.", "decree")


def _check_sheet(stored: bytes, decree: NewSheet, edition: str) -> None:
    """Illegal with everything that is wrong with the sheet."""
    position = documents.decode(stored)
    shown = games.of(position).resume(position)
    if decree.house not in shown.showing.board.houses:
        raise Invalid("unknown-house", "This house does not play in this game.", "house")
    report = games.of(shown.showing).check_sheet(
        shown.showing, decree.house, decrees.sheet_of(decree, edition), shown.waiting
    )
    if report.errors:
        raise Illegal(*report.errors)


def _check_answer(stored: bytes, outcome: Outcome[Position], decree: NewAnswer) -> None:
    """Illegal with the reason if the answer did not count."""
    used = next((entry for entry in outcome.answers if entry.decision == decree.decision), None)
    if used is not None and used.source.by == "edict":
        return
    if used is None:
        raise Illegal(Refusal("override-not-asked", "this question was not asked in this call", "answer"))
    position = documents.decode(stored)
    replay = games.of(position).replay_to(position, outcome.entries, decree.decision)
    question = next(decision for decision in replay.waiting if decision.id == decree.decision)
    refusal = games.of(replay.showing).check(replay.showing, question, decree.answer)
    raise Illegal(refusal or Refusal("override-not-used", "this answer could not be used", "answer"))


def base_of(session: Session, game: Game, turn: Turn) -> str:
    """Return the digest of an override's base: pending result or position."""
    pending_result = current_pending_result(session, turn) if turn.status == "held" else None
    return pending_result.digest if pending_result else hashlib.sha256(stored_position(session, game)).hexdigest()


def find_override(session: Session, game: Game, override_id: str, *, lock: bool = False) -> OverrideRow:
    """An override of a game; NotFound `no-such-override`."""
    query = select(OverrideRow).filter_by(public_id=override_id, game_id=game.id)
    if lock:
        query = query.with_for_update().execution_options(populate_existing=True)
    override = session.scalar(query)
    if override is None:
        raise NotFound("no-such-override", "This game has no such override.")
    return override


def replay_to_decision(session: Session, pending: PendingResult, decision: str) -> Outcome[Position]:
    """Return the game at the point where a decision of a pending result was asked.
    Raises NotFound `no-such-decision`."""
    game = session.get_one(Game, pending.game_id)
    position, entries = documents.decode(stored_position(session, game)), entries_of(pending)
    try:
        return games.of(position).replay_to(position, entries, decision)
    except Illegal as missing:
        raise NotFound("no-such-decision", "This result has no such decision.") from missing


def entries_of(pending: PendingResult) -> list[Entry]:
    """Return the journal entries of a pending result."""
    return documents.decode_entries(documents.decode(pending.position).edition, pending.entries)


@dataclass(frozen=True)
class Impact:
    """What rolling back would undo, and what of it everybody has seen.
    Turns, emails about them, Westeros cards turned up, House cards played, rounds of orders and auctions revealed,
    battles fought; `seed`: the game was over, so its seed is known."""

    turns: tuple[int, ...]
    mails: int
    westeros: tuple[str, ...]
    cards: tuple[str, ...]
    orders: int
    auctions: int
    battles: int
    seed: bool

    @property
    def leaks(self) -> bool:
        """Whether players know what would come again with the decks as they are."""
        return bool(self.westeros) or self.seed


def impact(session: Session, game: Game, to: int, above: int) -> Impact:
    """What the events with numbers above this one and the calls from `to` on told."""
    query = select(RoundRecords.document).where(RoundRecords.game_id == game.id, RoundRecords.last > above)
    records = [
        record
        for document in session.scalars(query.order_by(RoundRecords.first))
        for record in documents.decode_records(game.edition, document)
        if record.number > above
    ]
    shown = games.of_edition(game.edition).revealed(records)
    turns = select(Turn.number).where(Turn.game_id == game.id, Turn.number >= to, Turn.status != "void")
    undone = tuple(session.scalars(turns.order_by(Turn.number)))
    mails = _mails(session, game, undone)
    return from_rows(Impact, shown, turns=undone, mails=mails, seed=game.status == "finished")


def _mails(session: Session, game: Game, turns: Sequence[int]) -> int:
    """How many emails told of the results of these turns."""
    kind_condition = OutgoingMail.kind.in_(("results", "game-over"))
    keys = (OutgoingMail.key.like(f"{game.public_id}:{number}:%") for number in turns)
    return sum(count_of(session, OutgoingMail, key, kind_condition) for key in keys)


@dataclass(frozen=True)
class DecisionContext:
    """A decision and the position it was asked in; `draft`, `turn_number`: its place."""

    draft_id: str
    draft: int
    turn_number: int
    edition: str
    kind: str
    decision: Decision
    showing: Position
    answer: Any


def find_pending_decision(
    session: Session, account: Account, game_id: str, draft_id: str, decision_id: str, now: datetime
) -> DecisionContext:
    """Return a decision of the current pending result.
    NotFound (`no-such-game`, `no-such-draft`, `no-such-decision`), Denied (`not-game-master`, `game-master-plays`,
    `nothing-held`, `stale-draft`)."""
    game = open_hidden_review(session, account, game_id, now).game
    pending = find_pending_result(session, game, draft_id)
    turn = pending.turn
    still_current(session, turn, pending.number)
    answer_entry = next((entry for entry in entries_of(pending) if getattr(entry, "decision", "") == decision_id), None)
    outcome = replay_to_decision(session, pending, decision_id)
    decision = next((candidate for candidate in outcome.waiting if candidate.id == decision_id), None)
    if answer_entry is None or decision is None:
        raise NotFound("no-such-decision", "This result has no such decision.")
    kind = str(decision.__struct_config__.tag)
    answer = answer_entry.answer  # type: ignore[union-attr]  # entries with a decision are answers
    return DecisionContext(
        pending.public_id, pending.number, turn.number, game.edition, kind, decision, outcome.showing, answer
    )


@dataclass(frozen=True)
class TurnDecisions:
    """All decisions of a turn with published results, in the order of the rules."""

    game_id: str
    title: str
    edition: str
    number: int
    window: str
    round: int
    decided: tuple[Decided, ...]


def decided_in_turn(session: Session, account: Account, game_id: str, number: int, now: datetime) -> TurnDecisions:
    """Return the decisions of a closed turn that was not rolled back.
    Raises NotFound (`no-such-game`, `no-such-turn`), Denied (`not-game-master`, `game-master-plays`)."""
    game = open_hidden_review(session, account, game_id, now).game
    query = select(Turn).filter_by(game_id=game.id, number=number)
    turn = session.scalar(query.filter_by(status="closed"))
    if turn is None:
        raise NotFound("no-such-turn", "There is no such turn.")
    record_query = select(RoundRecords.document).filter_by(game_id=game.id, part=number)
    decided = tuple(
        record.event
        for document in session.scalars(record_query.order_by(RoundRecords.first))
        for record in documents.decode_records(game.edition, document)
        if isinstance(record.event, Decided)
    )
    return from_rows(TurnDecisions, turn, game, game_id=game.public_id, decided=decided)


@dataclass(frozen=True)
class ReviewSheet:
    """The sheet that counts for a house in a result; `version` 0: none submitted.
    `view`: the board its player wrote on, `questions`: what waited for it; `replaced`: by an override already."""

    game_id: str
    title: str
    edition: str
    house: str
    draft_id: str
    draft: int
    turn_number: int
    window: str
    round: int
    view: View
    questions: tuple[Decision, ...]
    sheet: Sheet
    version: int
    replaced: bool


def review_sheet(
    session: Session, account: Account, game_id: str, draft_id: str, house: str, now: datetime
) -> ReviewSheet:
    """Return the order sheet of a house in the current pending result.
    Raises NotFound (`no-such-game`, `no-such-draft`, `no-such-house`), Denied (`not-game-master`, `game-master-plays`,
    `nothing-held`, `stale-draft`)."""
    game = open_hidden_review(session, account, game_id, now).game
    pending = find_pending_result(session, game, draft_id)
    seat = seat_of(game, house)
    turn = pending.turn
    still_current(session, turn, pending.number)
    view, latest = visible_view(game, current(session, game), house), latest_sheet(session, turn, seat)
    replaced = [
        row.decree
        for row in active_overrides(session, turn)
        if isinstance(row.decree, NewSheet) and row.decree.house == house
    ]
    if replaced:
        used = decrees.sheet_of(replaced[-1], game.edition)
    else:
        used = latest.sheet if latest else games.of_edition(game.edition).empty_sheet
    return from_rows(
        ReviewSheet,
        turn,
        game,
        game_id=game.public_id,
        house=house,
        draft_id=pending.public_id,
        draft=pending.number,
        turn_number=turn.number,
        view=view,
        questions=tuple(view.waiting),
        sheet=used,
        version=latest.number if latest else 0,
        replaced=bool(replaced),
    )
