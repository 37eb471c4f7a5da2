"""Edicts put in force: looked at first, then applied, each to the very draft or position it was decided on.

A held call gets a new draft. While a call is open a change of the position takes effect at once, and a sheet that is
replaced is the seat's next version. What a master who plays proposes waits for others (`playing`): they ask, and a
master who does not play applies it, or the players do by a vote.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from correspondence import addresses
from correspondence.adjudications.computing import handed_in
from correspondence.archive.queries import stored_position
from correspondence.calls.use_cases import call_of
from correspondence.desk.access import Place, at_desk, reviewers
from correspondence.desk.acting import PLAYS, acts_alone, changes_nothing, may_decree, may_propose
from correspondence.desk.drafts import draft_named, make_draft
from correspondence.desk.edicts import base_of, edict_named, place_for
from correspondence.desk.holding import flags_for
from correspondence.desk.interrupting import amend, replace_sheet, tell_of
from correspondence.desk.readjudicating import adjudicated, in_force
from correspondence.desk.rolling_back import go_back_as_asked, last_call
from correspondence.edicts import documents as decrees
from correspondence.edicts.documents import PLAYERS, Kept, NewPosition, NewSheet, WentBack
from correspondence.errors import Denied
from correspondence.games.access import master_signs
from correspondence.ledger.use_cases import note
from correspondence.models.accounts import Account
from correspondence.models.calls import COLLECTING, UNFINISHED, OpenedCall
from correspondence.models.desk import Draft, EdictRow
from correspondence.models.games import Game
from correspondence.notices.use_cases import notify
from correspondence.store import settings_of
from narration.words import N_

HELD = ("held",)
# In these states nothing has become of an edict yet.
WAITS = ("proposed", "asked")


def apply(session: Session, account: Account, game_id: str, edict_id: str, now: datetime) -> EdictRow:
    """Apply an edict that was proposed, if everything is as it was then; whatever it is, it is done once.

    Raises NotFound, Denied (`not-game-master`, `game-master-plays`, `others-decide`, `edict-done`, `stale-edict`),
    Illegal.
    """
    place, row, kept = _proposed(session, account, game_id, edict_id, now)
    may_decree(place, kept.decree)
    carry(session, place.game, row, account, now)
    return row


def _proposed(
    session: Session, account: Account, game_id: str, edict_id: str, now: datetime
) -> tuple[Place, EdictRow, Kept]:
    """An edict of which nothing has become, for a master who may decide about it: one who plays about their own."""
    game = at_desk(session, account, game_id, now, lock=True).game
    row = edict_named(session, game, edict_id, lock=True)
    kept = decrees.decode(row.document, game.edition)
    place = place_for(session, account, game_id, kept.decree, held=row.draft_number > 0, now=now)
    if place.who.playing and row.account_id != account.id:
        raise Denied(PLAYS, N_("You play in this game; only a game master who plays no house decides about this."))
    if row.status not in WAITS:
        raise Denied("edict-done", N_("This edict was applied or withdrawn already; nothing was done."))
    return place, row, kept


def ask(session: Session, account: Account, game_id: str, edict_id: str, now: datetime) -> EdictRow:
    """A master who plays asks others to agree to what they proposed; the masters who do not play are told.

    Raises NotFound, Denied (`not-game-master`, `game-master-plays`, `others-not-needed`, `edict-done`, `edict-asked`,
    `stale-edict`).
    """
    place, row, kept = _proposed(session, account, game_id, edict_id, now)
    may_propose(place, kept.decree)
    if acts_alone(place) or changes_nothing(kept.decree):
        raise Denied("others-not-needed", N_("You need nobody's consent to this; put it in force."))
    if row.status == "asked":
        raise Denied("edict-asked", N_("Others were asked about this already."))
    if not fits(session, place.game, row):
        raise _stale()
    row.status = "asked"
    session.flush()
    document = {"what": row.kind, "reason": row.reason, "edict": row.public_id}
    note(session, game_id, account.public_id, "edict-asked", document, now)
    able = reviewers(session, place.game, now)
    if able:
        link = f"{addresses.game(settings_of(session), game_id)}/gm/edicts/{row.public_id}"
        key, values = f"{game_id}:edict-asked:{row.public_id}", {"reason": row.reason}
        notify(session, "edict-asked", key, now, game=place.game, seats=(), accounts=able, values=values, link=link)
    return row


def fits(session: Session, game: Game, row: EdictRow) -> bool:
    """Whether everything is as it was when an edict was proposed, and nothing has become of it."""
    kept = decrees.decode(row.document, game.edition)
    if isinstance(kept.decree, WentBack):
        last = last_call(session, game)
        return row.status in WAITS and last is not None and str(last.number) == kept.base
    return row.status in WAITS and _call_for(session, game, row, kept) is not None


def _call_for(session: Session, game: Game, row: EdictRow, kept: Kept) -> OpenedCall | None:
    """The call that an edict was proposed for, if it waits and the edict still fits it."""
    call = call_of(session, game, *(HELD if row.draft_number else COLLECTING))
    return call if call and call.id == row.call_id and base_of(session, game, call) == kept.base else None


def _stale() -> Denied:
    words = N_("The game has moved on since this edict was proposed; nothing was done. Propose it anew.")
    return Denied("stale-edict", words)


def carry(session: Session, game: Game, row: EdictRow, by: Account | None, now: datetime) -> None:
    """Let an edict take effect that `by`, or (None) the players by a vote, decided.

    The caller holds the game's lock and answers for the right to do so. Raises Denied `stale-edict`, Illegal.
    """
    kept = decrees.decode(row.document, game.edition)
    call_of(session, game, *UNFINISHED, "set-aside", lock=True)
    if not fits(session, game, row):
        raise _stale()
    if isinstance(kept.decree, WentBack):
        go_back_as_asked(session, game, row, by, now)
        return
    call = _call_for(session, game, row, kept)
    if call is None:
        raise _stale()
    highest = session.scalar(select(func.max(EdictRow.number)).where(EdictRow.game_id == game.id)) or 0
    row.number, row.status, row.at = max(highest, 0) + 1, "applied", now
    row.account_id = by.id if by else row.account_id
    session.flush()
    _take_effect(session, game, call, row, kept, by, now)
    document = {"number": row.number, "call": call.number, "draft": row.draft_number, "what": row.kind}
    document |= {"reason": row.reason, "edict": row.public_id, "voted": by is None}
    note(session, game.public_id, by.public_id if by else "service", "edict", document, now)


def _take_effect(
    session: Session, game: Game, call: OpenedCall, row: EdictRow, kept: Kept, by: Account | None, now: datetime
) -> None:
    if call.status == "held":
        handed = handed_in(session, game, call)
        outcome = adjudicated(session, game, call, handed, in_force(session, call))
        flags = flags_for(session, game, call, outcome, handed.versions)
        make_draft(session, game, call, outcome, handed.versions, flags, now)
        return
    if isinstance(kept.decree, NewSheet):
        replace_sheet(session, game, call, kept.decree, now)
    elif isinstance(kept.decree, NewPosition):
        position = documents.decode(stored_position(session, game))
        outcome = games.of(position).issue(
            position, kept.decree.edict, row.reason, master_signs(game, by) if by else PLAYERS
        )
        amend(session, game, call, outcome, now, row)
    _drop_proposals(session, call)
    tell_of(session, game, row, now, voted=by is None)


def _drop_proposals(session: Session, call: OpenedCall) -> None:
    query = select(Draft).where(Draft.call_id == call.id, Draft.status == "proposed")
    for draft in session.scalars(query):
        draft.status = "dropped"


def withdraw(session: Session, account: Account, game_id: str, edict_id: str, now: datetime) -> EdictRow:
    """Let a proposal be; one that was applied stays.

    Raises NotFound, Denied (`not-game-master`, `game-master-plays`, `edict-done`).
    """
    place, row, _ = _proposed(session, account, game_id, edict_id, now)
    let_be(session, place.game, row)
    return row


def let_be(session: Session, game: Game, row: EdictRow) -> None:
    """Nothing becomes of a proposal. The caller holds the game's lock."""
    kept = decrees.decode(row.document, game.edition)
    row.status = "withdrawn"
    if kept.draft:
        draft_named(session, game, kept.draft).status = "dropped"
