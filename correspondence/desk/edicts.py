"""Edicts as they are proposed, with what each would change.

`enforcing` puts them in force.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.decision import Illegal, Refusal
from adjudicator.engine.journal import Record
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Entry, Position
from correspondence import input_validation
from correspondence.adjudications.computing import Handed, handed_in
from correspondence.archive.queries import stored_position
from correspondence.desk.access import Place, at_desk, seeing
from correspondence.desk.acting import hidden, may_propose
from correspondence.desk.drafts import Flag, current_draft, make_draft, still_current
from correspondence.desk.holding import flags_for, held_call
from correspondence.desk.readjudicating import InForce, adjudicated, in_force, open_call_numbered
from correspondence.edicts import documents as decrees
from correspondence.edicts.documents import Decree, Kept, NewAnswer, NewPosition, NewSheet
from correspondence.errors import Invalid, NotFound
from correspondence.games.access import game_named, master_signs
from correspondence.models.accounts import Account
from correspondence.models.archive import RoundRecords
from correspondence.models.calls import OpenedCall
from correspondence.models.desk import Draft, EdictRow
from correspondence.models.games import Game
from correspondence.models.outbox import OutgoingLetter
from correspondence.rows import new_id
from narration.words import N_

LONGEST_REASON = 500


def propose(
    session: Session,
    account: Account,
    game_id: str,
    decree: Decree,
    reason: str,
    now: datetime,
    *,
    call_number: int,
    draft: int = 0,
) -> EdictRow:
    """Work out what an edict would change, and keep it as proposed. `draft` is the number of the held call's draft it
    was decided on, 0 while the call is open.

    Raises NotFound, Unreadable, Denied (`not-game-master`, `game-master-plays`, `nothing-held`, `stale-draft`,
    `call-closed`), Invalid (the reason, or a kind of edict for which the call has to be held), Illegal with what is
    wrong with it.
    """
    decree = decrees.typed(decree, game_named(session, game_id).edition)
    place = place_for(session, account, game_id, decree, held=draft > 0, now=now)
    may_propose(place, decree)
    if isinstance(decree, NewPosition) and games.of(decree.edict).players_own(decree.edict):
        raise Invalid("not-an-edict", N_("Only whoever plays a house gives its Power away."), "decree")
    reason = input_validation.line(reason, "reason", LONGEST_REASON)
    game = place.game
    decree = _in_trees(game, decree)
    call = held_call(session, game, call_number) if draft else open_call_numbered(session, game, call_number)
    if draft:
        still_current(session, call, draft)
    outcome, handed, flags = _effect(session, game, call, decree, reason, master_signs(game, account))
    shown = make_draft(session, game, call, outcome, handed.versions, flags, now, status="proposed")
    row = EdictRow(
        public_id=new_id(),
        game_id=game.id,
        call_id=call.id,
        draft_number=draft,
        number=next_proposal(session, game),
        kind=decrees.kind(decree),
        document=decrees.encode(Kept(decree, base_of(session, game, call), shown.public_id)),
        reason=reason,
        status="proposed",
        account_id=account.id,
        at=now,
    )
    session.add(row)
    session.flush()
    return row


def _in_trees(game: Game, decree: Decree) -> Decree:
    """The decree as it is kept: a sheet whose conditions are text with what they mean in the game. Raises
    Unreadable."""
    if isinstance(decree, NewSheet):
        sheet = documents.read_sheet(game.edition, decree.document.encode(), game.parts)
        return NewSheet(decree.house, documents.encode(sheet).decode())
    return decree


def next_proposal(session: Session, game: Game) -> int:
    """The number of the next edict that is proposed: below zero until it is applied."""
    lowest = session.scalar(select(func.min(EdictRow.number)).where(EdictRow.game_id == game.id)) or 0
    return min(lowest, 0) - 1


def place_for(
    session: Session, account: Account, game_id: str, decree: Decree, *, held: bool, now: datetime, lock: bool = True
) -> Place:
    """A master's place at the desk, for a decree; what shows or needs what players may not know is for masters who do
    not play. Raises as `seeing`."""
    return (seeing if held or hidden(decree) else at_desk)(session, account, game_id, now, lock=lock)


def _effect(
    session: Session, game: Game, call: OpenedCall, decree: Decree, reason: str, by: str
) -> tuple[Outcome[Position], Handed, tuple[Flag, ...]]:
    """What the call comes to, or (open) how the game stands, with one more edict."""
    handed = handed_in(session, game, call)
    mine = InForce(decree, reason, by)
    stored = stored_position(session, game)
    if isinstance(decree, NewSheet):
        _sheet_fits(stored, decree, game.edition)
    if call.status == "held":
        outcome = adjudicated(session, game, call, handed, [*in_force(session, call), mine])
        if isinstance(decree, NewAnswer):
            _answer_used(stored, outcome, decree)
        return outcome, handed, flags_for(session, game, call, outcome, handed.versions)
    position = documents.decode(stored)
    if isinstance(decree, NewPosition):
        return games.of(position).issue(position, decree.edict, reason, by), handed, ()
    if isinstance(decree, NewSheet):
        return games.of(position).resume(position), handed, ()
    raise Invalid("call-not-held", N_("An answer can only be replaced while the call is held as a draft."), "decree")


def _sheet_fits(stored: bytes, decree: NewSheet, edition: str) -> None:
    """Illegal with everything that is wrong with the sheet."""
    position = documents.decode(stored)
    shown = games.of(position).resume(position)
    if decree.house not in shown.showing.board.houses:
        raise Invalid("unknown-house", N_("This house does not play in this game."), "house")
    report = games.of(shown.showing).check_sheet(
        shown.showing, decree.house, decrees.sheet_of(decree, edition), shown.waiting
    )
    if report.errors:
        raise Illegal(*report.errors)


def _answer_used(stored: bytes, outcome: Outcome[Position], decree: NewAnswer) -> None:
    """Illegal with the reason if the answer did not count."""
    used = next((entry for entry in outcome.answers if entry.decision == decree.decision), None)
    if used is not None and used.source.by == "edict":
        return
    if used is None:
        raise Illegal(Refusal("override-not-asked", "this question was not asked in this call", "answer"))
    position = documents.decode(stored)
    asked = games.of(position).replay_to(position, outcome.entries, decree.decision)
    question = next(one for one in asked.waiting if one.id == decree.decision)
    refusal = games.of(asked.showing).check(asked.showing, question, decree.answer)
    raise Illegal(refusal or Refusal("override-not-used", "this answer could not be used", "answer"))


def base_of(session: Session, game: Game, call: OpenedCall) -> str:
    """The digest of what an edict is decided on: the current draft, or the position as it stands."""
    held = current_draft(session, call) if call.status == "held" else None
    return held.digest if held else hashlib.sha256(stored_position(session, game)).hexdigest()


def edict_named(session: Session, game: Game, edict_id: str, *, lock: bool = False) -> EdictRow:
    """An edict of a game; NotFound `no-such-edict`."""
    query = select(EdictRow).where(EdictRow.public_id == edict_id, EdictRow.game_id == game.id)
    if lock:
        query = query.with_for_update().execution_options(populate_existing=True)
    found = session.scalar(query)
    if found is None:
        raise NotFound("no-such-edict", N_("There is no such edict in this game."))
    return found


def decision_in(session: Session, draft: Draft, decision: str) -> Outcome[Position]:
    """The game where a decision of a draft was asked; NotFound `no-such-decision`."""
    game = session.get_one(Game, draft.game_id)
    position, entries = documents.decode(stored_position(session, game)), entries_of(draft)
    try:
        return games.of(position).replay_to(position, entries, decision)
    except Illegal as missing:
        raise NotFound("no-such-decision", N_("This draft asks no such decision.")) from missing


def entries_of(draft: Draft) -> list[Entry]:
    """The journal entries of a draft."""
    return documents.decode_entries(documents.decode(draft.position).edition, draft.entries)


@dataclass(frozen=True)
class Impact:
    """What going back would undo, and what everybody has seen of it: calls, letters that told of them, Westeros cards
    turned up, House cards played, rounds of orders and auctions revealed, battles fought; `seed`: the game was over,
    so its seed is known."""

    calls: tuple[int, ...]
    letters: int
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
    records: list[Record] = [
        record
        for document in session.scalars(query.order_by(RoundRecords.first))
        for record in documents.decode_records(game.edition, document)
        if record.number > above
    ]
    shown = games.of_edition(game.edition).revealed(records)
    calls = select(OpenedCall.number).where(
        OpenedCall.game_id == game.id, OpenedCall.number >= to, OpenedCall.status != "void"
    )
    undone = tuple(session.scalars(calls.order_by(OpenedCall.number)))
    return Impact(
        calls=undone,
        letters=_letters(session, game, undone),
        westeros=shown.westeros,
        cards=shown.cards,
        orders=shown.orders,
        auctions=shown.auctions,
        battles=shown.battles,
        seed=game.status == "finished",
    )


def _letters(session: Session, game: Game, calls: Sequence[int]) -> int:
    """How many letters told of the results of these calls."""
    found = 0
    for number in calls:
        query = select(func.count(OutgoingLetter.id)).where(OutgoingLetter.key.like(f"{game.public_id}:{number}:%"))
        found += session.scalar(query.where(OutgoingLetter.kind.in_(("results", "game-over")))) or 0
    return found
