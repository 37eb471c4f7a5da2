"""Drafts of results: flagged, held, approved, published; overrides on open turns.

Flags say what to look at. These are all; `flagged` review holds a turn exactly when it has one of them:

- `default-used`: an asked house sent no sheet, and published defaults decided for it
- `override`: an override changed the results
- `close-battle`: a battle was decided by one point or by a tie, and an instruction was passed over in it
- `illegal-instruction`: an instruction was passed over because the rules forbade it
- `home-taken`: a house lost its home
- `wiped-out`: a house has no unit left
- `game-over`: the game ends
- `evaluation-differs`: the last independent evaluation of the game did not agree
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.documents import OVERRIDE
from adjudicator.engine import Board, Decided, Game as Rules, Outcome, Position, Record
from correspondence import addresses
from correspondence.adjudications import Handed, publish
from correspondence.archive.records import parse_versions, take_records, versions_text
from correspondence.audit_log import note
from correspondence.deadlines.opening import REVIEW
from correspondence.games.access import master_signs
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.models import (
    Account,
    Evaluation,
    Game,
    OverrideRow,
    PendingResult,
    Reminder,
    SheetVersion,
    Turn,
    TurnBoard,
    Voided,
)
from correspondence.notices.use_cases import notify
from correspondence.overrides import NewSheet, sheet_of
from correspondence.receipts import ends, issue
from correspondence.review.access import open_review, reviewers
from correspondence.rows import new_id
from correspondence.seats import continue_game
from correspondence.store import Store, process_each, settings_of
from correspondence.turns import turn_of
from narration.words import word_tables

TABLES = word_tables(__name__)


class Flag(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to check in a pending result; `kind` says what.

    `decision` is the id of the decision that it is about; `n` a count or a number; `why` are words of the rules engine,
    `figures` the sums of a battle.
    """

    kind: str
    house: str = ""
    area: str = ""
    decision: str = ""
    n: int = 0
    why: str = ""
    figures: str = ""


_flags = msgspec.json.Decoder(tuple[Flag, ...])


def read_flags(text: str) -> tuple[Flag, ...]:
    """The flags of a pending result as they were kept."""
    return _flags.decode(text)


def flags_of(
    before: Board,
    outcome: Outcome[Position],
    *,
    awaited_houses: Sequence[str],
    sender_houses: Iterable[str],
    overrides: Sequence[int] = (),
) -> tuple[Flag, ...]:
    """Return all flags of a turn's outcome compared with the board `before`.
    `awaited_houses` were waited for, `sender_houses` submitted a sheet; `overrides` are the numbers of
    those in force."""
    family = games.of_edition(outcome.showing.edition)
    return (
        *(Flag("edict", n=number) for number in overrides),
        *_default_flags(outcome, [house for house in awaited_houses if house not in set(sender_houses)]),
        *_close_battle_flags(family, outcome.records),
        *_illegal_flags(family, outcome.records),
        *_loss_flags(before, outcome),
    )


def _default_flags(outcome: Outcome[Position], houses: Sequence[str]) -> Iterator[Flag]:
    for house in houses:
        decided = [entry for entry in outcome.answers if entry.seat == house and entry.source.by == "default"]
        if decided:
            yield Flag("default-used", house, n=len(decided))


def _close_battle_flags(family: Rules, records: Sequence[Record]) -> Iterator[Flag]:
    """Yield a flag for each close battle in which an instruction was passed over."""
    for battle in family.fights(records):
        if not battle.close:
            continue
        for decided in battle.decided:
            if any(skipped["code"] not in family.not_meant for skipped in decided.source.get("skipped", ())):
                yield Flag("close-battle", decided.seat, battle.area, decided.decision, figures=battle.figures)
                break


def _illegal_flags(family: Rules, records: Sequence[Record]) -> Iterator[Flag]:
    """Yield a flag for each instruction passed over because it was illegal."""
    for record in records:
        event = record.event
        if not isinstance(event, Decided):
            continue
        for skipped in event.source.get("skipped", ()):
            if skipped["code"] not in family.gave_way:
                why = f"{skipped['where']}: {skipped.get('words', '') or skipped['code']}"
                yield Flag("illegal-instruction", event.seat, decision=event.decision, why=why)


def _loss_flags(before: Board, outcome: Outcome[Position]) -> Iterator[Flag]:
    """Yield a flag for each loss since the board `before`, and for the end."""
    showing = outcome.showing
    rules = games.of_edition(showing.edition).edition_under(showing.edition, showing.revision)
    for loss in games.of_edition(rules.id).losses(before, showing.board, rules):
        yield Flag(loss.kind, loss.house, loss.area)
    if showing.board.ending is not None:
        yield Flag("game-over")


