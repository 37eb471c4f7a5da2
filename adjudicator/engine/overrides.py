"""Overrides that every game takes, going back, and the replay of a journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any, Literal, Protocol, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from adjudicator.engine.chance import commitment
from adjudicator.engine.decision import Decision, Illegal, KeywordStruct, Refusal, SourcedAnswer, kind_of, tag_of
from adjudicator.engine.step import (
    Answered,
    Decreed,
    Entry,
    Oracle,
    Outcome,
    P,
    Record,
    Replay,
    Rules,
    Table,
    advance,
    nobody,
    segments,
)

_E = TypeVar("_E")
Chance = Literal["keep", "reseed"]


class Override(KeywordStruct, tag_field="kind", tag=tag_of, forbid_unknown_fields=True):
    """A game master's intervention."""


class Ruling(Override):
    """A ruling on the rules, without effect, perhaps on a decision or event.

    `about` may name a decision, `record` an event. One written by the service also names its message and slot values
    (`says`, `places`: ids), for each reader's language; `text` is the English.
    """

    text: str
    about: str = ""
    record: int = 0
    # Left out where they are unset: documents of before they were known stay the same, byte for byte.
    says: str | UnsetType = UNSET
    places: dict[str, str] | UnsetType = UNSET


class Reseed(Override):
    """All later chance derives from a new seed; all decks are shuffled by it.

    `commitment` is its SHA-256. The seed itself is hidden from players until the end of the game.
    """

    commitment: str
    seed: str = ""


class RolledBack(Override):
    """The game was rolled back to `decision`; events above `number` do not hold.

    It changes nothing itself. `chance`: the decks stayed (`keep`) or were shuffled by a new seed (`reseed`).
    """

    decision: str
    round: int
    number: int
    chance: Chance


class EndGame(Override):
    """The game ends now with one winner, several, or as it stands if none is named."""

    winners: tuple[str, ...] = ()


# These say something and leave the position as it is.
WORDS_ONLY = (Ruling, RolledBack)
# Every family takes these.
COMMON = (Ruling, RolledBack, Reseed, EndGame)


def openly(override: _E) -> _E | Reseed:
    """The override as everybody may see it: a new seed stays hidden."""
    return Reseed(commitment=override.commitment) if isinstance(override, Reseed) else override


OVERRIDE = "edict"
MAX_REASON_LENGTH = 2000


class OverrideRules(Rules[P], Protocol[P]):
    """What is needed besides of a game's rules to let a game master intervene."""

    def decree(self, table: Table[P], decreed: Decreed[Any]) -> None:
        """Check the override (Illegal) and tell it, with its immediate consequences."""


def refuse_reason(reason: str) -> None:
    """Check an override's reason; raise Illegal (`reason-empty`, `reason-too-long`)."""
    if not reason.strip():
        raise Illegal(Refusal("reason-empty", "an override needs a reason", "reason"))
    refuse_long_reason(reason)


def refuse_long_reason(reason: str) -> None:
    """Raises Illegal (`reason-too-long`); of a player's own act words are optional."""
    if len(reason) > MAX_REASON_LENGTH:
        raise Illegal(Refusal("reason-too-long", f"a reason has at most {MAX_REASON_LENGTH} characters", "reason"))


def issue(rules: OverrideRules[P], position: P, decreed: Decreed[Any]) -> Outcome[P]:
    """Apply an override where the game rests, then run on to the next open decision.

    Events of the step that waits are void (`Outcome.voids`) and told again after it; answers already given in it stay
    as long as they fit. Uses the position up. Raises Illegal for an override that cannot be applied.
    """
    progress = position.progress
    before = progress.told
    progress.reported = before
    records: list[Record] = []
    rules.decree(Table(position, rules, OVERRIDE, records), decreed)
    progress.reported = progress.told
    outcome = advance(rules, position, nobody)
    entries = [decreed, *outcome.entries]
    return Outcome(outcome.position, outcome.showing, records + outcome.records, entries, outcome.waiting, before)


def replay(
    rules: OverrideRules[P],
    position: P,
    entries: Iterable[Entry],
    *,
    watch: Callable[[P], None] | None = None,
    question_callback: Callable[[Decision, bool], None] | None = None,
    counted: Callable[[int], None] | None = None,
) -> Outcome[P]:
    """Replay a journal from a resting position; `records` are those that hold at last.

    Earlier events up to number `voids` keep standing. `question_callback` is called for each question with whether it
    was answered, `counted` after each entry with the number played. `remarks` counts answers that met no question
    (`answers-not-asked`) or name another house or kind (`answers-misnamed`). Uses the position up.
    """
    records: list[Record] = []
    remarks: list[Refusal] = []
    voids, played = position.progress.reported, list(entries)
    numbers = count(1)

    def note(decision: Decision | None, answered: bool) -> None:
        if decision is not None and question_callback is not None:
            question_callback(decision, answered)
        if answered and counted is not None:
            counted(next(numbers))

    for decreed, answers in segments(played):
        if decreed is not None:
            done = issue(rules, position, decreed)
            # From the end: whatever an override makes void was told last, and a long journal is not gone through again.
            while records and records[-1].number > (done.voids or 0):
                records.pop()
            records += done.records
            voids, position = min(voids, done.voids or 0), done.position
            note(None, True)
        oracle = Replay(answers)
        outcome = advance(rules, position, _with_callback(oracle, note), watch)
        records += outcome.records
        position = outcome.position
        if oracle.unused:
            left, first = len(oracle.unused), oracle.unused[0]
            remarks.append(Refusal("answers-not-asked", f"{left} answers were never asked for, first {first}", first))
        if oracle.misnamed:
            wrong, first = len(oracle.misnamed), oracle.misnamed[0]
            words = f"{wrong} answers name another house or kind of question than was asked, first {first}"
            remarks.append(Refusal("answers-misnamed", words, first))
    return Outcome(outcome.position, outcome.showing, records, played, outcome.waiting, voids, tuple(remarks))


