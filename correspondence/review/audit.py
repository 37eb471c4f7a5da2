"""A game's audit log in words, and a proposed override with its effect.

Players and masters read the same entries in the same words. What would reveal something about a held turn is shown when
that turn is published.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine import Board, Decided, Outcome, Position, Record, Refusal
from correspondence import overrides as decrees
from correspondence.archive.records import current, stored_position
from correspondence.audit_log import faults
from correspondence.games.access import TellTime, find_game, visible_times, who_is
from correspondence.input_validation import Denied
from correspondence.models import Account, AuditEntry, Game, OverrideRow, PendingResult, Turn
from correspondence.overrides import PLAYERS, Decree, NewAnswer, NewPosition, NewSheet, StoredOverride, WentBack
from correspondence.review.access import (
    PLAYS,
    Actors,
    acts_alone,
    changes_nothing,
    open_review,
    reviewers,
    unfinished_turns,
)
from correspondence.review.enforcement import KEEP, WAITS, fits, plan_of
from correspondence.review.overrides import find_override, open_for_override
from correspondence.review.pending_results import TABLES as DRAFTS, Flag, current_pending_result, outcome_of, read_flags
from correspondence.review.queries import PendingResultPage
from correspondence.rows import from_rows
from narration.narrator import Voice
from narration.narrators import narrator_of
from narration.words import Words, word_tables

TABLES = word_tables(__name__)
# Entries of a page.
MAX_SHOWN = 300
# These would tell what is in a pending result, if they are about one.
TELLING = ("edict",)
# These say something about what is in it.
OF_DRAFTS = ("flags", "digest")
# Of a message that was removed older entries keep a hash by which anybody could try what it said.
OF_TEXTS = ("sha256",)


@dataclass(frozen=True)
class AuditLine:
    """An entry: number, time, person (empty: the service), kind, values, digest.

    `sealed`: it is shown when its turn is published, or reopened before that. Until the game is over, `digest` is the
    entry's HMAC-SHA-256 under the game's seed, which is published at the end. Where names are hidden, `house` is that
    of the player who did it, `by` is another role of that person, and `at` is the opening of the turn.
    """

    number: int
    at: datetime
    by: str
    house: str
    kind: str
    values: dict[str, Any]
    sealed: bool
    # Blinded by `Actors.digest`.
    digest: str


@dataclass(frozen=True)
class Audit:
    """A page of a game's audit log, newest first, with `faults` of its chain.

    `blinded`: people are hidden; `keyed`: digests are not shown as they are. `older`: the number before which there are
    more, or 0; `newer`: the one before which the next newer page ends (0: the newest page), None on the newest.
    """

    game_id: str
    title: str
    edition: str
    lines: tuple[AuditLine, ...]
    faults: tuple[str, ...]
    blinded: bool
    keyed: bool
    older: int
    newer: int | None


def audit(session: Session, account: Account | None, game_id: str, now: datetime, before: int = 0) -> Audit:
    """Entries of the audit log, the newest or those before a number.

    For the people of a game, all that ever held a seat or mastered it, and for hosts.

    NotFound `no-such-game`, Denied `not-in-this-game`.
    """
    game = find_game(session, game_id)
    who = who_is(session, game, account, now)
    if not (who.gm or who.playing or who.seat or who.host):
        raise Denied("not-in-this-game", "Only people in this game may read its log.")
    query = select(AuditEntry).filter_by(scope=game.public_id)
    if before > 0:
        query = query.where(AuditEntry.number < before)
    entries = session.scalars(query.order_by(AuditEntry.number.desc()).limit(MAX_SHOWN + 1)).all()
    rows = entries[:MAX_SHOWN]
    waiting = unfinished_turns(session, game)
    actors, time_told = Actors(session, game, who, {row.actor for row in rows}), visible_times(session, game, who)
    lines = tuple(_line(row, actors, time_told, waiting, who.sees_all) for row in rows)
    return from_rows(
        Audit,
        game,
        game_id=game.public_id,
        lines=lines,
        faults=tuple(faults(session, game.public_id)),
        blinded=not actors.names_visible,
        keyed=actors.keyed,
        older=rows[-1].number if len(entries) > MAX_SHOWN else 0,
        newer=_newer(session, game, before) if before > 0 else None,
    )


def _newer(session: Session, game: Game, before: int) -> int:
    """Return the number before which the next newer page ends; 0 for the newest."""
    query = select(AuditEntry.number).where(AuditEntry.scope == game.public_id, AuditEntry.number >= before)
    return session.scalar(query.order_by(AuditEntry.number).offset(MAX_SHOWN).limit(1)) or 0


def _line(row: AuditEntry, actors: Actors, time_told: TellTime, waiting: frozenset[int], sees_all: bool) -> AuditLine:
    """Return an audit log entry as its reader sees it.
    `sealed`: it is about a pending result of a turn in `waiting`, so its values are left out."""
    values = msgspec.json.decode(row.document)
    about_draft = row.kind in TELLING and values.get("draft", 0) > 0
    waits = values.get("call") in waiting and not sees_all
    sealed, actor = about_draft and waits, actors.of(row, values)
    return from_rows(
        AuditLine,
        row,
        actor,
        at=time_told(row.at),
        values={} if sealed else actors.values(row, _visible_values(row.kind, values, waits)),
        sealed=sealed,
        digest=actors.digest(row),
    )


def _visible_values(kind: str, values: dict[str, Any], waits: bool) -> dict[str, Any]:
    """Return the values of an entry that its reader may see, nothing of held results.
    To those who may not see pending results a preview tells how many had submitted while its turn waits, then who."""
    if kind == "looked-ahead":
        houses = values.get("handed_in", [])
        return {"call": values.get("call"), "n": len(houses)} | ({} if waits else {"houses": houses})
    left_out = (*OF_TEXTS, *OF_DRAFTS) if waits else OF_TEXTS
    return {name: value for name, value in values.items() if name not in left_out}


def flag_phrase(flag: Flag, v: Voice) -> str:
    """A flag as a sentence without its stop."""
    narrator = narrator_of(v.edition)
    return v.say(
        DRAFTS["flags"][flag.kind],
        house=v.house(flag.house),
        area=narrator.with_names(flag.area, v),
        n=flag.n,
        why=narrator.with_names(flag.why, v),
        figures=flag.figures,
    )


def decision_phrase(decided: Decided, v: Voice) -> str:
    """Who decided what, by which instruction."""
    return narrator_of(v.edition).choice(decided, v)


def skipped_phrases(decided: Decided, v: Voice) -> list[str]:
    """The instructions that were passed over for a decision, and why."""
    return narrator_of(v.edition).passed_over(decided, v)


def decision_kind_phrase(kind: str, v: Voice) -> str:
    """A kind of decision by name."""
    return v.say(narrator_of(v.edition).decision_kind_name(kind))


def choices_that_differ(old: Sequence[Decided], new: Sequence[Decided], v: Voice) -> list[str]:
    """Return decisions that changed, went or came, in the order of the new result."""
    before = {decided.decision: decided for decided in old}
    after = {decided.decision: decided for decided in new}
    answer, phrases = narrator_of(v.edition).answer, []
    for name in dict.fromkeys((*after, *before)):
        was, now = before.get(name), after.get(name)
        decided = now or before[name]
        what = f"{v.house(decided.seat)}, {decision_kind_phrase(decided.asked, v)}"
        if now is None:
            phrases.append(v.say("{what}: no longer asked", what=what))
        elif was is None:
            phrases.append(v.say("{what}: now {answer}", what=what, answer=answer(now.answer, v)))
        elif was.answer != now.answer:
            values = {"answer": answer(now.answer, v), "earlier": answer(was.answer, v)}
            phrases.append(v.say("{what}: {answer} instead of {earlier}", what=what, **values))
    return phrases


def override_kind(kind: str, v: Words) -> str:
    """A kind of override by name."""
    overrides = TABLES["overrides"]
    return v.say(overrides[kind]) if kind in overrides else kind.replace("-", " ")


def decree_phrase(decree: Decree, v: Voice) -> str:
    """What an override decrees."""
    match decree:
        case NewSheet():
            return v.say("The orders of {house} are replaced.", house=v.house(decree.house))
        case NewAnswer():
            what = f"{v.house(decree.house)}, {decision_kind_phrase(decree.asked, v)}"
            answer = narrator_of(v.edition).answer(msgspec.to_builtins(decree.answer), v)
            return v.say("{what}: {answer}", what=what, answer=answer)
        case NewPosition():
            return narrator_of(v.edition).override(decree.override, v)
        case WentBack():
            phrase = v.say("The game goes back to turn {n}.", n=decree.to)
            return f"{phrase} {v.say(TABLES['decks'][decree.chance])}"


@dataclass(frozen=True)
class Compared:
    """Differences from draft `number`: `board` by house, `choices` decided otherwise."""

    number: int
    board: tuple[tuple[str, str], ...]
    choices: tuple[str, ...]

    @property
    def nothing(self) -> bool:
        """Whether there are no differences."""
        return not self.board and not self.choices


def compare_with_earlier(page: PendingResultPage, v: Voice) -> Compared:
    """Return how a pending result differs from the one before it.
    Raises ValueError if there is none before it."""
    if page.earlier is None:
        raise ValueError("there is no earlier draft")
    earlier = outcome_of(page.earlier)
    decided = [record.event for record in earlier.records if isinstance(record.event, Decided)]
    changes = [
        (change.house, change.phrase)
        for change in narrator_of(v.edition).changes(earlier.showing.board, page.after, v)
        if not change.nothing
    ]
    return Compared(page.earlier.number, tuple(changes), tuple(choices_that_differ(decided, page.decided, v)))


def entry_phrase(kind: str, values: Mapping[str, Any], v: Voice) -> str:
    """Return an entry in words, or its kind if no words fit its values."""
    words = {name: _display_value(name, value, v) for name, value in values.items()}
    table = "log-told-later" if kind == "looked-ahead" and values.get("houses") else "log"
    words["reason"] = values.get("note") or words.get("reason") or "–"
    try:
        return v.say(TABLES[table][kind], **words)
    except (KeyError, IndexError):
        # A kind of long ago, or an older entry that does not say what today's words want.
        return kind.replace("-", " ")


def _display_value(name: str, value: Any, v: Voice) -> Any:
    """Return a value of an audit log entry in words.
    These are houses, kinds of overrides and known reasons; other values are returned as they are."""
    if name in ("house", "other") and value:
        return v.house(value)
    if name == "houses" and value:
        return v.houses(value.split(",") if isinstance(value, str) else value)
    if name == "what":
        return override_kind(value, v.words)
    return v.say(TABLES["why"][value]) if name == "reason" and value in TABLES["why"] else value


@dataclass(frozen=True)
class Proposal:
    """An override and its effect: board `before` and `after`, choices of both.
    `held_id`: the pending result it would replace (empty: the turn is open). `sees`: the reader may see pending
    results. `alone`: they may apply it, else (`asks`) others consent: masters (`masters`) or voters."""

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
    turn_number: int
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

    def describe(self, v: Voice) -> tuple[list[str], list[str]]:
        """What is different on the board, and what was decided otherwise, in words."""
        board = [
            narrator_of(v.edition).difference(change, v)
            for change in games.of(self.before).difference(self.before, self.after, v.edition)
        ]
        return board, choices_that_differ(self.was, self.now, v)


@dataclass(frozen=True)
class _Effect:
    """What an override makes of the game: `old` without it, `new` with it."""

    turn: Turn
    old: Outcome[Position]
    new: Outcome[Position]
    held_id: str = ""
    flags: tuple[Flag, ...] = ()


def proposal(session: Session, account: Account, game_id: str, override_id: str, now: datetime) -> Proposal:
    """Return an override and its effect.

    A master who plays gets only what they proposed or what was applied openly. Raises NotFound (`no-such-game`,
    `no-such-override`), Denied (`not-game-master`, `game-master-plays`).
    """
    game = open_review(session, account, game_id, now).game
    row = find_override(session, game, override_id)
    entry = decrees.decode(row.document, game.edition)
    place = open_for_override(
        session, account, game_id, entry.decree, pending_result=row.draft_number > 0, now=now, lock=False
    )
    if place.who.playing and row.account_id != account.id and row.status != "applied":
        raise Denied(PLAYS, "You play in this game, so you may see only what players may see.")
    sees = place.who.sees_all
    if isinstance(entry.decree, WentBack):
        effect = _rollback_effect(session, game, row, entry.decree)
    else:
        effect = _pending_effect(session, game, row, entry, sees)
    warnings: tuple[Refusal, ...] = ()
    if isinstance(entry.decree, NewPosition) and row.status in WAITS and not row.draft_number:
        position = documents.decode(stored_position(session, game))
        warnings = games.of(position).check_override(position, entry.decree.override).warnings
    alone = acts_alone(place) or changes_nothing(entry.decree)
    return from_rows(
        Proposal,
        row,
        game,
        entry,
        effect,
        id=row.public_id,
        game_id=game.public_id,
        draft=row.draft_number,
        draft_id=entry.draft,
        turn_number=effect.turn.number,
        before=effect.old.showing.board,
        after=effect.new.showing.board,
        was=_decided_events(effect.old.records) if row.draft_number else (),
        now=_decided_events(effect.new.records) if row.draft_number else (),
        warnings=warnings,
        sees=sees,
        alone=alone,
        asks=not alone and row.status == "proposed",
        masters=bool(reviewers(session, game, now)),
    )


def _pending_effect(session: Session, game: Game, row: OverrideRow, override: StoredOverride, sees: bool) -> _Effect:
    """Return the effect of an override that has a pending result.
    If the game runs on to another question or round, readers without `sees` get no change: cards may
    have been turned up on the way."""
    shown = session.scalars(select(PendingResult).filter_by(public_id=override.draft)).one()
    turn = shown.turn
    pending_result = current_pending_result(session, turn) if row.draft_number else None
    old, new = outcome_of(pending_result) if pending_result else current(session, game), outcome_of(shown)
    if not sees and (_asks(new) != _asks(old) or new.showing.round != old.showing.round):
        new = old
    return _Effect(turn, old, new, pending_result.public_id if pending_result else "", read_flags(shown.flags))


def _asks(outcome: Outcome[Position]) -> set[tuple[str, str]]:
    """Who is asked what."""
    return {(decision.seat, str(decision.__struct_config__.tag)) for decision in outcome.waiting}


def _rollback_effect(session: Session, game: Game, row: OverrideRow, decree: WentBack) -> _Effect:
    """The effect of going back; once it is done, or cannot be done any more, none."""
    turn, now = session.get_one(Turn, row.turn_id), current(session, game)
    if not fits(session, game, row):
        return _Effect(turn, now, now)
    # Which seed it is shuffled by shows nowhere on the board.
    preview_decree = msgspec.structs.replace(decree, chance=KEEP)
    return _Effect(turn, now, plan_of(session, game, preview_decree, PLAYERS, row.reason).outcome)


def _decided_events(records: list[Record]) -> tuple[Decided, ...]:
    """Return the events of decisions among these records."""
    return tuple(record.event for record in records if isinstance(record.event, Decided))
