"""What cards leave to choose: councils, leaders, cards, allies, and whether an ability is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from adjudicator.btwixt.sheets import policies
from adjudicator.btwixt.sheets.conditions.scene import Scene
from adjudicator.btwixt.sheets.instructions import wishes
from adjudicator.btwixt.sheets.instructions.sources import Choice, Trail, Voice
from adjudicator.btwixt.sheets.sheet import ChoiceRule
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.answers import CouncilChoice, LeaderChoice, YesNo
from adjudicator.kernel.decision import Answer

T = TypeVar("T")
Asked = d.ChooseCouncil | d.ChooseLeader | d.ChooseCard | d.ChooseAlly


def council(voice: Voice, scene: Scene, asked: d.ChooseCouncil, trail: Trail) -> Iterator[Choice]:
    """By the rules for councils."""
    items = policies.councils(scene, asked)
    yield from _chosen(voice, "councils", scene, asked, trail, items, wishes.councils, CouncilChoice)


def leader(voice: Voice, scene: Scene, asked: d.ChooseLeader, trail: Trail) -> Iterator[Choice]:
    """By the rules for leaders."""
    items = policies.leaders(scene, asked)
    yield from _chosen(voice, "leaders", scene, asked, trail, items, wishes.leaders, LeaderChoice)


def card(voice: Voice, scene: Scene, asked: d.ChooseCard, trail: Trail) -> Iterator[Choice]:
    """By the rules for cards."""
    items = policies.cards(scene, asked)
    yield from _chosen(voice, "cards", scene, asked, trail, items, wishes.cards, lambda one: one)


def ally(voice: Voice, scene: Scene, asked: d.ChooseAlly, trail: Trail) -> Iterator[Choice]:
    """By the rules for allies."""
    items = policies.allies(scene, asked)
    yield from _chosen(voice, "allies", scene, asked, trail, items, wishes.allies, lambda one: one)


def _chosen(
    voice: Voice,
    part: str,
    scene: Scene,
    asked: Asked,
    trail: Trail,
    items: Sequence[T],
    narrow: wishes.Narrow[T],
    answer: Callable[[T], Answer],
) -> Iterator[Choice]:
    """What the rules of a part choose, in their order."""
    rules: tuple[ChoiceRule, ...] = getattr(voice.sheet, part)
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
