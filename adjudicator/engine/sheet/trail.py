"""How a sheet answers a question: the first legal proposal, and what was skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from adjudicator.engine.decision import (
    Answer,
    By,
    Decision,
    FrozenStruct,
    Refusal,
    Refusals,
    Skipped,
    Source,
    SourcedAnswer,
    Weighed,
)
from adjudicator.engine.sheet.conditions import Inapplicable, Junctions, Otherwise, own_condition


class Conditional(Protocol):
    """An instruction of a sheet; None: without a condition."""

    @property
    def when(self) -> Any:
        """Its condition."""


R = TypeVar("R", bound=Conditional)
V = TypeVar("V", bound="Voice")
# A rule after `else` is passed over so.
BEFORE_HELD = "condition-before-held"


class Choice(NamedTuple):
    """An answer that an instruction proposes, and the instruction's place."""

    by: By
    where: str
    answer: Answer


# What instructions propose, in their order.
Proposals = Iterator[Choice]


def direct_answer(answers: Mapping[str, Answer], decision: Decision) -> Proposals:
    """What a sheet answers to this very question, if it does."""
    if decision.id in answers:
        yield Choice("player", f"answers.{decision.id}", answers[decision.id])


class Voice(FrozenStruct):
    """A sheet and its speaker; `prefix` marks places outside the turn's own sheet."""

    by: By
    sheet: Any
    prefix: str = ""


def speakers(sheet: Any, standing: Any, takes_over: Any) -> Iterator[tuple[By, Any, str]]:
    """Yield a seat's sheet, standing orders and `takes_over` sheet, with prefixes."""
    if sheet is not None:
        yield "sheet", sheet, ""
    if standing is not None:
        yield "standing", standing, "standing."
    if takes_over is not None:
        yield "steward", takes_over, "taken-over."


class Passed(NamedTuple):
    """Why a rule does not decide."""

    code: str
    words: str


class Trail:
    """Instructions skipped before an answer, and why; judges conditions by a scene."""

    def __init__(self, scene: Any, junctions: Junctions) -> None:
        self.scene, self._junctions = scene, junctions
        self.skipped: list[Skipped] = []
        self._held: dict[str, Any] = {}
        self._weighed: dict[str, tuple[Weighed, ...]] = {}
        # Whether the condition of a rule holds that others of its row ask for, by place and number.
        self._row: dict[tuple[str, int], bool] = {}

    def skip(self, where: str, code: str, words: str, numbers: tuple[Weighed, ...] = ()) -> None:
        """Note an instruction that did not decide."""
        self.skipped.append(Skipped(where, code, words, numbers))

    def refused(self, where: str, refusal: Refusal) -> None:
        """Note an instruction whose choice is not legal."""
        self.skip(where, refusal.code, refusal.words)

    def weighed(self, where: str, numbers: tuple[Weighed, ...]) -> None:
        """Note what an instruction weighed besides its condition."""
        self._weighed[where] = numbers

    def note_condition(self, where: str, when: Any) -> None:
        """Note that a condition held."""
        self._held[where] = when

    def noted(self, where: str) -> bool:
        """Whether an instruction's condition held, or it weighed anything."""
        return where in self._held or where in self._weighed

    def numbers(self, where: str) -> tuple[Weighed, ...]:
        """Return the numbers by which a deciding instruction's condition held."""
        when = self._held.get(where)
        reasons = self._junctions.reasons(when, self.scene) if when is not None else ()
        return (*reasons, *self._weighed.get(where, ()))

    def holds(self, where: str, when: Any) -> bool:
        """Whether a condition holds (None: always); notes it if not."""
        when = own_condition(when)
        if when is None:
            return True
        try:
            if when.holds(self.scene):
                self.note_condition(where, when)
                return True
        except Inapplicable as fault:
            self.skip(where, "condition-not-applicable", str(fault))
            return False
        self.skip(where, "condition-false", "its condition did not hold", self._junctions.reasons(when, self.scene))
        return False

    def is_true(self, when: Any) -> bool:
        """Whether a condition holds (None: no), without a note."""
        when = own_condition(when)
        try:
            return when is not None and when.holds(self.scene)
        except Inapplicable:
            return False

    def counts(
        self, where: str, rules: Sequence[R], number: int, judge: Callable[[int, bool], bool] | None = None
    ) -> bool:
        """Whether a rule counts: its condition and its `else`; notes why it does not.

        `else` requires that no condition before it in its row holds. `judge` tells whether a rule's condition holds, by
        number, with a note or without, where more than the scene decides.
        """
        before = number
        while before and isinstance(rules[before].when, Otherwise):
            before -= 1
            if own_condition(rules[before].when) is None:
                continue
            key = (where, before)
            if key not in self._row:
                self._row[key] = judge(before, False) if judge is not None else self.is_true(rules[before].when)
            if self._row[key]:
                self.skip(f"{where}[{number}]", BEFORE_HELD, "the condition before it held")
                return False
        return judge(number, True) if judge is not None else self.holds(f"{where}[{number}]", rules[number].when)

    def applicable(self, where: str, rules: Sequence[R]) -> Iterator[tuple[str, R]]:
        """The rules of a list that count, in order, each with its place."""
        for number, rule in enumerate(rules):
            if self.counts(where, rules, number):
                yield f"{where}[{number}]", rule

    def proposed(self, voice: Voice, where: str, answer: Answer | None, code: str, words: str) -> Proposals:
        """Yield the answer of an instruction as a choice, if it has one.

        None is noted, with code and words, as an instruction that did not decide."""
        if answer is None:
            self.skip(where, code, words)
        else:
            yield Choice(voice.by, where, answer)

    def first_legal(
        self, proposed: Iterable[Choice], refuse: Callable[[Answer], Refusal | None]
    ) -> SourcedAnswer | None:
        """Return the first legal proposal with all that was skipped, or None."""
        for by, where, answer in proposed:
            refusal = refuse(answer)
            if refusal is None:
                return SourcedAnswer(answer, Source(by, where, tuple(self.skipped), numbers=self.numbers(where)))
            self.refused(where, refusal)
        return None


