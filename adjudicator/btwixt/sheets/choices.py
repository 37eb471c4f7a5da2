"""Rules for choices that cards leave, and the default order of choices.

Default orders protect who wrote nothing, and never gain what somebody would have had to write; wishes pick from choices
in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from adjudicator.btwixt.sheets import wishes
from adjudicator.btwixt.sheets.conditions.scene import Scene
from adjudicator.btwixt.sheets.wishes import Rule, ally_value, card_value, small
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.decisions import AllyOrder, CardChoice, CardOrder, CouncilChoice, LeaderChoice, YesNo
from adjudicator.engine import Answer
from adjudicator.engine.sheet import Choice, Phrase, Proposals, Trail, Voice


class ChoiceRule(Rule):
    """Choice rule for questions of cards, limited by `source` and `use` (none: all).

    `choose` ranks. Items in `avoid` are left out while others remain, and are then ordered by default. The words for
    councils, leaders, cards and allies are in `wishes.py`.
    """

    phrase: ClassVar = Phrase(
        {
            "choose": "[{about}: ]{choose:else}[, avoid {avoid:or}]",
            "avoid": "[{about}: ]avoid {avoid:or}",
            "": "[{about}: ]nothing chosen",
        }
    )

    source: tuple[str, ...] = ()
    use: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()


class UseRule(Rule, kw_only=True):
    """Whether to use what a card offers."""

    phrase: ClassVar = Phrase({"use": "[{source:or}: ]use it", "": "[{source:or}: ]do not use it"})

    source: tuple[str, ...] = ()
    use: bool


class RankRule(Rule):
    """Ranking of cards or allies; unnamed ones go between `first` and `last`."""

    phrase: ClassVar = Phrase(
        {"first": "", "last": "", "": "nothing chosen"},
        {"first": "first {first:list}", "last": "last {last:list}"},
    )

    first: tuple[str, ...] = ()
    last: tuple[str, ...] = ()


def councils(scene: Scene, decision: d.ChooseCouncil) -> list[str]:
    """The councils of a question, the one of the default first."""
    mine, power = scene.my_councils, scene.power
    if decision.use in ("take-token", "return-token"):
        return sorted(decision.choices, key=lambda council: (council in mine, -power[council]))
    return sorted(decision.choices, key=lambda council: (council not in mine, power[council]))


def leaders(scene: Scene, decision: d.ChooseLeader) -> list[str]:
    """The leaders of a question, the one of the default first."""
    board = scene.board
    match decision.use:
        case "kneel":
            return sorted(decision.choices, key=lambda house: -scene.totals[house])
        case "take-card" | "discard-card" | "look":
            return sorted(decision.choices, key=lambda house: -board.hands[house])
        case "move-here":
            return sorted(decision.choices, key=lambda house: scene.totals[house])
        case "give-card" | "draw":
            return sorted(decision.choices, key=lambda house: small(scene, house))


def cards(scene: Scene, decision: d.ChooseCard) -> list[d.CardChoice]:
    """The cards of a question, the one of the default first."""

    def key(card: d.CardChoice) -> tuple[bool, int]:
        worth = card_value(scene, card)
        gives = card.of == scene.me and decision.use != "return"
        return gives, worth if gives else -worth

    return sorted(decision.choices, key=key)


def allies(scene: Scene, decision: d.ChooseAlly) -> list[d.AllyChoice]:
    """The allies of a question, the one of the default first."""

    def key(choice: d.AllyChoice) -> tuple[bool, int]:
        worth, mine = ally_value(scene, choice.ally), choice.council in scene.my_councils
        return (mine, worth if mine else -worth) if decision.use == "kill" else (False, worth)

    if decision.use == "add":
        return sorted(decision.choices, key=lambda choice: -ally_value(scene, choice.ally))
    return sorted(decision.choices, key=key)


def packet_cards(scene: Scene, decision: d.KeepCard) -> list[d.CardChoice]:
    """The cards of a packet, the one of the default first."""
    printed_cards = scene.edition.influence
    names = sorted(dict.fromkeys(decision.packet), key=lambda name: -printed_cards[name].value)
    return [d.CardChoice(card, decision.seat) for card in names]


T = TypeVar("T")
Asked = d.ChooseCouncil | d.ChooseLeader | d.ChooseCard | d.ChooseAlly


def _chooser(
    part: str, ordered: Callable[[Scene, Any], Sequence[T]], narrow: wishes.Narrow[T], answer: Callable[[T], Answer]
) -> Callable[[Voice, Scene, Any, Trail], Proposals]:
    """Return what a part's rules choose, in order, from items in default order."""

    def chosen(voice: Voice, scene: Scene, decision: Asked, trail: Trail) -> Proposals:
        rules: tuple[ChoiceRule, ...] = getattr(voice.sheet, part)
        items = ordered(scene, decision)
        for number, rule in enumerate(rules):
            where = f"{voice.prefix}{part}[{number}]"
            if (rule.source and decision.source not in rule.source) or (rule.use and decision.use not in rule.use):
                trail.skip(where, "not-this-question", "it is for other questions")
            elif trail.counts(f"{voice.prefix}{part}", rules, number):
                avoided = wishes.ranked(scene, rule.avoid, items, narrow)
                left = [item for item in items if item not in avoided]
                candidates = wishes.ranked(scene, rule.choose, left, narrow) or (left if rule.avoid else [])
                if candidates:
                    yield Choice(voice.by, where, answer(candidates[0]))
                elif avoided and not left:
                    trail.skip(where, "nothing-else-left", "only what it avoids is left")
                else:
                    trail.skip(where, "not-a-choice", "none of its wishes is among the choices")

    return chosen


