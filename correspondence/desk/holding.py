"""Holding a call as a draft for the game master, and publishing it when it is approved."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position
from correspondence import addresses
from correspondence.adjudications.computing import Handed
from correspondence.adjudications.publishing import publish
from correspondence.calls.use_cases import call_of
from correspondence.deadlines.opening import REVIEW
from correspondence.desk.access import at_desk, reviewers
from correspondence.desk.drafts import (
    Flag,
    evaluation_flags,
    flags_of,
    make_draft,
    outcome_of,
    retire,
    still_current,
    versions_of,
)
from correspondence.desk.interrupting import tell_of
from correspondence.errors import Denied
from correspondence.ledger.use_cases import note
from correspondence.models.accounts import Account
from correspondence.models.archive import CallBoard
from correspondence.models.calls import OpenedCall
from correspondence.models.deadlines import Reminder
from correspondence.models.desk import Draft, EdictRow
from correspondence.models.games import Game
from correspondence.notices.use_cases import notify
from correspondence.one_by_one import one_by_one
from correspondence.store import Store, settings_of
from narration.words import N_

SERVICE = "service"
# Masters are reminded of results that wait for them after so long, and again each time.
REVIEW_AGAIN = timedelta(days=1)
# These say something, but change nothing of what came out.
WORDS_ONLY = ("ruling",)


def hold_if_reviewed(
    session: Session, game: Game, call: OpenedCall, outcome: Outcome[Position], handed: Handed, now: datetime
) -> bool:
    """Hold the call as a draft if the game's review asks for it; whether it did.

    Without a master who may look at a draft nothing is held: nobody would ever publish it.
    """
    if game.review not in ("all", "flagged"):
        return False
    able = reviewers(session, game, now)
    if not able:
        note(session, game.public_id, SERVICE, "review-skipped", {"call": call.number}, now)
        return False
    flags = flags_for(session, game, call, outcome, handed.versions)
    if game.review == "flagged" and not flags:
        return False
    hold(session, game, call, outcome, handed, flags, able, now)
    return True


def hold(
    session: Session,
    game: Game,
    call: OpenedCall,
    outcome: Outcome[Position],
    handed: Handed,
    flags: tuple[Flag, ...],
    able: list[Account],
    now: datetime,
) -> Draft:
    """Hold the call: no more sheets, nothing told to players but that the game master looks at it."""
    draft = make_draft(session, game, call, outcome, handed.versions, flags, now)
    call.status, call.claimed_until = "held", None
    document = {"call": call.number, "draft": draft.number, "flags": len(flags), "digest": draft.digest}
    note(session, game.public_id, SERVICE, "held", document, now)
    _remind_later(session, call, now)
    settings = settings_of(session)
    notify(
        session,
        "draft-held",
        f"{game.public_id}:{call.number}:held:{draft.public_id}",
        now,
        game=game,
        accounts=able,
        seats=(),
        values={"n": call.number, "flags": len(flags)},
        link=f"{addresses.game(settings, game.public_id)}/gm",
    )
    return draft


def _remind_later(session: Session, call: OpenedCall, now: datetime) -> None:
    """One reminder for each call; one that was held before, and took sheets again, has it already."""
    reminder = session.scalar(select(Reminder).where(Reminder.call_id == call.id, Reminder.kind == REVIEW))
    if reminder is None:
        reminder = Reminder(call_id=call.id, kind=REVIEW)
        session.add(reminder)
    reminder.due_at, reminder.done_at = now + REVIEW_AGAIN, None


def remind_reviewers(store: Store, now: datetime, limit: int = 200) -> int:
    """Remind masters of results that have waited for them for a day, each day once; how many reminders were due."""
    query = select(Reminder.id).where(Reminder.done_at.is_(None), Reminder.due_at <= now, Reminder.kind == REVIEW)
    with store.read() as session:
        ids = session.scalars(query.order_by(Reminder.due_at).limit(limit)).all()
    trouble = "a master could not be reminded"
    one_by_one(store, ids, lambda session, one: _remind(session, one, now), trouble=trouble, name="reminder")
    return len(ids)


def _remind(session: Session, reminder_id: int, now: datetime) -> None:
    query = select(Reminder).where(Reminder.id == reminder_id, Reminder.done_at.is_(None), Reminder.due_at <= now)
    reminder = session.scalar(query.with_for_update(skip_locked=True))
    if reminder is None:
        return
    call = session.get_one(OpenedCall, reminder.call_id)
    query_draft = select(Draft).where(Draft.call_id == call.id, Draft.status == "current")
    draft = session.scalar(query_draft) if call.status == "held" else None
    if draft is None:
        reminder.done_at = now
        return
    # A draft that was made anew since shows that somebody looks after it.
    again = draft.made_at + REVIEW_AGAIN
    reminder.due_at = again if again > now else now + REVIEW_AGAIN
    if again > now:
        return
    game = call.game
    notify(
        session,
        "draft-waits",
        f"{game.public_id}:{call.number}:waits:{draft.public_id}:{(now - draft.made_at).days}",
        now,
        game=game,
        accounts=reviewers(session, game, now),
        seats=(),
        values={"n": call.number, "since": draft.made_at},
        link=f"{addresses.game(settings_of(session), game.public_id)}/gm",
    )


def flags_for(
    session: Session, game: Game, call: OpenedCall, outcome: Outcome[Position], versions: Mapping[str, int]
) -> tuple[Flag, ...]:
    """The flags of what a call came to, with the edicts in force for it and the last evaluation."""
    query = select(EdictRow.number).where(
        EdictRow.call_id == call.id, EdictRow.status == "applied", EdictRow.kind.not_in(WORDS_ONLY)
    )
    edicts = session.scalars(query.order_by(EdictRow.number)).all()
    before = documents.read_board(game.edition, session.get_one(CallBoard, call.id).document)
    found = flags_of(before, outcome, asked=call.houses_asked, sent=versions, edicts=edicts)
    return found + evaluation_flags(session, game)


def approve(
    session: Session, account: Account, game_id: str, call_number: int, draft: int, digest: str, now: datetime
) -> None:
    """Publish exactly the draft that was looked at: letters, the next call, as always.

    `digest` is the draft's. A master who plays may publish what they cannot see only if no other master could look at
    it. Raises NotFound `no-such-game`, Denied `not-game-master`, `game-master-plays`, `nothing-held`, `stale-draft`.
    """
    place = at_desk(session, account, game_id, now, lock=True)
    game, who = place.game, place.who
    if who.playing and reviewers(session, game, now):
        raise Denied("game-master-plays", N_("You play in this game; the other game master reviews its results."))
    call = held_call(session, game, call_number)
    held = still_current(session, call, draft)
    if held.digest != digest:
        raise Denied("stale-draft", N_("The draft is not the one you looked at; nothing was done. Look at it first."))
    publish(session, game, call, outcome_of(held), versions_of(held), f"gm {account.public_id}", now)
    retire(session, call, "published")
    decreed = select(EdictRow).where(
        EdictRow.call_id == call.id, EdictRow.status == "applied", EdictRow.draft_number > 0
    )
    for edict in session.scalars(decreed.order_by(EdictRow.number)).all():
        tell_of(session, game, edict, now)
    document = {"call": call.number, "draft": held.number, "digest": held.digest, "unseen": who.playing}
    note(session, game.public_id, account.public_id, "published", document, now)


def held_call(session: Session, game: Game, number: int) -> OpenedCall:
    """The held call with this number, locked; Denied `nothing-held`."""
    call = call_of(session, game, "held", lock=True)
    if call is None or call.number != number:
        raise Denied("nothing-held", N_("Call {n} is not held any more; nothing was done."), n=number)
    return call