_encoder = msgspec.json.Encoder()


def store_pending_result(
    session: Session,
    game: Game,
    turn: Turn,
    outcome: Outcome[Position],
    versions: Mapping[str, int],
    now: datetime,
    *,
    flags: Sequence[Flag] | None = None,
    status: str = "current",
) -> PendingResult:
    """Store an outcome as a pending result, with these flags or (None) computed ones.
    A `current` one replaces the turn's last; others (`preview`, `proposed`) stand beside it, numbered below zero."""
    if flags is None:
        flags = flags_for(session, game, turn, outcome, versions)
    pending = PendingResult(
        public_id=new_id(),
        game_id=game.id,
        turn_id=turn.id,
        number=_next_number(session, turn, official=status == "current"),
        status=status,
        position=documents.encode(outcome.position),
        records=documents.encode(outcome.records),
        entries=_encoder.encode(outcome.entries),
        sheets=versions_text(versions),
        flags=_encoder.encode(flags).decode(),
        digest="",
        made_at=now,
    )
    pending.digest = digest(pending)
    if status == "current":
        retire(session, turn, "replaced")
    session.add(pending)
    session.flush()
    return pending


def _next_number(session: Session, turn: Turn, *, official: bool) -> int:
    bounds = select(func.min(PendingResult.number), func.max(PendingResult.number)).where(
        PendingResult.turn_id == turn.id
    )
    return next_in_series(*session.execute(bounds).one(), official=official)


def next_in_series(lowest: int | None, highest: int | None, *, official: bool) -> int:
    """Return the next number: above zero if official, below zero for others."""
    return max(highest or 0, 0) + 1 if official else min(lowest or 0, 0) - 1


def digest(pending: PendingResult) -> str:
    """The SHA-256 over everything a pending result would publish."""
    hasher = hashlib.sha256()
    for part in (pending.position, pending.records, pending.entries, pending.sheets.encode()):
        hasher.update(len(part).to_bytes(8, "big") + part)
    return hasher.hexdigest()


def retire(session: Session, turn: Turn, status: str) -> None:
    """Set a pending result `replaced`, `published` or `dropped`; drop the others."""
    for pending in session.scalars(
        select(PendingResult).where(PendingResult.turn_id == turn.id, PendingResult.status.in_(("current", "proposed")))
    ):
        pending.status = status if pending.status == "current" else "dropped"
    session.flush()


def drop(session: Session, turn: Turn) -> None:
    """Drop a held turn's pending result and withdraw the overrides on it."""
    retire(session, turn, "dropped")
    for override in session.scalars(
        select(OverrideRow).where(OverrideRow.turn_id == turn.id, OverrideRow.draft_number > 0)
    ):
        override.status = "withdrawn"


def outcome_of(pending: PendingResult) -> Outcome[Position]:
    """Return the outcome in a pending result. ValueError if its digest does not match."""
    if digest(pending) != pending.digest:
        raise ValueError(f"pending result {pending.public_id} is not what it was when it was made")
    position = documents.decode(pending.position)
    shown = games.of(position).resume(position)
    edition = shown.showing.edition
    return Outcome(
        documents.decode(pending.position),
        shown.showing,
        documents.decode_records(edition, pending.records),
        documents.decode_entries(edition, pending.entries),
        shown.waiting,
    )


def versions_of(pending: PendingResult) -> dict[str, int]:
    """Return the sheet version numbers that a pending result used, by house."""
    return parse_versions(pending.sheets)


def current_pending_result(session: Session, turn: Turn) -> PendingResult | None:
    """The pending result that would be published now."""
    return session.scalar(select(PendingResult).filter_by(turn_id=turn.id, status="current"))


def find_pending_result(session: Session, game: Game, draft_id: str) -> PendingResult:
    """A pending result of a game; NotFound `no-such-draft`."""
    pending = session.scalar(select(PendingResult).filter_by(public_id=draft_id, game_id=game.id))
    if pending is None:
        raise NotFound("no-such-draft", "This game has no such result.")
    return pending


def still_current(session: Session, turn: Turn, number: int) -> PendingResult:
    """Return the turn's pending result if its current one has this number.
    Denied `stale-draft` if another replaced it or nothing is held: a decision holds for the result it was made on."""
    pending_result = current_pending_result(session, turn)
    if pending_result is None or turn.status != "held":
        raise _not_in_review(turn.number)
    if pending_result.number != number:
        raise Denied(
            "stale-draft",
            "You decided on result {asked}, but result {n} is the current one. Nothing was changed. Look at it first.",
            asked=number,
            n=pending_result.number,
        )
    return pending_result


