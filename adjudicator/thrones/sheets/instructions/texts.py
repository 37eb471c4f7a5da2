"""Card texts that ask for a card, an order or a footman."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules.forced import only_area
from adjudicator.thrones.rules.legality import CARD_OR_NONE, YES_NO, one_area
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.cards import first_card
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voices, standing
from adjudicator.thrones.sheets.kind import Kind
from adjudicator.thrones.sheets.sheet import DiscardRule, RemoveOrderRule, TakeBackRule
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import AreaChoice, CardChoice, YesNo
from adjudicator.thrones.steward import battle as steward


def take_back_card(voices: Voices, scene: Scene, decision: d.TakeBackCard, trail: Trail) -> Iterator[Choice]:
    """The first card named that can come back; a rule without cards declines."""
    for voice, where, rule in standing(voices, trail, "texts.take_back"):
        if rule.because and decision.because not in rule.because:
            trail.skip(where, "not-this-text", f"it is not about {decision.because}")
            continue
        words = "none of its cards lies on the discard pile"
        yield from trail.proposed(voice, where, _card(rule, scene, decision), "card-not-discarded", words)


def discard_from_hand(voices: Voices, scene: Scene, decision: d.DiscardFromHand, trail: Trail) -> Iterator[Choice]:
    """The first card named that the victim holds; a rule without cards declines."""
    for voice, where, rule in standing(voices, trail, "texts.discard"):
        words = f"{decision.victim} holds none of its cards"
        yield from trail.proposed(voice, where, _card(rule, scene, decision), "card-not-in-hand", words)


def _card(
    rule: TakeBackRule | DiscardRule, scene: Scene, decision: d.TakeBackCard | d.DiscardFromHand
) -> CardChoice | None:
    """The first card named that can be chosen, or no card if none is named; None if none of them can."""
    card = first_card(scene.edition, rule.cards, decision.choices)
    return None if rule.cards and card is None else CardChoice(card)


def knight_footman(voices: Voices, scene: Scene, decision: d.KnightFootman, trail: Trail) -> Iterator[Choice]:
    """Yes or no."""
    for voice, where, rule in standing(voices, trail, "texts.knight"):
        answer = YesNo(rule.use) if not rule.areas or decision.area in rule.areas else None
        yield from trail.proposed(voice, where, answer, "not-this-area", f"it is not about {decision.area}")


def remove_order(voices: Voices, scene: Scene, decision: d.RemoveOrder, trail: Trail) -> Iterator[Choice]:
    """The best liked order among those that may be removed."""
    for voice, where, rule in standing(voices, trail, "texts.remove_order"):
        area = None if rule.decline else _liked_order(rule, scene, decision)
        choice = AreaChoice(area) if area is not None or rule.decline else None
        words = "none of the orders it names can be removed"
        yield from trail.proposed(voice, where, choice, "no-such-order", words)


def _liked_order(rule: RemoveOrderRule, scene: Scene, decision: d.RemoveOrder) -> str | None:
    """The area whose order comes first by areas, then types, then owners."""
    owners = [scene.house(owner) for owner in rule.owners]

    def rank(area: str) -> tuple[int, int, int] | None:
        placed = scene.board.orders[area]
        token = scene.edition.orders[placed.order]
        kinds = [n for n, kind in enumerate(rule.types) if kind in (token.type, token.id)]
        if (rule.areas and area not in rule.areas) or (rule.types and not kinds):
            return None
        if owners and placed.house not in owners:
            return None
        return (
            rule.areas.index(area) if rule.areas else 0,
            kinds[0] if kinds else 0,
            owners.index(placed.house) if owners else 0,
        )

    ranked = [(place, area) for area in decision.choices if (place := rank(area)) is not None]
    return min(ranked, key=lambda pair: pair[0])[1] if ranked else None


KINDS = (
    Kind(
        decision=d.TakeBackCard,
        part="texts",
        law=CARD_OR_NONE,
        instruction=take_back_card,
        steward=steward.take_back,
        default=lambda p, q: CardChoice(None),
        words="No card is taken back.",
    ),
    Kind(
        decision=d.RemoveOrder,
        part="texts",
        law=one_area(lambda q: bool(q.optional)),
        forced=lambda q: None if q.optional else only_area(q),
        instruction=remove_order,
        steward=steward.remove_order,
        default=lambda p, q: AreaChoice(None if q.optional else q.choices[0]),
        words="No order is removed; where one must be, the first in the order of the data.",
    ),
    Kind(
        decision=d.KnightFootman,
        part="texts",
        law=YES_NO,
        instruction=knight_footman,
        steward=steward.knight_footman,
        default=lambda p, q: YesNo(False),
        words="The footman stays a footman.",
    ),
    Kind(
        decision=d.DiscardFromHand,
        part="texts",
        law=CARD_OR_NONE,
        instruction=discard_from_hand,
        steward=steward.discard_from_hand,
        default=lambda p, q: CardChoice(None),
        words="No Power is paid and no card discarded.",
    ),
)
