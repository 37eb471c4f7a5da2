"""The journal, steps as generators, how they ask, the agenda, and the driver."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, cast

import msgspec
from msgspec.structs import replace

from adjudicator.engine.decision import (
    A as AnswerT,
    Decision,
    Forced,
    FrozenStruct,
    Illegal,
    KeywordStruct,
    Question,
    Refusal,
    Source,
    SourcedAnswer,
    Together,
    kind_of,
    tag_of,
)


class Event(KeywordStruct, tag_field="kind", tag=tag_of):
    """An event, named in the past tense; subclasses carry its numbers."""


class Decided(Event):
    """A decision was answered; visible to its seat and the game master only.

    `asked`: the decision's kind; `answer`: plain data; `source`: who decided and what was skipped. Changes no board.
    """

    decision: str
    seat: str
    asked: str
    answer: dict[str, Any]
    source: dict[str, Any]


class Record(FrozenStruct):
    """An event as it stands in the log.

    `number` counts from 1 through the whole game, `round` and `step` say when, `rule` is the key of the rule it
    follows.
    """

    number: int
    round: int
    step: str
    rule: str
    event: Any


_A = TypeVar("_A")
_E = TypeVar("_E")


class Answered(FrozenStruct, Generic[_A], tag_field="entry", tag="answered"):
    """Journal entry of an answer: decision's id and kind, who decided, its source."""

    decision: str
    seat: str
    asked: str
    answer: _A
    source: Source


class Decreed(FrozenStruct, Generic[_E], tag_field="entry", tag="decreed"):
    """Journal entry of an override, applied at rest after all earlier entries."""

    override: _E = msgspec.field(name="edict")
    reason: str
    by: str


Entry = Answered[Any] | Decreed[Any]


class Replay:
    """An oracle that answers from a journal and leaves other decisions open.

    `unused` lists the journal's decisions that were not asked, `misnamed` those asked whose entry names another seat or
    kind.
    """

    def __init__(self, entries: Iterable[Answered[Any]]) -> None:
        self._by_id = {entry.decision: entry for entry in entries}
        self._used: set[str] = set()
        self._misnamed: dict[str, None] = {}

    def __call__(self, position: Any, decision: Decision) -> SourcedAnswer | None:
        """Return the answer of the journal to a decision; None if it has none.

        Notes that it was used, and whether the entry names another seat or kind."""
        entry = self._by_id.get(decision.id)
        if entry is None:
            return None
        self._used.add(decision.id)
        seat_and_kind = (decision.seat, kind_of(decision))
        if (entry.seat, entry.asked) != seat_and_kind:
            self._misnamed[decision.id] = None
        return SourcedAnswer(entry.answer, entry.source)

    @property
    def misnamed(self) -> list[str]:
        """Return asked decisions whose entry names another seat or kind, in order asked."""
        return list(self._misnamed)

    @property
    def unused(self) -> list[str]:
        """Return decisions that were never asked, in the order of the journal."""
        return [name for name in self._by_id if name not in self._used]


def segments(
    entries: Iterable[Entry],
) -> Iterator[tuple[Decreed[Any] | None, list[Answered[Any]]]]:
    """Split the journal at its overrides, each (first None) with following answers."""
    decreed: Decreed[Any] | None = None
    answers: list[Answered[Any]] = []
    for entry in entries:
        if isinstance(entry, Decreed):
            yield decreed, answers
            decreed, answers = entry, []
        else:
            answers.append(entry)
    yield decreed, answers


T = TypeVar("T")
# What a step hands to the driver; what it is sent back stays unknown to everybody but the functions below.
Asked = Question[Any] | Forced[Any] | Together
Asks = Generator[Asked, object, T]


def ask(question: Question[AnswerT]) -> Asks[AnswerT]:
    """The answer to a question."""
    return cast(AnswerT, (yield question))


def force(question: Question[AnswerT], only: AnswerT) -> Asks[AnswerT]:
    """Return a question's only legal answer; recorded as usual, but nobody is asked."""
    return cast(AnswerT, (yield Forced(question, only)))


def ask_together(questions: Sequence[Question[AnswerT] | Forced[AnswerT]]) -> Asks[list[AnswerT]]:
    """Ask questions at once and in secret; return the answers in the same order."""
    if not questions:
        return []
    return cast(list[AnswerT], (yield Together(questions)))


# To write a position down takes as long as to tell it a dozen events; a step tells two or three.
STEPS_A_SNAPSHOT = 8


class Step(FrozenStruct):
    """A step still to come: the name of its function and its arguments."""

    name: str
    args: dict[str, Any] = {}