council = _chooser("councils", councils, wishes.councils, CouncilChoice)
leader = _chooser("leaders", leaders, wishes.leaders, LeaderChoice)
card = _chooser("cards", cards, wishes.cards, lambda choice: choice)
ally = _chooser("allies", allies, wishes.allies, lambda choice: choice)


def use(voice: Voice, scene: Scene, decision: d.UseAbility, trail: Trail) -> Proposals:
    """By the rules for abilities."""
    for number, rule in enumerate(voice.sheet.abilities):
        where = f"{voice.prefix}abilities[{number}]"
        if rule.source and decision.source not in rule.source:
            trail.skip(where, "not-this-question", "it is for other cards")
        elif trail.counts(f"{voice.prefix}abilities", voice.sheet.abilities, number):
            yield Choice(voice.by, where, YesNo(rule.use))


def _sorted(scene: Scene, rule: RankRule, items: Sequence[T], narrow: wishes.Narrow[T]) -> tuple[list[T], list[T]]:
    """Return items as a rule ranks them, and those that go last, the very last at end."""
    first = wishes.ranked(scene, rule.first, items, narrow)
    left = [item for item in items if item not in first]
    last = wishes.ranked(scene, rule.last, left, narrow)
    return [*first, *(item for item in left if item not in last)], last


def arrange(voice: Voice, scene: Scene, decision: d.ArrangeTop, trail: Trail) -> Proposals:
    """The first on top, the last under the deck as far as they may go there."""
    for where, rule in trail.applicable(f"{voice.prefix}arrange", voice.sheet.arrange):
        top, last = _sorted(scene, rule, decision.allies, wishes.coming)
        under = min(len(last), decision.bottom_max)
        order = [*top, *last]
        at = len(order) - under
        yield Choice(voice.by, where, AllyOrder(tuple(order[:at]), tuple(order[at:])))


def order(voice: Voice, scene: Scene, decision: d.OrderAbilities, trail: Trail) -> Proposals:
    """The first act first."""
    items = [CardChoice(card, scene.me, number) for number, card in zip(decision.numbers, decision.cards, strict=True)]
    for where, rule in trail.applicable(f"{voice.prefix}order", voice.sheet.order):
        top, last = _sorted(scene, rule, items, wishes.cards)
        yield Choice(voice.by, where, CardOrder(tuple(choice.number for choice in (*top, *last))))


def keep(voice: Voice, scene: Scene, decision: d.KeepCard, trail: Trail) -> Proposals:
    """The dearest of the packet."""
    items = packet_cards(scene, decision)
    for where, rule in trail.applicable(f"{voice.prefix}keep", voice.sheet.keep):
        top, last = _sorted(scene, rule, items, wishes.cards)
        yield Choice(voice.by, where, (*top, *last)[0])
