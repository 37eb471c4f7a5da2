"""How a step asks: with `yield from`, by one of these functions. They alone yield, so that the answer has its type."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeVar, cast

from adjudicator.engine.decision import A, Forced, Question, Together

T = TypeVar("T")
# What a step hands to the driver; what it is sent back stays unknown to everybody but the functions below.
Asked = Question[Any] | Forced[Any] | Together
Asks = Generator[Asked, object, T]


def ask(question: Question[A]) -> Asks[A]:
    """The answer to a question."""
    return cast(A, (yield question))


def force(question: Question[A], only: A) -> Asks[A]:
    """The one legal answer of a question that nobody is asked; it is told like any other."""
    return cast(A, (yield Forced(question, only)))


def ask_together(questions: Sequence[Question[A] | Forced[A]]) -> Asks[list[A]]:
    """The answers to questions that are asked at once and in secret, in the same order; none are no question."""
    if not questions:
        return []
    return cast(list[A], (yield Together(questions)))
