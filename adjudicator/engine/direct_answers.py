"""Direct answers in a sheet: what is wrong with them while their questions are open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.engine.decision import Decision
from adjudicator.engine.refusal import Refusal


def answer_faults(
    check: Callable[[Any, Decision, Any], Refusal | None],
    showing: Any,
    seat: str,
    answers: Mapping[str, Any],
    waiting: Sequence[Decision],
) -> Iterator[Refusal]:
    """Answers to questions that are not open (`decision-not-open`), are another's, or do not allow them, by `check`."""
    open_now = {decision.id: decision for decision in waiting}
    for name, answer in answers.items():
        where = f"answers.{name}"
        decision = open_now.get(name)
        if decision is None or decision.seat != seat:
            yield Refusal("decision-not-open", f"no question {name!r} is open for {seat}", where)
            continue
        refusal = check(showing, decision, answer)
        if refusal is not None:
            yield msgspec.structs.replace(refusal, where=f"{where}: {refusal.where}" if refusal.where else where)
