"""How the steward answers each kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from adjudicator.engine.decision import Answer, Decision
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.steward.sight import Sight

# An answer, with the reason in a few words.
Proposal = tuple[Answer, str]
# What he proposes, best first.
Habit = Callable[[Sight, Any], Iterable[Proposal]]

# What the maester tries: legal answers, at most so many and none twice, the steward's first.
Variations = Callable[[Position, Any, int], Sequence[Answer]]

# By kind of decision; filled where the kinds are registered, `sheets/resolver.py`.
HABITS: dict[type[Decision], Habit] = {}
# By kind of decision that the maester searches; filled there too.
VARIATIONS: dict[type[Decision], Variations] = {}
