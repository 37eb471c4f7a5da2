"""The register of habits: how the steward answers each kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from adjudicator.kernel.decision import Answer, Decision
from adjudicator.thrones.steward.sight import Sight

Proposal = tuple[Answer, str]
Habit = Callable[[Sight, Any], Iterable[Proposal]]
H = TypeVar("H", bound=Habit)

HABITS: dict[type[Decision], Habit] = {}


def habit(*kinds: type[Decision]) -> Callable[[H], H]:
    """Register a habit for some kinds of decision; it proposes answers, best first, each with its reason in a few
    words."""

    def known(function: H) -> H:
        for kind in kinds:
            HABITS[kind] = function
        return function

    return known
