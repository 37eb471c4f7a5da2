"""The live bot of all games as it was before choices could be left to it: the yardstick of parity."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.decision import Decision, SourcedAnswer
from tests.bench.reference import btwixt, thrones


def answer(position: Any, decision: Decision) -> SourcedAnswer:
    """What the frozen bot answers; it looks at nothing that its seat does not see."""
    family = btwixt if type(position).__module__.startswith("adjudicator.btwixt") else thrones
    return family.answer(position, decision)
