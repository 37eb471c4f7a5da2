"""Why a condition holds or fails: the parts that decided it, with the numbers on both sides."""

from __future__ import annotations

from itertools import islice

from adjudicator.engine.condition_tree import NEGATED
from adjudicator.engine.decision import Weighed
from adjudicator.thrones.rules.card_odds import LIKELY
from adjudicator.thrones.sheets.conditions import odds
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.sheets.conditions.text import format_condition, format_term
from adjudicator.thrones.sheets.conditions.truth import holds, value

# So many parts of one condition are told.
MOST_TOLD = 4


def reasons(condition: c.Condition, scene: Scene) -> tuple[Weighed, ...]:
    """The parts that made the condition hold or fail in this scene, MOST_TOLD at most; of a condition that is a single
    fact without numbers nothing, as it says all itself."""
    if not isinstance(condition, c.AllOf | c.AnyOf | c.Compare | c.Winning | c.Not):
        return ()
    decided = c.JUNCTIONS.deciding(condition, lambda part: holds(part, scene))
    try:
        return tuple(islice((_leaf(fact, scene, positive) for fact, positive in decided), MOST_TOLD))
    except Inapplicable:
        return ()


def _leaf(fact: c.Condition, scene: Scene, positive: bool) -> Weighed:
    match fact:
        case c.Compare():
            against = value(fact.right, scene) + fact.plus
            op = fact.op if positive else NEGATED[fact.op]
            of = "" if isinstance(fact.right, c.Number) else format_term(fact.right)
            return Weighed(format_term(fact.left), value(fact.left, scene), op, against, of)
        case c.Winning(how=how):
            needed = 100 if how == "surely" else LIKELY
            return Weighed(format_condition(fact), odds.beaten(scene, how), ">=" if positive else "<", needed)
    return Weighed(format_condition(fact), int(holds(fact, scene)))
