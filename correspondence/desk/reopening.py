"""Opening a held call again: its draft is dropped, and sheets can be handed in until a new deadline."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from correspondence import input_validation
from correspondence.calls.use_cases import call_of
from correspondence.deadlines.changing import LONGEST_EXTENSION_HOURS, move
from correspondence.deadlines.clock import due_after
from correspondence.desk.access import seeing
from correspondence.desk.drafts import current_draft, drop, still_current
from correspondence.desk.holding import held_call
from correspondence.desk.queries import CallLine, EdictLine, call_line, edict_lines
from correspondence.errors import Denied, Invalid
from correspondence.games.access import master_signs
from correspondence.ledger.use_cases import note
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall, Readiness
from correspondence.models.games import Game
from narration.words import N_

# As a change of a deadline keeps it.
LONGEST_REASON = 300


@dataclass(frozen=True)
class Reopening:
    """What opening a held call again means: which draft is dropped with which edicts, who handed in so far, and
    until when sheets are taken."""

    game_id: str
    title: str
    edition: str
    call: CallLine
    draft: int
    edicts: tuple[EdictLine, ...]
    due_at: datetime


def reopening(session: Session, account: Account, game_id: str, hours: float, now: datetime) -> Reopening:
    """What opening the held call for so many hours (of a game with an hour, days) would mean; nothing is changed.

    Raises NotFound `no-such-game`, Denied (`not-game-master`, `game-master-plays`, `nothing-held`, `paused-already`),
    Invalid `out-of-range`.
    """
    place = seeing(session, account, game_id, now)
    game = place.game
    if not 0 < hours <= LONGEST_EXTENSION_HOURS:
        words = N_("This must be from {least} to {most}.")
        raise Invalid("out-of-range", words, "hours", least=0, most=LONGEST_EXTENSION_HOURS)
    call = call_of(session, game, "held")
    draft = current_draft(session, call) if call is not None else None
    if call is None or draft is None:
        raise Denied("nothing-held", N_("No call of this game is held."))
    _goes_on(game)
    edicts = tuple(edict for edict in edict_lines(session, place, call) if edict.draft_number)
    return Reopening(
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        call=call_line(session, game, call, now),
        draft=draft.number,
        edicts=edicts,
        due_at=due_after(game, now, timedelta(hours=hours)),
    )


def reopen(
    session: Session,
    account: Account,
    game_id: str,
    *,
    call: int,
    draft: int,
    due_at: datetime,
    reason: str,
    now: datetime,
) -> OpenedCall:
    """Take sheets again for the held call with this number, until `due_at`. `draft` is the number of its draft that
    was looked at; it is dropped, and edicts on it are withdrawn. Sheets stay as they were handed in, and can be
    replaced; whoever was ready is asked again. Everybody is told once.

    Only for a master who does not play: one who plays would get their own sheet back. Raises NotFound `no-such-game`,
    Denied (`not-game-master`, `game-master-plays`, `nothing-held`, `stale-draft`, `paused-already`), Invalid (the
    reason, `deadline-past`, `out-of-range`).
    """
    game = seeing(session, account, game_id, now, lock=True).game
    reason = input_validation.line(reason, "reason", LONGEST_REASON)
    held = held_call(session, game, call)
    dropped = still_current(session, held, draft)
    _goes_on(game)
    if due_at <= now:
        raise Invalid("deadline-past", N_("This moment has passed already."), "due_at")
    if due_at > now + timedelta(hours=LONGEST_EXTENSION_HOURS + 24 * 7):
        raise Invalid("deadline-far", N_("This is too far ahead."), "due_at")
    drop(session, held)
    session.execute(delete(Readiness).where(Readiness.call_id == held.id))
    held.status, held.closing_at, held.late_at = "open", None, None
    held.claim, held.claimed_until, held.attempts = "", None, 0
    session.flush()
    move(session, held, due_at, "reopened", None, now, reason, {"n": held.number, "by": master_signs(game, account)})
    document = {"call": held.number, "draft": dropped.number, "until": due_at.isoformat(), "reason": reason}
    note(session, game.public_id, account.public_id, "reopened", document, now)
    return held


def _goes_on(game: Game) -> None:
    if game.paused_at is not None:
        raise Denied("paused-already", N_("This game is paused; let it go on first."))