def rules_at(sheet: Any, place: str) -> Sequence[Any]:
    """Return rules at a place: `retreat`, `texts.knight`, `muster.lannisport`.

    A place is a field of the sheet, and after a dot a key of it."""
    name, dot, key = place.partition(".")
    part = getattr(sheet, name)
    table = getattr(part, "areas", part)
    rules: Sequence[Any] = table.get(key, ()) if isinstance(table, dict) else getattr(part, key) if dot else part
    return rules


def applicable_rules(voices: Sequence[V], trail: Trail, *places: str) -> Iterator[tuple[V, str, Any]]:
    """Yield applicable rules at these places of each sheet, with voice and place."""
    for voice in voices:
        for place in dict.fromkeys(places):
            for where, rule in trail.applicable(f"{voice.prefix}{place}", rules_at(voice.sheet, place)):
                yield voice, where, rule


def by_rules(answer: Callable[[Any, Any, Any], Answer | Passed | None], *places: str) -> Callable[..., Proposals]:
    """Return a function that proposes answers by the rules at some places.

    `answer` evaluates a rule (None: not about this); slots of places are filled from `q`, the decision."""

    def proposed(voices: Sequence[Voice], scene: Any, decision: Any, trail: Trail) -> Proposals:
        for voice, where, rule in applicable_rules(voices, trail, *(place.format(q=decision) for place in places)):
            result = answer(rule, scene, decision)
            if isinstance(result, Passed):
                trail.skip(where, *result)
            elif result is not None:
                yield Choice(voice.by, where, result)

    return proposed


def answer_faults(
    check: Callable[[Any, Decision, Any], Refusal | None],
    showing: Any,
    seat: str,
    answers: Mapping[str, Any],
    waiting: Sequence[Decision],
) -> Refusals:
    """Refuse direct answers: not open (`decision-not-open`), of others, or illegal."""
    open_now = {decision.id: decision for decision in waiting}
    for name, answer in answers.items():
        where = f"answers.{name}"
        decision = open_now.get(name)
        if decision is None or decision.seat != seat:
            yield Refusal("decision-not-open", f"no question {name!r} is open for {seat}", where)
            continue
        refusal = check(showing, decision, answer)
        if refusal is not None:
            yield replace(refusal, where=f"{where}: {refusal.where}" if refusal.where else where)