def _with_callback(oracle: Oracle, question_callback: Callable[[Decision, bool], None]) -> Oracle:
    """Return the oracle with a callback after each question.
    `question_callback` gets the question, and whether the oracle answered it."""

    def ask(position: Any, decision: Decision) -> SourcedAnswer | None:
        answer = oracle(position, decision)
        question_callback(decision, answer is not None)
        return answer

    return ask


def join_outcomes(first: Outcome[P], more: Outcome[P]) -> Outcome[P]:
    """Join two outcomes, the second of which goes on where the first stopped.

    Leaves out events that the second made void, and remarks on decisions that either answered."""
    limit, voids = more.voids, first.voids
    records = first.records if limit is None else [record for record in first.records if record.number <= limit]
    if limit is not None:
        begun = first.records[0].number - 1 if first.records else limit
        voids = min(limit, begun if voids is None else voids)
    answered = {entry.decision for entry in (*first.answers, *more.answers)}
    remarks = {remark.where: remark for remark in (*first.remarks, *more.remarks) if remark.where not in answered}
    return Outcome(
        more.position,
        more.showing,
        records + more.records,
        first.entries + more.entries,
        more.waiting,
        voids,
        tuple(remarks.values()),
    )


AnyRules = OverrideRules[Any]


class RestPoint(KeywordStruct):
    """A step that asked: first decision and whom, all decisions, round, phase, counts."""

    decision: str
    asked: str
    seat: str
    decisions: tuple[str, ...]
    step: str
    round: int
    phase: str
    events: int
    entries: int


class _Watching:
    """Sees every step before it is run, and every question in it."""

    def __init__(self) -> None:
        self.points: list[RestPoint] = []
        self.answered = 0
        self._began: dict[str, Any] = {}
        self._open = False

    def watch(self, position: Any) -> None:
        """A step is about to be run."""
        progress = position.progress
        self._open = False
        self._began = {
            "step": progress.agenda[0].name,
            "round": position.round,
            "phase": position.phase,
            "events": progress.told,
            "entries": self.answered,
        }

    def note_question(self, decision: Decision, answered: bool) -> None:
        """A question was asked."""
        self.answered += answered
        kind = kind_of(decision)
        if not self._open:
            new = RestPoint(decision=decision.id, asked=kind, seat=decision.seat, decisions=(), **self._began)
            self.points.append(new)
            self._open = True
        last = self.points[-1]
        self.points[-1] = replace(last, decisions=(*last.decisions, decision.id))


def rest_points(rules: AnyRules, position: Any, entries: Sequence[Entry]) -> list[RestPoint]:
    """Return every step that asked something, in order; the last may still wait.

    After an override the step that waited comes again. Uses the position up.
    """
    watching = _Watching()
    places = [place for place, entry in enumerate(entries) if isinstance(entry, Decreed)]
    start, points = 0, []
    for end in (*places, len(entries)):
        # One stretch between overrides at a time, so that entries are counted through them.
        outcome = replay(
            rules, position, entries[start:end], watch=watching.watch, question_callback=watching.note_question
        )
        points += watching.points
        position = outcome.position
        if end < len(entries):
            decreed = entries[end]
            assert isinstance(decreed, Decreed)
            position = issue(rules, position, decreed).position
        start, watching = end + 1, _Watching()
        watching.answered = start
    return points


def replay_to(rules: AnyRules, position: Any, entries: Sequence[Entry], decision: str) -> Outcome[Any]:
    """Replay entries up to where the decision was last asked.

    Raises Illegal: `no-such-decision`, or for entries that do not fit."""
    places = [n for n, entry in enumerate(entries) if isinstance(entry, Answered) and entry.decision == decision]
    outcome = replay(rules, position, entries[: places[-1]] if places else entries)
    if outcome.remarks:
        raise Illegal(*outcome.remarks)
    if decision not in [open_decision.id for open_decision in outcome.waiting]:
        raise Illegal(Refusal("no-such-decision", f"{decision!r} was not asked here", "decision"))
    return outcome


def roll_back(
    rules: AnyRules, position: Any, entries: Sequence[Entry], request: tuple[str, str, str], seed: str | None
) -> Outcome[Any]:
    """Roll back by `replay_to` and record that as overrides.
    `request`: decision, reason, who decreed it."""
    decision, reason, by = request
    outcome = replay_to(rules, position, entries, decision)
    rest = outcome.position.progress
    overrides: list[RolledBack | Reseed] = []
    chance = RolledBack(
        decision=decision,
        round=outcome.showing.round,
        number=rest.told,
        chance="keep" if seed is None else "reseed",
    )
    overrides.append(chance)
    if seed is not None:
        overrides.append(Reseed(commitment=commitment(seed), seed=seed))
    for override in overrides:
        more = issue(rules, outcome.position, Decreed(override, reason, by))
        outcome = join_outcomes(outcome, more)
    return outcome
