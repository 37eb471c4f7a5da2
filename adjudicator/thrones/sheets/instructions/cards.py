"""House cards, the blade, and card texts that ask something."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from adjudicator.kernel.decision import Weighed
from adjudicator.thrones.rules.card_odds import LIKELY, Duel, by_strength, duel_at_hand
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voices
from adjudicator.thrones.sheets.instructions.loans import pick_of_loan
from adjudicator.thrones.sheets.policies import blade_decides, policy_name, ready_card
from adjudicator.thrones.sheets.sheet import BattleRule, RemoveOrderRule
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import AreaChoice, CardChoice, Pick, YesNo
from adjudicator.thrones.state.edition import Edition

# Wishes that are weighed against what the other can play, and how much of it (percent) a card must beat.
KEPT_BACK = "kept-back"
WEIGHED = {"enough": 100, "likely": LIKELY, "best": None}


def first_card(
    edition: Edition, wanted: Iterable[str], choices: Sequence[str], weigh: Callable[[], Duel] | None = None
) -> str | None:
    """The first wanted card that can be chosen; `strongest` and `weakest` mean one of the choices, and so do `enough`,
    `likely` and `best` where cards can be weighed."""
    for card in wanted:
        if card in WEIGHED and weigh is not None and choices:
            duel = weigh()
            least = WEIGHED[card]
            found = duel.best(choices) if least is None else duel.cheapest(choices, least)
            if found is not None:
                return found
            continue
        if card in ("strongest", "weakest") and choices:
            ordered = by_strength(edition, choices)
            return ordered[0] if card == "strongest" else ordered[-1]
        if card in choices:
            return card
    return None


def _fits(rule: BattleRule, decision: d.ChooseHouseCard) -> bool:
    return (
        rule.role in ("any", decision.role)
        and (not rule.opponents or decision.opponent in rule.opponents)
        and (not rule.battles or decision.area in rule.battles)
    )


def avoided_cards(voices: Voices, decision: d.ChooseHouseCard, trail: Trail) -> set[str]:
    """Cards that must not be played now; those in hand are noted, unless nothing else is."""
    found: dict[str, list[str]] = {}
    for voice in voices:
        for number, rule in enumerate(voice.sheet.cards.avoid):
            where = f"{voice.prefix}cards.avoid[{number}]"
            if _fits(rule, decision) and trail.holds(where, rule.when):
                found[where] = [card for card in rule.cards if card in decision.choices]
    avoided = {card for cards in found.values() for card in cards}
    if len(avoided) < len(decision.choices):
        for where, cards in found.items():
            if cards:
                trail.skip(where, KEPT_BACK, ", ".join(cards))
    return avoided


def choose_house_card(voices: Voices, scene: Scene, decision: d.ChooseHouseCard, trail: Trail) -> Iterator[Choice]:
    """The first rule for such a battle that names a card in hand; cards to avoid are left out as long as others
    remain."""
    avoided = avoided_cards(voices, decision, trail)
    hand = [card for card in decision.choices if card not in avoided] or list(decision.choices)
    battle = scene.battle

    @cache
    def weigh() -> Duel:
        assert battle is not None, "House cards are chosen in a battle"
        return duel_at_hand(scene.board, scene.edition, battle, scene.me, decision.choices)

    for voice in voices:
        for number, rule in enumerate(voice.sheet.cards.rules):
            where = f"{voice.prefix}cards.rules[{number}]"
            if not _fits(rule, decision):
                trail.skip(where, "not-this-battle", "it is for other battles")
            elif trail.holds(where, rule.when):
                allowed = [card for card in hand if card not in rule.exclude]
                card = first_card(scene.edition, rule.cards, allowed, weigh)
                weighed = _weighed(rule.cards, allowed, weigh, card)
                if card is None:
                    trail.skip(where, "card-not-in-hand", "none of its cards is in hand and allowed", weighed)
                else:
                    trail.weighed(where, weighed)
                    yield Choice(voice.by, where, CardChoice(card))
    if avoided and len(decision.choices) > 1:
        name = policy_name(decision, written=True)
        yield Choice("default", name, CardChoice(ready_card(scene.position, decision, hand)))


def _weighed(
    wanted: Iterable[str], hand: Sequence[str], weigh: Callable[[], Duel], chosen: str | None
) -> tuple[Weighed, ...]:
    """How much of what the other can play is beaten, for each wish that asked for so much, up to the one that
    decided."""
    found = []
    for wish in wanted:
        if wish in WEIGHED and hand:
            duel, least = weigh(), WEIGHED[wish]
            best = duel.best(hand)
            share = duel.share(best) if best is not None else 0
            if least is None or share >= least:
                found.append(Weighed(wish, duel.share(chosen) if chosen else share, ">=", least or 0))
                break
            found.append(Weighed(wish, share, ">=", least))
        elif wish in hand or (wish in ("strongest", "weakest") and hand):
            break
    return tuple(found)


def use_blade(voices: Voices, scene: Scene, decision: d.UseBlade, trail: Trail) -> Iterator[Choice]:
    """Always, never, or only when it turns the battle."""
    for voice in voices:
        for where, rule in trail.standing(f"{voice.prefix}blade", voice.sheet.blade):
            decisive = rule.use == "if-decisive" and blade_decides(scene.position, decision)
            yield Choice(voice.by, where, YesNo(rule.use == "always" or decisive))


def take_back_card(voices: Voices, scene: Scene, decision: d.TakeBackCard, trail: Trail) -> Iterator[Choice]:
    """The first card named that can come back; a rule without cards declines."""
    for voice in voices:
        for where, rule in trail.standing(f"{voice.prefix}texts.take_back", voice.sheet.texts.take_back):
            if rule.because and decision.because not in rule.because:
                trail.skip(where, "not-this-text", f"it is not about {decision.because}")
                continue
            card = first_card(scene.edition, rule.cards, decision.choices)
            if rule.cards and card is None:
                trail.skip(where, "card-not-discarded", "none of its cards lies on the discard pile")
            else:
                yield Choice(voice.by, where, CardChoice(card))


def discard_from_hand(voices: Voices, scene: Scene, decision: d.DiscardFromHand, trail: Trail) -> Iterator[Choice]:
    """The first card named that the victim holds; a rule without cards declines."""
    for voice in voices:
        for where, rule in trail.standing(f"{voice.prefix}texts.discard", voice.sheet.texts.discard):
            card = first_card(scene.edition, rule.cards, decision.choices)
            if rule.cards and card is None:
                trail.skip(where, "card-not-in-hand", f"{decision.victim} holds none of its cards")
            else:
                yield Choice(voice.by, where, CardChoice(card))


def knight_footman(voices: Voices, scene: Scene, decision: d.KnightFootman, trail: Trail) -> Iterator[Choice]:
    """Yes or no."""
    for voice in voices:
        for where, rule in trail.standing(f"{voice.prefix}texts.knight", voice.sheet.texts.knight):
            if rule.areas and decision.area not in rule.areas:
                trail.skip(where, "not-this-area", f"it is not about {decision.area}")
            else:
                yield Choice(voice.by, where, YesNo(rule.use))


def pick_effect(voices: Voices, scene: Scene, decision: d.PickEffect, trail: Trail) -> Iterator[Choice]:
    """The first wish that is offered, by the rules for the subject of the question, then by those for what asks."""
    for voice in voices:
        for key in dict.fromkeys((decision.subject, decision.because)):
            for where, rule in trail.standing(f"{voice.prefix}choices.{key}", voice.sheet.choices.get(key, ())):
                wish = next((wish for wish in rule.pick if wish in decision.choices), None)
                if wish is None:
                    trail.skip(where, "not-a-choice", "none of its wishes is among the choices")
                else:
                    yield Choice(voice.by, where, Pick(wish))
    if decision.because in scene.edition.loans:
        yield from pick_of_loan(voices, decision, trail)


def remove_order(voices: Voices, scene: Scene, decision: d.RemoveOrder, trail: Trail) -> Iterator[Choice]:
    """The best liked order among those that may be removed."""
    for voice in voices:
        for where, rule in trail.standing(f"{voice.prefix}texts.remove_order", voice.sheet.texts.remove_order):
            area = None if rule.decline else _liked_order(rule, scene, decision)
            if area is None and not rule.decline:
                trail.skip(where, "no-such-order", "none of the orders it names can be removed")
            else:
                yield Choice(voice.by, where, AreaChoice(area))


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
