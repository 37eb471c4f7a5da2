"""How the bot answers each kind of decision, and what a maester tries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from adjudicator.engine import Answer, Decision, Level, Source, SourcedAnswer, draw_of
from adjudicator.thrones.bot.sight import Limits, Sight
from adjudicator.thrones.rules.legality import check, legal_answers
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state import Position

# An answer, with the reason in a few words.
Proposal = tuple[Answer, str]
# What he proposes, best first.
Habit = Callable[[Sight, Any], Iterable[Proposal]]

# What the maester tries: legal answers, at most so many and none twice, the bot's first.
Variations = Callable[[Position, Any, int], Sequence[Answer]]

# By kind of decision; filled where the kinds are registered, `sheets/resolver.py`.
HABITS: dict[type[Decision], Habit] = {}
# By kind of decision that the maester searches; filled there too.
VARIATIONS: dict[type[Decision], Variations] = {}


def bot_answer(position: Position, decision: Decision, level: Level = "steward") -> SourcedAnswer:
    """Return a legal answer, deterministic for board, decision, salt and level.

    Reads only `position.board`, never pending choices or hidden data other than the seat's salt. Where no habit
    proposes a legal answer, the first legal one is given. The source's rule names the reason.
    """
    habit = HABITS.get(type(decision))
    proposals: Iterable[Proposal] = ()
    if habit is not None:
        draw = draw_of(position.hidden.seed, decision.seat, level)
        # The orders of a maester are found without tastes, and so its marches go by none.
        limits = Limits(plain=level == "maester")
        proposals = habit(Sight(position.board, edition_of(position), decision.house, limits, draw), decision)
    for answer, reason in proposals:
        if check(position, decision, answer) is None:
            return SourcedAnswer(answer, Source("steward", reason))
    return SourcedAnswer(next(iter(legal_answers(position, decision))), Source("steward", "first legal answer"))
