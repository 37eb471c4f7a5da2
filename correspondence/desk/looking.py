"""A proposed edict with what it would change."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.kernel.event import Decided, Record
from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.board import Board
from correspondence.accounts.models import Account
from correspondence.archive.reading import current, stored_position
from correspondence.calls.models import OpenedCall
from correspondence.desk import documents
from correspondence.desk.access import at_desk, seeing
from correspondence.desk.documents import Decree, NewPosition
from correspondence.desk.drafts import current_draft, outcome_of
from correspondence.desk.edicts import edict_named
from correspondence.desk.flags import Flag, read_flags
from correspondence.desk.models import Draft
from correspondence.desk.phrases import choices_that_differ
from correspondence.story.differences import change_words
from correspondence.story.voice import Voice


@dataclass(frozen=True)
class Proposal:
    """An edict and its effect: the board without and with it (`before`, `after`), the choices without and with it.
    `held_id` is the draft that it would replace (empty: the call is open)."""

    id: str
    game_id: str
    title: str
    edition: str
    players: int
    status: str
    reason: str
    decree: Decree
    draft: int
    draft_id: str
    held_id: str
    call_number: int
    before: Board
    after: Board
    was: tuple[Decided, ...]
    now: tuple[Decided, ...]
    flags: tuple[Flag, ...]
    warnings: tuple[Refusal, ...]

    def told(self, v: Voice) -> tuple[list[str], list[str]]:
        """What is different on the board, and what was decided otherwise, in words."""
        board = [change_words(change, v) for change in face.difference(self.before, self.after, v.edition)]
        return board, choices_that_differ(self.was, self.now, v)


def proposal(session: Session, account: Account, game_id: str, edict_id: str, now: datetime) -> Proposal:
    """An edict and its effect. Raises NotFound (`no-such-game`, `no-such-edict`), Denied (`not-game-master`; on a
    draft also `game-master-plays`)."""
    game = at_desk(session, account, game_id, now).game
    row = edict_named(session, game, edict_id)
    kept = documents.decode(row.document)
    if row.draft_number or not isinstance(kept.decree, NewPosition):
        seeing(session, account, game_id, now)
    shown = session.scalars(select(Draft).where(Draft.public_id == kept.draft)).one()
    call = session.get_one(OpenedCall, shown.call_id)
    held = current_draft(session, call) if row.draft_number else None
    new = outcome_of(shown)
    old = outcome_of(held) if held else current(session, game)
    warnings: tuple[Refusal, ...] = ()
    if isinstance(kept.decree, NewPosition) and row.status == "proposed" and not row.draft_number:
        warnings = face.check_edict(face.decode(stored_position(session, game)), kept.decree.edict).warnings
    return Proposal(
        id=row.public_id,
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        players=game.players,
        status=row.status,
        reason=row.reason,
        decree=kept.decree,
        draft=row.draft_number,
        draft_id=kept.draft,
        held_id=held.public_id if held else "",
        call_number=call.number,
        before=old.showing.board,
        after=new.showing.board,
        was=_decided(old.records) if row.draft_number else (),
        now=_decided(new.records) if row.draft_number else (),
        flags=read_flags(shown.flags),
        warnings=warnings,
    )


def _decided(records: list[Record]) -> tuple[Decided, ...]:
    return tuple(record.event for record in records if isinstance(record.event, Decided))