class Progress(msgspec.Struct, Generic[T]):
    """Where the sequence of play stands.

    `agenda` lists steps to come; `pending` the answers already given inside the first of them; `asked` and `told`
    count the decisions and events before it; `reported` is the number of the last event already handed out.
    """

    agenda: list[Step]
    pending: dict[str, Answered[T]] = {}
    asked: int = 0
    told: int = 0
    reported: int = 0


class Stateful(Protocol):
    """What the driver needs of a game's position."""

    progress: Progress[Any]

    @property
    def round(self) -> int:
        """The round, for the log."""

    @property
    def phase(self) -> str:
        """The part of the round that is being played."""


P = TypeVar("P", bound=Stateful)
Play = Asks[list[Step] | None]
Oracle = Callable[[Any, Decision], SourcedAnswer | None]


class Rules(Protocol[P]):
    """What the driver needs of a game's rules."""

    steps: Mapping[str, Callable[..., Play]]

    def apply(self, position: P, event: Event) -> None:
        """Change the position as the event says."""

    def check(self, position: P, decision: Decision, answer: Any) -> Refusal | None:
        """Why the answer is not legal, or None."""

    def over(self, position: P) -> bool:
        """Tell whether the game has ended, so that no further step is run."""

    def encode(self, position: P) -> bytes:
        """The position as bytes."""

    def decode(self, data: bytes) -> P:
        """The position from its bytes."""


class Table(Generic[P]):
    """What a step sees: the position to read and `tell`, the only way to change it."""

    def __init__(
        self, position: P, rules: Rules[P], step: str, records: list[Record], events: list[Event] | None = None
    ) -> None:
        self.position = position
        self.rules = rules
        self._step = step
        self._records = records
        # All that is told, what players know already too.
        self._told = events

    def tell(self, event: Event, rule: str) -> None:
        """Append the event to the log with its rule's key, and apply it to the position."""
        position = self.position
        progress = position.progress
        progress.told += 1
        self.rules.apply(position, event)
        if self._told is not None:
            self._told.append(event)
        if progress.told > progress.reported:
            self._records.append(Record(progress.told, position.round, self._step, rule, event))


class Outcome(msgspec.Struct, Generic[P]):
    """How far an advance came.

    `position` is what to store; `showing` is the same game as the players see it now (they differ only inside a step
    that waits for an answer); `records` are the new events, `entries` the new journal entries, `waiting` the
    decisions left open.

    `voids` is set when events handed out earlier are told again: those with a larger number do not hold any more.
    `remarks` are what the oracle was told to do and could not, with the decision's id as place.
    """

    position: P
    showing: P
    records: list[Record]
    entries: list[Entry]
    waiting: list[Decision]
    voids: int | None = None
    remarks: tuple[Refusal, ...] = ()

    @property
    def answers(self) -> list[Answered[Any]]:
        """The new journal entries that are answers."""
        return [entry for entry in self.entries if isinstance(entry, Answered)]


class _Asking(Generic[P]):
    """One advance: asks the oracle, keeps the step's answers and the journal entries."""

    def __init__(self, rules: Rules[P], oracle: Oracle, position: P) -> None:
        self.rules, self.oracle = rules, oracle
        self.records: list[Record] = []
        self.entries: list[Entry] = []
        self.given: dict[str, Answered[Any]] = dict(position.progress.pending)

    def _answer_decision(self, position: P, decision: Decision) -> Answered[Any] | None:
        """Return an answer's entry, stored or asked of the oracle now; None if open.
        A stored answer that is no longer legal is dropped. Raises Illegal for an illegal new one."""
        record = self.given.get(decision.id)
        if record is not None:
            if record.asked == kind_of(decision) and self.rules.check(position, decision, record.answer) is None:
                return record
            del self.given[decision.id]
        offered = self.oracle(position, decision)
        if offered is None:
            return None
        refusal = self.rules.check(position, decision, offered.answer)
        if refusal is not None:
            raise Illegal(replace(refusal, where=refusal.where or decision.id))
        entry = Answered(decision.id, decision.seat, kind_of(decision), offered.answer, offered.source)
        self.given[decision.id] = entry
        self.entries.append(entry)
        return entry

    def ask(self, table: Table[P], request: Asked) -> tuple[Any, list[Decision]]:
        """Answers for a decision or a Together of them, or the decisions that stay open."""
        questions = request.decisions if isinstance(request, Together) else (request,)
        numbered = [_assign_id(table.position, question) for question in questions]
        pairs = [(question, self._entry(table.position, question)) for question in numbered]
        still_open: list[Decision] = [item for item, entry in pairs if entry is None and isinstance(item, Decision)]
        if still_open:
            return None, still_open
        answers = []
        for entry in (e for _, e in pairs if e is not None):
            table.tell(_decided_event(entry), "decision")
            answers.append(entry.answer)
        return (answers if isinstance(request, Together) else answers[0]), []

    def _entry(self, position: P, question: Decision | Forced[Any]) -> Answered[Any] | None:
        """Return an answer's entry, given or new; a forced decision has no entry."""
        if isinstance(question, Decision):
            return self._answer_decision(position, question)
        refusal = self.rules.check(position, question.decision, question.answer)
        if refusal is not None:
            raise AssertionError(f"{question.decision.id} is forced to what is not legal: {refusal.words}")
        decision = question.decision
        return Answered(decision.id, decision.seat, kind_of(decision), question.answer, Source("forced"))


