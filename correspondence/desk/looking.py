"""A proposed edict with what it would change."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.decision import Refusal
from adjudicator.engine.journal import Decided, Record
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Board, Position
from correspondence.archive.queries import current, stored_position
from correspondence.desk.access import at_desk, reviewers
from correspondence.desk.acting import PLAYS, acts_alone, changes_nothing
from correspondence.desk.audit import choices_that_differ
from correspondence.desk.drafts import Flag, current_draft, outcome_of, read_flags
from correspondence.desk.edicts import edict_named, place_for
from correspondence.desk.enforcing import WAITS, fits
from correspondence.desk.rolling_back import KEEP, plan_of
from correspondence.edicts import documents as decrees
from correspondence.edicts.documents import PLAYERS, Decree, Kept, NewPosition, WentBack
from correspondence.errors import Denied
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.models.desk import Draft, EdictRow
from correspondence.models.games import Game
from narration.narrators import narrator_of
from narration.voice import Voice
from narration.words import N_


@dataclass(frozen=True)
class Proposal:
    """An edict and its effect: the board without and with it (`before`, `after`), the choices without and with it.
    `held_id` is the draft that it would replace (empty: the call is open). `sees`: the reader may look at drafts;
    `alone`: they may put it in force, else (`asks`) ask others, who are masters (`masters`) or vote."""

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
    sees: bool
    alone: bool
    asks: bool
    masters: bool

    def told(self, v: Voice) -> tuple[list[str], list[str]]:
        """What is different on the board, and what was decided otherwise, in words."""
        board = [
            narrator_of(v.edition).difference(change, v)
            for change in games.of(self.before).difference(self.before, self.after, v.edition)
        ]
        return board, choices_that_differ(self.was, self.now, v)


@dataclass(frozen=True)
class _Effect:
    """What an edict makes of the game: `old` without it, `new` with it."""

    call: OpenedCall
    old: Outcome[Position]
    new: Outcome[Position]
    held_id: str = ""
    flags: tuple[Flag, ...] = ()


def proposal(session: Session, account: Account, game_id: str, edict_id: str, now: datetime) -> Proposal:
    """An edict and its effect; for a master who plays, what they proposed themselves, and what was applied in the open.

    Raises NotFound (`no-such-game`, `no-such-edict`), Denied (`not-game-master`, `game-master-plays`).
    """
    game = at_desk(session, account, game_id, now).game
    row = edict_named(session, game, edict_id)
    kept = decrees.decode(row.document, game.edition)
    place = place_for(session, account, game_id, kept.decree, held=row.draft_number > 0, now=now, lock=False)
    if place.who.playing and row.account_id != account.id and row.status != "applied":
        raise Denied(PLAYS, N_("You play in this game, so you may see nothing that a player may not."))
    sees = place.who.sees_all
    if isinstance(kept.decree, WentBack):
        effect = _went_back(session, game, row, kept.decree)
    else:
        effect = _drafted(session, game, row, kept, sees)
    warnings: tuple[Refusal, ...] = ()
    if isinstance(kept.decree, NewPosition) and row.status in WAITS and not row.draft_number:
        position = documents.decode(stored_position(session, game))
        warnings = games.of(position).check_edict(position, kept.decree.edict).warnings
    alone = acts_alone(place) or changes_nothing(kept.decree)
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
        held_id=effect.held_id,
        call_number=effect.call.number,
        before=effect.old.showing.board,
        after=effect.new.showing.board,
        was=_decided(effect.old.records) if row.draft_number else (),
        now=_decided(effect.new.records) if row.draft_number else (),
        flags=effect.flags,
        warnings=warnings,
        sees=sees,
        alone=alone,
        asks=not alone and row.status == "proposed",
        masters=bool(reviewers(session, game, now)),
    )


def _drafted(session: Session, game: Game, row: EdictRow, kept: Kept, sees: bool) -> _Effect:
    """The effect of an edict that has a draft. If it lets the game run on to another question, as one that makes the
    open one void, only who sees all is shown where: cards may be turned up on the way."""
    shown = session.scalars(select(Draft).where(Draft.public_id == kept.draft)).one()
    call = session.get_one(OpenedCall, shown.call_id)
    held = current_draft(session, call) if row.draft_number else None
    old, new = outcome_of(held) if held else current(session, game), outcome_of(shown)
    if not sees and (_asks(new) != _asks(old) or new.showing.round != old.showing.round):
        new = old
    return _Effect(call, old, new, held.public_id if held else "", read_flags(shown.flags))


def _asks(outcome: Outcome[Position]) -> set[tuple[str, str]]:
    """Who is asked what."""
    return {(decision.seat, str(decision.__struct_config__.tag)) for decision in outcome.waiting}


def _went_back(session: Session, game: Game, row: EdictRow, decree: WentBack) -> _Effect:
    """The effect of going back; once it is done, or cannot be done any more, none."""
    call, now = session.get_one(OpenedCall, row.call_id), current(session, game)
    if not fits(session, game, row):
        return _Effect(call, now, now)
    # Which seed it is shuffled by shows nowhere on the board.
    kept = msgspec.structs.replace(decree, chance=KEEP)
    return _Effect(call, now, plan_of(session, game, kept, PLAYERS, row.reason).outcome)


def _decided(records: list[Record]) -> tuple[Decided, ...]:
    return tuple(record.event for record in records if isinstance(record.event, Decided))