def amend(
    session: Session,
    game: Game,
    turn: Turn,
    outcome: Outcome[Position],
    now: datetime,
    override: OverrideRow | None = None,
    again: Collection[str] | None = None,
) -> None:
    """Store an open turn's position as an override changed it (None: no master's).

    Whoever was ready is asked again, or only players of the houses `again`. If it ends the game, the game is over at
    once, as if the turn had been adjudicated.
    """
    if override is not None:
        archive_voided(session, game, take_records(session, game, outcome.records[0].number - 1), override)
    if outcome.showing.board.ending is not None:
        publish(session, game, turn, outcome, {}, f"edict {override.number}" if override else "edict", now)
        return
    continue_game(session, game, turn, outcome, now, again)


def archive_voided(
    session: Session, game: Game, taken: list[tuple[int, int, list[Record]]], override: OverrideRow
) -> None:
    """Keep what an override made void, apart from the game."""
    for number, part, records in taken:
        session.add(
            Voided(
                game_id=game.id,
                override_id=override.id,
                kind="records",
                round=number,
                number=records[0].number,
                turn_number=part,
                document=documents.encode(records),
            )
        )


def replace_sheet(session: Session, game: Game, turn: Turn, decree: NewSheet, now: datetime) -> None:
    """Store the sheet as its seat's next version, which the player can replace."""
    seat = next((seat for seat in game.seats if seat.house == decree.house), None)
    if seat is None:
        raise Invalid("unknown-house", "This house does not play in this game.", "house")
    after = ends(session, turn, seat)
    document = documents.encode(sheet_of(decree, game.edition))
    version = SheetVersion(
        turn_id=turn.id,
        seat_id=seat.id,
        number=after.version + 1,
        document=document,
        warnings=msgspec.json.encode(()),
        digest=hashlib.sha256(document).hexdigest(),
        accepted_at=now,
        via="edict",
        deputy=False,
    )
    issue(session, turn, seat, version, after, OVERRIDE)


def notify_override(session: Session, game: Game, override: OverrideRow, now: datetime, *, voted: bool = False) -> None:
    """Tell all in the game once of an applied override; `voted`: by players' vote."""
    by = session.get_one(Account, override.account_id)
    settings = settings_of(session)
    notify(
        session,
        "edict-voted" if voted else "edict",
        f"{game.public_id}:edict:{override.number}",
        now,
        game=game,
        values={"n": override.number, "reason": override.reason, "by": master_signs(game, by)},
        link=f"{addresses.game(settings, game.public_id)}/log",
    )


# Masters are reminded of results that wait for them after so long, and again each time.
REVIEW_AGAIN = timedelta(days=1)
# These say something, but change nothing of what came out.
WORDS_ONLY = ("ruling",)


def hold_if_reviewed(
    session: Session, game: Game, turn: Turn, outcome: Outcome[Position], handed: Handed, now: datetime
) -> bool:
    """Hold the turn as a pending result if the game is reviewed; whether it did.

    Without a master who may look at a pending result nothing is held: nobody would ever publish it.
    """
    if game.review not in ("all", "flagged"):
        return False
    able = reviewers(session, game, now)
    if not able:
        note(session, game, None, "review-skipped", {"call": turn.number}, now)
        return False
    flags = flags_for(session, game, turn, outcome, handed.versions)
    if game.review == "flagged" and not flags:
        return False
    # No more sheets, and nothing told to players but that the game master looks at it.
    pending = store_pending_result(session, game, turn, outcome, handed.versions, now, flags=flags)
    turn.status, turn.claimed_until = "held", None
    document = {"call": turn.number, "draft": pending.number, "flags": len(flags), "digest": pending.digest}
    note(session, game, None, "held", document, now)
    # One reminder for each turn; one that was held before, and took sheets again, has it already.
    reminder = session.scalar(select(Reminder).filter_by(turn_id=turn.id, kind=REVIEW))
    if reminder is None:
        reminder = Reminder(turn_id=turn.id, kind=REVIEW)
        session.add(reminder)
    reminder.due_at, reminder.done_at = now + REVIEW_AGAIN, None
    settings = settings_of(session)
    notify(
        session,
        "draft-held",
        f"{game.public_id}:{turn.number}:held:{pending.public_id}",
        now,
        game=game,
        accounts=able,
        values={"n": turn.number, "flags": len(flags)},
        turn=turn,
        link=f"{addresses.game(settings, game.public_id)}/gm",
    )
    return True