def _assign_id(position: Stateful, question: Question[Any] | Forced[Any]) -> Question[Any] | Forced[Any]:
    """Return the question with an id that counts the questions of the game.
    Counts it in the progress of the position."""
    decision = question.decision if isinstance(question, Forced) else question
    position.progress.asked += 1
    name = f"d{position.progress.asked}-{kind_of(decision)}-{decision.seat}"
    named = replace(decision, id=name)
    return Forced(named, question.answer) if isinstance(question, Forced) else named


def _decided_event(entry: Answered[Any]) -> Decided:
    """Make the event that records an answer, with answer and source as plain data."""
    builtins = msgspec.to_builtins
    return Decided(
        decision=entry.decision,
        seat=entry.seat,
        asked=entry.asked,
        answer=builtins(entry.answer),
        source=builtins(entry.source),
    )


def _run(asking: _Asking[P], table: Table[P], play: Play) -> tuple[list[Step], list[Decision]]:
    """Run one step to its end (its follow-up steps) or to an open decision."""
    reply: Any = None
    while True:
        try:
            request = play.send(reply)
        except StopIteration as done:
            return list(done.value or ()), []
        reply, still_open = asking.ask(table, request)
        if still_open:
            play.close()
            return [], still_open


class _StepStart(Generic[P]):
    """The position when the running step began: earlier bytes, and events since."""

    def __init__(self, rules: Rules[P], steps_a_snapshot: int) -> None:
        self.rules, self._every = rules, steps_a_snapshot
        self._steps = self._known = self._asked = self._reported = 0
        self._snapshot = b""
        self._agenda: list[Step] = []
        self.told: list[Event] = []

    def step(self, position: P) -> None:
        """The next step begins at this position."""
        if self._steps % self._every == 0:
            self._snapshot = self.rules.encode(position)
            self.told.clear()
        progress = position.progress
        self._steps, self._known = self._steps + 1, len(self.told)
        self._agenda, self._asked, self._reported = progress.agenda[:], progress.asked, progress.reported

    def position(self) -> P:
        """The position anew."""
        new_position = self.rules.decode(self._snapshot)
        progress = new_position.progress
        for event in self.told[: self._known]:
            progress.told += 1
            self.rules.apply(new_position, event)
        progress.agenda, progress.asked, progress.reported = self._agenda, self._asked, self._reported
        return new_position


def nobody(position: Any, decision: Decision) -> SourcedAnswer | None:
    """An oracle that leaves everything open."""
    return None


def advance(
    rules: Rules[P],
    position: P,
    oracle: Oracle,
    watch: Callable[[P], None] | None = None,
    steps_a_snapshot: int = STEPS_A_SNAPSHOT,
) -> Outcome[P]:
    """Run the agenda until it or the game ends, or a decision stays open.

    `watch` gets the position before every step. An oracle that changes the position itself takes a snapshot before each
    step. The given position is used up: callers keep bytes, or the Outcome. Raises Illegal for illegal answers of the
    oracle.
    """
    asking, begun = _Asking(rules, oracle, position), _StepStart(rules, steps_a_snapshot)
    while position.progress.agenda and not rules.over(position):
        if watch is not None:
            watch(position)
        begun.step(position)
        step = position.progress.agenda[0]
        table = Table(position, rules, step.name, asking.records, begun.told)
        followers, still_open = _run(asking, table, rules.steps[step.name](table, **step.args))
        if still_open:
            rest = begun.position()
            rest.progress.pending = asking.given
            rest.progress.reported = max(position.progress.told, rest.progress.reported)
            return Outcome(rest, position, asking.records, asking.entries, still_open)
        progress = position.progress
        progress.agenda[0:1] = followers
        progress.pending = {}
        progress.reported = max(progress.told, progress.reported)
        asking.given = {}
    return Outcome(position, position, asking.records, asking.entries, [])


def at_rest_view(rules: Rules[P], position: P) -> Outcome[P]:
    """Run a copy of a stored position to its open questions, as players see it.
    The position that is passed stays unchanged."""
    return advance(rules, rules.decode(rules.encode(position)), nobody)
