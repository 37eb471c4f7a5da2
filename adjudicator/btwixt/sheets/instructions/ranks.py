"""What is put in order: allies laid on the deck, cards that act, cards kept in a draft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from adjudicator.btwixt.sheets import policies
from adjudicator.btwixt.sheets.conditions.scene import Scene
from adjudicator.btwixt.sheets.instructions import wishes
from adjudicator.btwixt.sheets.sheet import RankRule
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.answers import AllyOrder, CardChoice, CardOrder
from adjudicator.engine.sheet.trail import Choice, Trail, Voice

T = TypeVar("T")


def _sorted(scene: Scene, rule: RankRule, items: Sequence[T], narrow: wishes.Narrow[T]) -> tuple[list[T], list[T]]:
    """The things in the order that a rule says, but for those that go last; and these, the very last at the end."""
    first = wishes.ranked(scene, rule.first, items, narrow)
    left = [one for one in items if one not in first]
    last = wishes.ranked(scene, rule.last, left, narrow)
    return [*first, *(one for one in left if one not in last)], last


def arrange(voice: Voice, scene: Scene, asked: d.ArrangeTop, trail: Trail) -> Iterator[Choice]:
    """The first on top, the last under the deck as far as they may go there."""
    for where, rule in trail.standing(f"{voice.prefix}arrange", voice.sheet.arrange):
        top, last = _sorted(scene, rule, asked.allies, wishes.coming)
        under = min(len(last), asked.bottom_max)
        order = [*top, *last]
        at = len(order) - under
        yield Choice(voice.by, where, AllyOrder(tuple(order[:at]), tuple(order[at:])))


def order(voice: Voice, scene: Scene, asked: d.OrderAbilities, trail: Trail) -> Iterator[Choice]:
    """The first act first."""
    items = [CardChoice(card, scene.me, number) for number, card in zip(asked.numbers, asked.cards, strict=True)]
    for where, rule in trail.standing(f"{voice.prefix}order", voice.sheet.order):
        top, last = _sorted(scene, rule, items, wishes.cards)
        yield Choice(voice.by, where, CardOrder(tuple(one.number for one in (*top, *last))))


def keep(voice: Voice, scene: Scene, asked: d.KeepCard, trail: Trail) -> Iterator[Choice]:
    """The dearest of the packet."""
    items = policies.kept(scene, asked)
    for where, rule in trail.standing(f"{voice.prefix}keep", voice.sheet.keep):
        top, last = _sorted(scene, rule, items, wishes.cards)
        yield Choice(voice.by, where, (*top, *last)[0])
