"""What cards leave to choose: councils, leaders, cards, allies, and whether an ability is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from adjudicator.btwixt.sheets import policies
from adjudicator.btwixt.sheets.conditions.scene import Scene
from adjudicator.btwixt.sheets.instructions import wishes
from adjudicator.btwixt.sheets.sheet import ChoiceRule
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.answers import CouncilChoice, LeaderChoice, YesNo
from adjudicator.engine.decision import Answer
from adjudicator.engine.sheet.trail import Choice, Trail, Voice

T = TypeVar("T")
Asked = d.ChooseCouncil | d.ChooseLeader | d.ChooseCard | d.ChooseAlly


def _chooser(
    part: str, ordered: Callable[[Scene, Any], Sequence[T]], narrow: wishes.Narrow[T], answer: Callable[[T], Answer]
) -> Callable[[Voice, Scene, Any, Trail], Iterator[Choice]]:
    """What the rules of a part choose, in their order, of what is ordered as the default has it."""

    def chosen(voice: Voice, scene: Scene, asked: Asked, trail: Trail) -> Iterator[Choice]:
        rules: tuple[ChoiceRule, ...] = getattr(voice.sheet, part)
        items = ordered(scene, asked)
        for number, rule in enumerate(rules):
            where = f"{voice.prefix}{part}[{number}]"
            if not _is_meant(rule, asked):
                trail.skip(where, "not-this-question", "it is for other questions")
            elif trail.counts(f"{voice.prefix}{part}", rules, number):
                avoided = wishes.ranked(scene, rule.avoid, items, narrow)
                left = [one for one in items if one not in avoided]
                found = wishes.ranked(scene, rule.choose, left, narrow) or (left if rule.avoid else [])
                if found:
                    yield Choice(voice.by, where, answer(found[0]))
                elif avoided and not left:
                    trail.skip(where, "nothing-else-left", "there is nothing but what it avoids")
                else:
                    trail.skip(where, "not-a-choice", "none of its wishes is among the choices")

    return chosen


council = _chooser("councils", policies.councils, wishes.councils, CouncilChoice)
leader = _chooser("leaders", policies.leaders, wishes.leaders, LeaderChoice)
card = _chooser("cards", policies.cards, wishes.cards, lambda one: one)
ally = _chooser("allies", policies.allies, wishes.allies, lambda one: one)


def _is_meant(rule: ChoiceRule, asked: Asked) -> bool:
    return (not rule.source or asked.source in rule.source) and (not rule.use or asked.use in rule.use)


def use(voice: Voice, scene: Scene, asked: d.UseAbility, trail: Trail) -> Iterator[Choice]:
    """By the rules for abilities."""
    for number, rule in enumerate(voice.sheet.abilities):
        where = f"{voice.prefix}abilities[{number}]"
        if rule.source and asked.source not in rule.source:
            trail.skip(where, "not-this-question", "it is for other cards")
        elif trail.counts(f"{voice.prefix}abilities", voice.sheet.abilities, number):
            yield Choice(voice.by, where, YesNo(rule.use))
