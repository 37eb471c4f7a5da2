"""Every kind of decision, in the order in which a round comes to them; the tables of lower floors are filled here.

Rules and steward look up by kind what is registered above them, as they do with editions (`rules/registry.py`).
"""

from __future__ import annotations

from typing import get_args

from adjudicator.engine.decision import Decision
from adjudicator.thrones.rules.forced import SINGLE
from adjudicator.thrones.rules.legality import LAWS
from adjudicator.thrones.rules.windows import TOGETHER
from adjudicator.thrones.sheets.instructions import (
    bids,
    cards,
    choices,
    hostages,
    loans,
    losses,
    loyalty,
    marches,
    mustering,
    planning,
    raids,
    support,
    texts,
    troops,
    vassals,
)
from adjudicator.thrones.sheets.kind import Kind
from adjudicator.thrones.state.decisions import AnyDecision
from adjudicator.thrones.steward.habits import HABITS, VARIATIONS

REGISTERED: tuple[Kind, ...] = (
    *losses.KINDS,
    *bids.KINDS,
    *mustering.KINDS,
    *planning.KINDS,
    *vassals.KINDS,
    *raids.KINDS,
    *marches.KINDS,
    *support.KINDS,
    *cards.KINDS,
    *texts.KINDS,
    *loyalty.KINDS,
    *choices.KINDS,
    *loans.KINDS,
    *troops.KINDS,
    *hostages.KINDS,
)
_found = {kind.decision: kind for kind in REGISTERED}
KINDS: dict[type[Decision], Kind] = {decision: _found[decision] for decision in get_args(AnyDecision)}

for _decision, _kind in KINDS.items():
    LAWS[_decision] = _kind.law
    SINGLE[_decision] = _kind.forced
    HABITS[_decision] = _kind.steward
    if _kind.variations is not None:
        VARIATIONS[_decision] = _kind.variations
    if _kind.together is not None:
        TOGETHER[_decision] = _kind.together
