"""Terms of conditions that mean nothing where they stand: a bid knows no battle, who stays attacks nobody."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.engine.sheet.conditions import Otherwise
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.sheet import MarchPlan, Sheet, Wish
from adjudicator.thrones.sheets.sheet_reading import conditions_of, rules, sums_of

# Sections in which no battle can be at hand, as their places begin.
_PEACEFUL = (
    *("bids.", "ties.", "raven[", "raids.", "muster.", "loans[", "claims[", "orders["),
    *("losses.supply[", "losses.wildlings[", "marches.stop"),
)


def meaningless_terms(sheet: Sheet) -> Iterator[Refusal]:
    """Each term that can mean nothing in its instruction, once (`term-means-nothing`), and wishes that say nothing."""
    plans = {where: rule for where, rule in rules(sheet) if isinstance(rule, MarchPlan | Wish)}
    for where, condition in conditions_of(sheet):
        terms = {name for part in c.parts(condition) for name in _of_battles(part)}
        plan, section = plans.get(where), where
        if where.startswith("vassals."):
            section = where.split(".", 2)[2]
        if section.startswith(_PEACEFUL) or isinstance(plan, Wish) and not plan.take:
            why = "no battle is at hand then"
        elif isinstance(plan, MarchPlan) and not plan.moves:
            why = "this plan attacks nobody; write the attack and what it takes first, and after it the plan to stay"
        elif plan is not None:
            terms -= {"lead", "odds", "sure or likely", "strength", "fighters", "opponent"}
            why = "the battle has not begun when a march is chosen"
        else:
            continue
        for term in sorted(terms):
            yield Refusal("term-means-nothing", f'"{term}" means nothing here: {why}', f"{where}.when")
    for where, rule in plans.items():
        if isinstance(rule, Wish) and isinstance(rule.when, Otherwise):
            words = '"else" means nothing here: wishes are tried in their order'
            yield Refusal("term-means-nothing", words, f"{where}.when")
        if isinstance(rule, Wish) and not (
            rule.take or rule.origins == () and (rule.prefer or rule.avoid or rule.stay)
        ):
            words = (
                "a wish says what to take, prefer, never to enter or never to leave; from where goes with what to take"
            )
            yield Refusal("wish-says-nothing", words, where)
    for where, amount in sums_of(sheet):
        for term in sorted({name for share in amount.of for name in _of_battles(share.term)}):
            yield Refusal("term-means-nothing", f'"{term}" means nothing here: no battle is at hand then', where)


def _of_battles(part: c.Condition | c.Term) -> Iterator[str]:
    """What of a battle a part of a condition asks for, by the words that players write."""
    if part.of_battle:
        yield part.of_battle
    if isinstance(part, c.Fighter):
        yield part.role
    elif "opponent" in (getattr(part, name, "") for name in ("who", "what", "whom")):
        yield "opponent"
