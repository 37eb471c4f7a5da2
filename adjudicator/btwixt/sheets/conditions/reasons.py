"""Why a condition holds or fails: the parts that decided it, with the numbers on both sides."""

from __future__ import annotations

from itertools import islice

from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.conditions.numbers import value
from adjudicator.btwixt.sheets.conditions.scene import Inapplicable, Scene
from adjudicator.btwixt.sheets.conditions.text import format_amount, format_condition
from adjudicator.btwixt.sheets.conditions.truth import holds
from adjudicator.engine.condition_tree import NEGATED
from adjudicator.engine.decision import Weighed

# So many parts of one condition are told.
MOST_TOLD = 4


def reasons(condition: c.AnyCondition, scene: Scene) -> tuple[Weighed, ...]:
    """The parts that made the condition hold or fail in this scene, MOST_TOLD at most; of a condition that is a single
    fact without numbers nothing, as it says all itself."""
    if not isinstance(condition, c.AllOf | c.AnyOf | c.Compare | c.Not):
        return ()
    decided = c.JUNCTIONS.deciding(condition, lambda part: holds(part, scene))
    try:
        return tuple(islice((_leaf(fact, scene, positive) for fact, positive in decided), MOST_TOLD))
    except Inapplicable:
        return ()


def _leaf(fact: c.AnyCondition, scene: Scene, positive: bool) -> Weighed:
    if isinstance(fact, c.Compare):
        op = fact.op if positive else NEGATED[fact.op]
        of = "" if isinstance(fact.right, int) else format_amount(fact.right)
        return Weighed(format_amount(fact.left), value(fact.left, scene), op, value(fact.right, scene), of)
    return Weighed(format_condition(fact), int(holds(fact, scene)))
