"""What a policy of the frozen bot is: proposals for one kind of decision, best first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from adjudicator.engine.decision import Answer
from tests.bench.reference.thrones.sight import Sight

# An answer, with the reason in a few words.
Proposal = tuple[Answer, str]
Policy = Callable[[Sight, Any], Iterable[Proposal]]
