"""How a sheet answers a question: proposals in order, the first that the rules allow, and what was passed over."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

from adjudicator.kernel.decision import Answer, By, Decision, Given, Skipped, Source, Weighed
from adjudicator.kernel.refusal import Refusal


class Conditional(Protocol):
    """An instruction of a sheet; None: without a condition."""

    @property
    def when(self) -> Any:
        """Its condition."""


R = TypeVar("R", bound=Conditional)


class Inapplicable(Exception):
    """A condition asks for something that does not exist at this moment; the rule is passed over."""


class Choice(NamedTuple):
    """An answer that an instruction proposes, and the instruction's place."""

    by: By
    where: str
    answer: Answer


def direct_answer(answers: Mapping[str, Answer], decision: Decision) -> Iterator[Choice]:
    """What a sheet answers to this very question, if it does."""
    if decision.id in answers:
        yield Choice("player", f"answers.{decision.id}", answers[decision.id])


class Trail(ABC):
    """What was passed over on the way to an answer, and why; conditions are judged here."""

    def __init__(self) -> None:
        self.skipped: list[Skipped] = []
        self._held: dict[str, Any] = {}
        self._weighed: dict[str, tuple[Weighed, ...]] = {}

    @abstractmethod
    def judge(self, when: Any) -> bool:
        """Whether a condition holds now; Inapplicable if it asks for something that does not exist."""

    @abstractmethod
    def reasons(self, when: Any) -> tuple[Weighed, ...]:
        """By what numbers a condition holds or fails."""

    def skip(self, where: str, code: str, words: str, numbers: tuple[Weighed, ...] = ()) -> None:
        """Note an instruction that did not decide."""
        self.skipped.append(Skipped(where, code, words, numbers))

    def refused(self, where: str, refusal: Refusal) -> None:
        """Note an instruction whose choice is not legal."""
        self.skip(where, refusal.code, refusal.words)

    def weighed(self, where: str, numbers: tuple[Weighed, ...]) -> None:
        """Note what an instruction weighed besides its condition."""
        self._weighed[where] = numbers

    def held(self, where: str, when: Any) -> None:
        """Note that a condition held."""
        self._held[where] = when

    def noted(self, where: str) -> bool:
        """Whether an instruction's condition held, or it weighed anything."""
        return where in self._held or where in self._weighed

    def numbers(self, where: str) -> tuple[Weighed, ...]:
        """By what numbers the condition of a deciding instruction held, and what it weighed."""
        when = self._held.get(where)
        told = self.reasons(when) if when is not None else ()
        return (*told, *self._weighed.get(where, ()))

    def holds(self, where: str, when: Any) -> bool:
        """Whether a condition holds (None: always); notes it if not."""
        if when is None:
            return True
        try:
            if self.judge(when):
                self.held(where, when)
                return True
        except Inapplicable as fault:
            self.skip(where, "condition-not-applicable", str(fault))
            return False
        self.skip(where, "condition-false", "its condition did not hold", self.reasons(when))
        return False

    def standing(self, where: str, rules: Iterable[R]) -> Iterator[tuple[str, R]]:
        """The rules of a list whose condition (`when`) holds, in order, each with its place."""
        for number, rule in enumerate(rules):
            place = f"{where}[{number}]"
            if self.holds(place, rule.when):
                yield place, rule

    def first_legal(self, proposed: Iterable[Choice], refuse: Callable[[Answer], Refusal | None]) -> Given | None:
        """The first proposal that is not refused, with all that was passed over before it; None: there is none."""
        for by, where, answer in proposed:
            refusal = refuse(answer)
            if refusal is None:
                return Given(answer, Source(by, where, tuple(self.skipped), numbers=self.numbers(where)))
            self.refused(where, refusal)
        return None
