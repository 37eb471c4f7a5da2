"""What is legal for each kind of decision of a game: a check, a lazy listing, and a way to draw one answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from adjudicator.engine.decision import Answer, Decision, Refusal, kind_of

Check = Callable[[Any, Any, Any], Refusal | None]
Listing = Callable[[Any, Any], Iterator[Answer]]
Pick = Callable[[int], int]
Sampler = Callable[[Any, Any, Pick], Answer]
Asked = Callable[[Any], bool]


class Law(NamedTuple):
    """What is legal for one kind of decision: the answer's type, a check, a lazy listing, a sampler for large choices,
    and whether `none` is an answer too.
    """

    answer: type[Answer]
    check: Check
    listing: Listing
    sampler: Sampler | None = None
    optional: Asked = lambda decision: False


class LegalAnswers:
    """The legal answers of a decision: lazily iterable, testable with `in`, and `sample(pick)` draws one.

    `pick(bound)` must return an integer in 0..bound-1; large decisions are sampled part by part, not uniformly.
    """

    def __init__(self, law: Law, position: Any, decision: Decision) -> None:
        self.law, self.position, self.decision = law, position, decision

    def __iter__(self) -> Iterator[Answer]:
        return self.law.listing(self.position, self.decision)

    def __contains__(self, answer: object) -> bool:
        return type(answer) is self.law.answer and self.law.check(self.position, self.decision, answer) is None

    def sample(self, pick: Pick) -> Answer:
        """One legal answer."""
        if self.law.sampler is not None:
            return self.law.sampler(self.position, self.decision, pick)
        everything = list(self)
        return everything[pick(len(everything))]


class Laws(dict[type[Decision], Law]):
    """What is legal in a game, by kind of decision."""

    def check(self, position: Any, decision: Decision, answer: Any) -> Refusal | None:
        """Why the answer is not legal for the decision now, or None if it is."""
        law = self[type(decision)]
        if type(answer) is not law.answer:
            wanted, got = kind_of(law.answer), type(answer).__name__
            return Refusal("wrong-kind-of-answer", f"this question takes a {wanted!r} answer, not {got}", decision.id)
        return law.check(position, decision, answer)

    def answers(self, position: Any, decision: Decision) -> LegalAnswers:
        """The legal answers of a decision in this position."""
        return LegalAnswers(self[type(decision)], position, decision)