def remind_reviewers(store: Store, now: datetime) -> int:
    """Remind masters daily of results waiting for a day; return the reminders due."""
    query = select(Reminder.id).filter_by(done_at=None, kind=REVIEW).where(Reminder.due_at <= now)
    due, _ = process_each(
        store,
        query.order_by(Reminder.due_at).limit(200),
        lambda session, reminder_id: _send_reminder(session, reminder_id, now),
        trouble="a master could not be reminded",
        name="reminder",
    )
    return due


def _send_reminder(session: Session, reminder_id: int, now: datetime) -> None:
    """Remind reviewers of a waiting result and set when to remind them again.
    Does nothing if another process has the reminder; ends it if no result waits."""
    query = select(Reminder).filter_by(id=reminder_id, done_at=None).where(Reminder.due_at <= now)
    reminder = session.scalar(query.with_for_update(skip_locked=True))
    if reminder is None:
        return
    turn = session.get_one(Turn, reminder.turn_id)
    pending = current_pending_result(session, turn) if turn.status == "held" else None
    if pending is None:
        reminder.done_at = now
        return
    # A pending result that was made anew since shows that somebody looks after it.
    again = pending.made_at + REVIEW_AGAIN
    reminder.due_at = again if again > now else now + REVIEW_AGAIN
    if again > now:
        return
    game = turn.game
    notify(
        session,
        "draft-waits",
        f"{game.public_id}:{turn.number}:waits:{pending.public_id}:{(now - pending.made_at).days}",
        now,
        game=game,
        accounts=reviewers(session, game, now),
        seats=(),
        values={"n": turn.number, "since": pending.made_at},
        turn=turn,
        link=f"{addresses.game(settings_of(session), game.public_id)}/gm",
    )


def flags_for(
    session: Session, game: Game, turn: Turn, outcome: Outcome[Position], versions: Mapping[str, int]
) -> tuple[Flag, ...]:
    """Return the flags of a turn's outcome, with all that the database adds.
    That is the board before, overrides in force, and whether the last evaluation disagrees."""
    query = select(OverrideRow.number).where(
        OverrideRow.turn_id == turn.id, OverrideRow.status == "applied", OverrideRow.kind.not_in(WORDS_ONLY)
    )
    overrides = session.scalars(query.order_by(OverrideRow.number)).all()
    before = documents.read_board(game.edition, session.get_one(TurnBoard, turn.id).document)
    flags = flags_of(before, outcome, awaited_houses=turn.required_houses, sender_houses=versions, overrides=overrides)
    last = select(Evaluation.agrees).where(Evaluation.game_id == game.id, Evaluation.at.is_not(None))
    agrees = session.scalar(last.order_by(Evaluation.at.desc()).limit(1))
    return (*flags, Flag("evaluation-differs")) if agrees is False else flags


def approve(
    session: Session, account: Account, game_id: str, turn_number: int, draft: int, digest: str, now: datetime
) -> None:
    """Publish exactly the pending result that was looked at: emails, next turn.

    `digest` is the pending result's. A master who plays may publish what they cannot see only if no other master
    could look at it.
    Raises NotFound `no-such-game`, Denied `not-game-master`, `game-master-plays`, `nothing-held`, `stale-draft`.
    """
    place = open_review(session, account, game_id, now, lock=True)
    game, who = place.game, place.who
    if who.playing and reviewers(session, game, now):
        raise Denied("game-master-plays", "You play in this game. The other game master reviews its results.")
    turn = find_turn_in_review(session, game, turn_number)
    result = still_current(session, turn, draft)
    if result.digest != digest:
        raise Denied("stale-draft", "This is not the result you looked at. Nothing was changed. Look at it first.")
    publish(session, game, turn, outcome_of(result), versions_of(result), f"gm {account.public_id}", now)
    retire(session, turn, "published")
    decreed = select(OverrideRow).where(
        OverrideRow.turn_id == turn.id, OverrideRow.status == "applied", OverrideRow.draft_number > 0
    )
    for override in session.scalars(decreed.order_by(OverrideRow.number)).all():
        notify_override(session, game, override, now)
    document = {"call": turn.number, "draft": result.number, "digest": result.digest, "unseen": who.playing}
    note(session, game, account, "published", document, now)


def find_turn_in_review(session: Session, game: Game, number: int) -> Turn:
    """The held turn with this number, locked; Denied `nothing-held`."""
    turn = turn_of(session, game, "held", lock=True)
    if turn is None or turn.number != number:
        raise _not_in_review(number)
    return turn


def _not_in_review(number: int) -> Denied:
    return Denied("nothing-held", "Turn {n} no longer waits for review. Nothing was changed.", n=number)
