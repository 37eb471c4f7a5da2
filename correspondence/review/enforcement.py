"""Overrides put in force, going back to an earlier turn among them.

What is taken back moves to the voided; its turns stay as rows, void. The game goes on in a new turn with the next
number, for which players find the sheets they had handed in then, to be confirmed by handing them in.

A held turn gets a new pending result. While a turn is open a change of the position takes effect at once, and
a sheet that is replaced is the seat's next version. What a master who plays proposes waits for others: they ask, and a
master who does not play applies it, or the players do by a vote.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine import Illegal, Outcome, Position, RestPoint
from adjudicator.engine.values import Entry
from correspondence import addresses, input_validation, overrides as decrees, seats
from correspondence.adjudications import submitted_input
from correspondence.archive.records import journal_of, keep, stored_position, take_records
from correspondence.audit_log import note
from correspondence.deadlines.opening import open_turn
from correspondence.games.access import master_signs
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.models import (
    COLLECTING,
    NEWS,
    UNFINISHED,
    Account,
    Game,
    HouseResult,
    JournalPart,
    OverrideRow,
    PendingResult,
    RoundBoard,
    Snapshot,
    StoredStatistics,
    Turn,
    Voided,
)
from correspondence.notices.use_cases import notify
from correspondence.overrides import PLAYERS, NewPosition, NewSheet, StoredOverride, WentBack
from correspondence.review.access import (
    PLAYS,
    Place,
    acts_alone,
    changes_nothing,
    may_decree,
    may_propose,
    open_review,
    reviewers,
)
from correspondence.review.overrides import (
    Impact,
    active_overrides,
    adjudicate_with_overrides,
    base_of,
    entries_of,
    find_override,
    impact,
    keep_override,
    next_number,
    open_for_override,
)
from correspondence.review.pending_results import (
    amend,
    archive_voided,
    current_pending_result,
    drop,
    find_pending_result,
    notify_override,
    replace_sheet,
    retire,
    store_pending_result,
)
from correspondence.rows import from_rows
from correspondence.seats import offer_again
from correspondence.store import settings_of
from correspondence.turns import turn_of

MAX_REASON_LENGTH = 500
KEEP, RESEED = "keep", "reseed"
# So long after its end a game can run again.
STILL = timedelta(days=14)


def may_take_back(place: Place, chance: str, now: datetime) -> None:
    """Check that the master of `place` may reopen a game that is over.
    Raises Denied: `game-master-plays`, `game-imported`, `ended-by-vote`, `ended-long-ago`, and
    `seed-revealed` for chance `keep`, because everybody can work out the cards to come."""
    game = place.game
    if not place.who.sees_all:
        raise Denied(
            "game-master-plays",
            "You play in this game, so you cannot reopen it. A game master who plays no house may.",
        )
    if game.imported_at is not None:
        raise Denied("game-imported", "This game was played elsewhere; it cannot go on here.")
    if game.ended_by:
        raise Denied("ended-by-vote", "The players ended this game by a vote; a game master cannot undo that.")
    if game.finished_at is not None and game.finished_at + STILL < now:
        raise Denied(
            "ended-long-ago",
            "This game ended more than {days} days ago; you can no longer reopen it.",
            days=STILL.days,
        )
    if chance == "keep":
        raise Denied(
            "seed-revealed",
            "This game's seed was revealed at the end, so everybody can work out the cards to "
            "come. Shuffle the decks with a new seed.",
        )


@dataclass(frozen=True)
class Target:
    """A turn one can go back to."""

    number: int
    window: str
    round: int
    opened_at: datetime


@dataclass(frozen=True)
class Plan:
    """A plan to roll back: where to, what it undoes, the round and game it leads to.
    `about` is the number of the last turn, which rolling back names."""

    about: int
    target: Turn
    decision: str
    impact: Impact
    round: int
    outcome: Outcome[Position]


def targets(session: Session, account: Account, game_id: str, now: datetime) -> list[Target]:
    """The turns one can go back to, newest first; NotFound, Denied `not-game-master`."""
    game = open_review(session, account, game_id, now).game
    query = (
        select(Turn)
        .join(Snapshot, (Snapshot.game_id == Turn.game_id) & (Snapshot.turn_number == Turn.number))
        .where(Turn.game_id == game.id, Turn.status != "void")
        .order_by(Turn.number.desc())
    )
    return [from_rows(Target, turn) for turn in session.scalars(query)]


def plan(session: Session, account: Account, game_id: str, to: int, decision: str, chance: str, now: datetime) -> Plan:
    """Return what rolling back to turn `to` (or to a decision in it) would undo.
    NotFound `no-such-game`, `no-such-turn`, `no-such-decision`; Denied `not-game-master`, `game-not-running` (or as
    `may_take_back` if over), `game-master-plays` (only masters who do not play may read a turn's decisions)."""
    place = open_review(session, account, game_id, now)
    _check_may_go_back(place, decision, chance, now)
    return plan_of(session, place.game, WentBack(to, decision, chance), master_signs(place.game, account), "?")


def _check_may_go_back(place: Place, decision: str, chance: str, now: datetime) -> None:
    """Check that the master of `place` may roll back the game.
    `decision` is not empty for a place inside a turn. Raises Invalid `unknown-choice` for `chance`,
    Denied (`game-not-running`, `game-master-plays`, and those of `may_take_back`)."""
    game = place.game
    if chance not in (KEEP, RESEED):
        raise Invalid("unknown-choice", "This must be one of {known}.", "chance", known=f"{KEEP}, {RESEED}")
    if game.status == "finished":
        may_take_back(place, chance, now)
    elif game.status not in ("running", "set-aside"):
        raise Denied("game-not-running", "This game is not running.")
    if decision and not place.who.sees_all:
        raise Denied("game-master-plays", "You play in this game, so you may see only what players may see.")


def plan_of(session: Session, game: Game, decree: WentBack, by: str, reason: str) -> Plan:
    """Return a rollback's plan. Raises NotFound `no-such-turn`, `no-such-decision`."""
    last = last_turn(session, game)
    target, snapshot = _turn_and_snapshot(session, game, decree.to)
    if last is None or target is None or snapshot is None:
        raise NotFound("no-such-turn", "There is no such turn to go back to.")
    seed = secrets.token_hex(32) if decree.chance == RESEED else None
    outcome = _roll_back_outcome(session, target, snapshot, decree.decision, reason, by, seed)
    above = outcome.records[0].number - 1
    rollback_impact = impact(session, game, decree.to, above)
    return Plan(last.number, target, decree.decision, rollback_impact, outcome.showing.round, outcome)


def _turn_and_snapshot(session: Session, game: Game, number: int) -> tuple[Turn | None, Snapshot | None]:
    """Return the turn of a number, unless void, and the snapshot of its opening.
    Either is None if there is none."""
    query = select(Turn).filter_by(game_id=game.id, number=number)
    return session.scalar(query.where(Turn.status != "void")), session.get(Snapshot, (game.id, number))


def last_turn(session: Session, game: Game, *, lock: bool = False) -> Turn | None:
    """Return the turn that rolling back starts from: waiting, or last closed if over."""
    over = ("closed",) if game.status == "finished" else (*UNFINISHED, "set-aside")
    return turn_of(session, game, *over, lock=lock)


def _roll_back_outcome(
    session: Session, target: Turn, snapshot: Snapshot, decision: str, reason: str, by: str, seed: str | None
) -> Outcome[Position]:
    """Return the game rolled back to a decision of a turn, or ("") to its opening.
    `seed` shuffles what is to come; None keeps the decks. Raises NotFound `no-such-decision`."""
    entries: list[Entry] = []
    decision_id = decision
    if decision:
        entries = _entries(session, target)
    else:
        position = documents.decode(snapshot.document)
        decision_id = games.of(position).resume(position).waiting[0].id
    position = documents.decode(snapshot.document)
    try:
        return games.of(position).roll_back(position, entries, decision_id, reason, by, seed)
    except Illegal as missing:
        raise NotFound("no-such-decision", "This turn did not ask for that decision.") from missing


def _entries(session: Session, turn: Turn) -> list[Entry]:
    """Return a turn's decisions since it opened, with those of its pending result."""
    pending = current_pending_result(session, turn) if turn.status == "held" else None
    return journal_of(session, turn) + (entries_of(pending) if pending else [])


def steps_of(session: Session, account: Account, game_id: str, to: int, now: datetime) -> list[RestPoint]:
    """Return decisions in a turn to roll back to; none for a master who plays."""
    place = open_review(session, account, game_id, now)
    target, snapshot = _turn_and_snapshot(session, place.game, to)
    if target is None or snapshot is None or not place.who.sees_all:
        return []
    entries = _entries(session, target)
    position = documents.decode(snapshot.document)
    return games.of(position).rest_points(position, entries)[1:] if entries else []


def roll_back(
    session: Session,
    account: Account,
    game_id: str,
    *,
    about: int,
    to: int,
    decision: str = "",
    chance: str,
    reason: str,
    now: datetime,
) -> Turn:
    """Roll back; return the turn that opens.

    `about`: number of the turn open or held now, so that nothing is undone twice. `chance`: `keep` leaves the decks as
    they were, `reseed` shuffles what is to come. A finished game runs again: its last page and figures are withdrawn.
    Raises as `plan`, Denied (`stale-turn`, `others-decide`), Invalid for the reason.
    """
    place = open_review(session, account, game_id, now, lock=True)
    rollback_plan, reason = _locked_plan(session, place, about, WentBack(to, decision, chance), reason, now)
    may_decree(place, WentBack(to, decision, chance))
    decree = WentBack(to, decision, chance, rollback_plan.impact.turns)
    row = keep_override(session, rollback_plan.target, account, StoredOverride(decree), reason, now, applied=True)
    return _go_back(session, place.game, row, rollback_plan, decree, account, now)


def _locked_plan(
    session: Session, place: Place, about: int, decree: WentBack, reason: str, now: datetime
) -> tuple[Plan, str]:
    """Return the plan of a rollback from turn `about`, and the cleaned reason.
    Locks that turn; Denied `stale-turn` if it is not the last. Raises what the plan and the checks of
    the master do, and Invalid for the reason."""
    reason = input_validation.line(reason, "reason", MAX_REASON_LENGTH)
    last = last_turn(session, place.game, lock=True)
    if last is None or last.number != about:
        raise Denied("stale-turn", "Turn {n} is no longer the latest. Nothing was changed.", n=about)
    _check_may_go_back(place, decree.decision, decree.chance, now)
    return plan_of(session, place.game, decree, master_signs(place.game, place.account), reason), reason


def propose_back(
    session: Session, account: Account, game_id: str, *, about: int, to: int, chance: str, reason: str, now: datetime
) -> OverrideRow:
    """Propose rolling back to the opening of turn `to`, for others to decide.
    Raises as `plan`, Denied `stale-turn`, Invalid for the reason."""
    place = open_review(session, account, game_id, now, lock=True)
    rollback_plan, reason = _locked_plan(session, place, about, WentBack(to, "", chance), reason, now)
    override = StoredOverride(WentBack(to, "", chance, rollback_plan.impact.turns), base=str(about))
    return keep_override(session, rollback_plan.target, account, override, reason, now)


def _go_back(
    session: Session, game: Game, row: OverrideRow, plan: Plan, decree: WentBack, by: Account | None, now: datetime
) -> Turn:
    """Carry out a planned rollback; return the turn that opens.
    Turns from the target on become void, and a finished game runs again. It tells the players."""
    ended = game.status == "finished"
    _take_back(session, game, decree.to, plan.outcome, row)
    # Turns from `to` on and their pending results are void; what they announced is announced again when it is new.
    for turn in session.scalars(select(Turn).where(Turn.game_id == game.id, Turn.number >= decree.to)):
        if turn.status == "held":
            drop(session, turn)
        else:
            retire(session, turn, "dropped")
        if turn.status != "void":
            game.news = min(game.news, NEWS - 1) if turn.news else game.news
            turn.status, turn.closed_at, turn.claimed_until = "void", turn.closed_at or now, None
    keep(session, game, None, plan.outcome, part=decree.to)
    game.round = plan.outcome.showing.round
    if ended:
        # Nothing says any more that the game ended: no figures of it, no places, no date.
        game.finished_at, game.ended_by = None, ""
        for table in (HouseResult, StoredStatistics):
            session.execute(delete(table).filter_by(game_id=game.id))
    game.status, game.trouble = "running", ""
    offer_again(session, game, plan.outcome.showing.board, now)
    opened = open_turn(session, game, plan.about + 1, plan.outcome, now)
    row.document = decrees.encode(StoredOverride(msgspec.structs.replace(decree, opened=opened.number)))
    document = {"to_call": decree.to, "decision": decree.decision, "chance": decree.chance}
    document |= {"undone": len(plan.impact.turns), "ended": ended, "call": opened.number}
    document |= {"reason": row.reason, "edict": row.number, "voted": by is None}
    note(session, game, by, "rolled-back", document, now)
    _announce_rollback(session, game, row, plan, opened, by, now)
    if ended:
        # Accounts may have been deleted since the end.
        for seat in game.seats:
            if seat.account is not None and seat.account.deleted_at is not None:
                seats.retire(session, game, seat, seats.DELETED, now)
    return opened


def _take_back(session: Session, game: Game, to: int, outcome: Outcome[Position], row: OverrideRow) -> None:
    """Void events and journal entries that no longer hold; drop their rounds' boards."""
    archive_voided(session, game, take_records(session, game, outcome.records[0].number - 1), row)
    query = select(JournalPart).where(JournalPart.game_id == game.id, JournalPart.turn_number >= to)
    for entries in session.scalars(query.order_by(JournalPart.first)).all():
        session.add(
            Voided(
                game_id=game.id,
                override_id=row.id,
                kind="journal",
                round=outcome.showing.round,
                number=entries.first,
                turn_number=entries.turn_number,
                document=entries.document,
            )
        )
        session.delete(entries)
    session.execute(delete(RoundBoard).where(RoundBoard.game_id == game.id, RoundBoard.round >= outcome.showing.round))
    session.flush()


def _announce_rollback(
    session: Session, game: Game, row: OverrideRow, plan: Plan, opened: Turn, by: Account | None, now: datetime
) -> None:
    """Write the notices of a rollback; `by` is None if the players voted for it."""
    values: dict[str, str | int | datetime] = {"n": plan.target.number, "reason": row.reason, "due": opened.due_at}
    if by is None:
        what = "rolled-back-voted"
    else:
        what, values["by"] = "rolled-back-end" if plan.impact.seed else "rolled-back", master_signs(game, by)
    key, link = f"{game.public_id}:edict:{row.number}", addresses.sheet(settings_of(session), opened.public_id)
    notify(session, what, key, now, game=game, values=values, link=link, turn=plan.target)


HELD = ("held",)
# In these states nothing has become of an override yet.
WAITS = ("proposed", "asked")


def apply(session: Session, account: Account, game_id: str, override_id: str, now: datetime) -> OverrideRow:
    """Apply a proposed override, once, if everything is as it was then.

    Raises NotFound, Denied (`not-game-master`, `game-master-plays`, `others-decide`, `override-done`,
    `stale-override`), Illegal.
    """
    place, row, override = _find_undecided(session, account, game_id, override_id, now)
    may_decree(place, override.decree)
    carry(session, place.game, row, account, now)
    return row


def _find_undecided(
    session: Session, account: Account, game_id: str, override_id: str, now: datetime
) -> tuple[Place, OverrideRow, StoredOverride]:
    """Return a pending override, locked, that this master may decide.
    Raises NotFound, Denied (`not-game-master`, `override-done`, `game-master-plays`): a master who
    plays decides only about their own."""
    game = open_review(session, account, game_id, now, lock=True).game
    row = find_override(session, game, override_id, lock=True)
    override = decrees.decode(row.document, game.edition)
    place = open_for_override(session, account, game_id, override.decree, pending_result=row.draft_number > 0, now=now)
    if place.who.playing and row.account_id != account.id:
        raise Denied(PLAYS, "You play in this game. Only a game master who plays no house decides about this.")
    if row.status not in WAITS:
        raise Denied("override-done", "This override was already applied or withdrawn. Nothing was changed.")
    return place, row, override


def ask(session: Session, account: Account, game_id: str, override_id: str, now: datetime) -> OverrideRow:
    """Ask others to agree to an override of a master who plays; tell other masters.

    Raises NotFound, Denied (`not-game-master`, `game-master-plays`, `others-not-needed`, `override-done`,
    `edict-asked`, `stale-override`).
    """
    place, row, override = _find_undecided(session, account, game_id, override_id, now)
    may_propose(place, override.decree)
    if acts_alone(place) or changes_nothing(override.decree):
        raise Denied("others-not-needed", "You need nobody's consent for this. Apply it.")
    if row.status == "asked":
        raise Denied("edict-asked", "Others have already been asked about this.")
    if not fits(session, place.game, row):
        raise _stale()
    row.status = "asked"
    session.flush()
    document = {"what": row.kind, "reason": row.reason, "edict": row.public_id}
    note(session, place.game, account, "edict-asked", document, now)
    able = reviewers(session, place.game, now)
    if able:
        link = f"{addresses.game(settings_of(session), game_id)}/gm/overrides/{row.public_id}"
        key, values = f"{game_id}:edict-asked:{row.public_id}", {"reason": row.reason}
        notify(session, "edict-asked", key, now, game=place.game, accounts=able, values=values, link=link)
    return row


def fits(session: Session, game: Game, row: OverrideRow) -> bool:
    """Whether an override is pending and everything as when it was proposed."""
    override = decrees.decode(row.document, game.edition)
    if isinstance(override.decree, WentBack):
        last = last_turn(session, game)
        return row.status in WAITS and last is not None and str(last.number) == override.base
    return row.status in WAITS and _turn_for(session, game, row, override) is not None


def _turn_for(session: Session, game: Game, row: OverrideRow, override: StoredOverride) -> Turn | None:
    """Return the turn that an override was proposed for, if it waits and still fits."""
    turn = turn_of(session, game, *(HELD if row.draft_number else COLLECTING))
    return turn if turn and turn.id == row.turn_id and base_of(session, game, turn) == override.base else None


def _stale() -> Denied:
    return Denied(
        "stale-override",
        "The game has moved on since this override was proposed. Nothing was changed. Propose it again.",
    )


def carry(session: Session, game: Game, row: OverrideRow, by: Account | None, now: datetime) -> None:
    """Let an override take effect that `by`, or (None) the players by a vote, decided.

    The caller holds the game's lock and answers for the right to do so. Raises Denied `stale-override`, Illegal.
    """
    override = decrees.decode(row.document, game.edition)
    turn_of(session, game, *UNFINISHED, "set-aside", lock=True)
    if not fits(session, game, row):
        raise _stale()
    if isinstance(override.decree, WentBack):
        last_turn(session, game, lock=True)
        back = plan_of(session, game, override.decree, master_signs(game, by) if by else PLAYERS, row.reason)
        _apply(session, row, by, now)
        _go_back(session, game, row, back, override.decree, by, now)
        return
    turn = _turn_for(session, game, row, override)
    if turn is None:
        raise _stale()
    _apply(session, row, by, now)
    _take_effect(session, game, turn, row, override, by, now)
    document = {"number": row.number, "call": turn.number, "draft": row.draft_number, "what": row.kind}
    document |= {"reason": row.reason, "edict": row.public_id, "voted": by is None}
    note(session, game, by, "edict", document, now)


def _apply(session: Session, row: OverrideRow, by: Account | None, now: datetime) -> None:
    row.number, row.status, row.at = next_number(session, row.game_id, applied=True), "applied", now
    row.account_id = by.id if by else row.account_id
    session.flush()


def _take_effect(
    session: Session,
    game: Game,
    turn: Turn,
    row: OverrideRow,
    override: StoredOverride,
    by: Account | None,
    now: datetime,
) -> None:
    """Let an override take effect on the turn that it was proposed for.
    A held turn is adjudicated again; else the sheet or position is replaced, and the game is told."""
    if turn.status == "held":
        handed = submitted_input(session, game, turn)
        outcome = adjudicate_with_overrides(session, game, turn, handed, active_overrides(session, turn))
        store_pending_result(session, game, turn, outcome, handed.versions, now)
        return
    if isinstance(override.decree, NewSheet):
        replace_sheet(session, game, turn, override.decree, now)
    elif isinstance(override.decree, NewPosition):
        position = documents.decode(stored_position(session, game))
        outcome = games.of(position).issue(
            position, override.decree.override, row.reason, master_signs(game, by) if by else PLAYERS
        )
        amend(session, game, turn, outcome, now, row)
    for pending in session.scalars(select(PendingResult).filter_by(turn_id=turn.id, status="proposed")):
        pending.status = "dropped"
    notify_override(session, game, row, now, voted=by is None)


def withdraw(session: Session, account: Account, game_id: str, override_id: str, now: datetime) -> OverrideRow:
    """Let a proposal be; one that was applied stays.

    Raises NotFound, Denied (`not-game-master`, `game-master-plays`, `override-done`).
    """
    place, row, _ = _find_undecided(session, account, game_id, override_id, now)
    drop_proposal(session, place.game, row)
    return row


def drop_proposal(session: Session, game: Game, row: OverrideRow) -> None:
    """Nothing becomes of a proposal. The caller holds the game's lock."""
    override = decrees.decode(row.document, game.edition)
    row.status = "withdrawn"
    if override.draft:
        find_pending_result(session, game, override.draft).status = "dropped"
