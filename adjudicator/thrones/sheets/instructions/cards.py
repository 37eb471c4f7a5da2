"""House cards and the blade."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from adjudicator.engine.decision import Weighed
from adjudicator.thrones.rules.card_odds import LIKELY, Duel, by_strength, duel_at_hand
from adjudicator.thrones.rules.forced import only_card
from adjudicator.thrones.rules.legality import CARD, YES_NO
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.windows import by_houses, fighters
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voices, standing
from adjudicator.thrones.sheets.kind import Kind, Written
from adjudicator.thrones.sheets.sheet import BattleRule
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import CardChoice, YesNo
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward import battle as steward

# Wishes that are weighed against what the other can play, and how much of it (percent) a card must beat.
KEPT_BACK = "kept-back"
# The default of who has written a sheet, as journals name it.
ENOUGH = "enough-else-strongest"
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
            place = f"{voice.prefix}cards.avoid"
            if _fits(rule, decision) and trail.counts(place, voice.sheet.cards.avoid, number):
                found[f"{place}[{number}]"] = [card for card in rule.cards if card in decision.choices]
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
            elif trail.counts(f"{voice.prefix}cards.rules", voice.sheet.cards.rules, number):
                allowed = [card for card in hand if card not in rule.exclude]
                card = first_card(scene.edition, rule.cards, allowed, weigh)
                weighed = _weighed(rule.cards, allowed, weigh, card)
                if card is None:
                    trail.skip(where, "card-not-in-hand", "none of its cards is in hand and allowed", weighed)
                else:
                    trail.weighed(where, weighed)
                    yield Choice(voice.by, where, CardChoice(card))
    if avoided and len(decision.choices) > 1:
        yield Choice("default", ENOUGH, CardChoice(ready_card(scene.position, decision, hand)))


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
    for voice, where, rule in standing(voices, trail, "blade"):
        decisive = rule.use == "if-decisive" and blade_decides(scene.position, decision)
        yield Choice(voice.by, where, YesNo(rule.use == "always" or decisive))


def default_card(edition: Edition, role: str, cards: Sequence[str]) -> str:
    """The strongest when defending, the weakest when attacking."""
    ordered = by_strength(edition, cards)
    return ordered[0] if role == "defender" else ordered[-1]


def ready_card(position: Position, decision: d.ChooseHouseCard, cards: Sequence[str]) -> str:
    """Of some cards the strongest when defending; when attacking the weakest that surely wins, else the strongest."""
    edition, battle = edition_of(position), position.board.battle
    if decision.role == "attacker" and battle is not None:
        duel = duel_at_hand(position.board, edition, battle, decision.house, decision.choices)
        sure = duel.cheapest(cards, 100)
        if sure is not None:
            return sure
    return by_strength(edition, cards)[0]


def blade_decides(position: Position, decision: d.UseBlade) -> bool:
    """Whether one more point turns defeat into victory; ties go to the better place on the Fiefdoms track."""
    battle = position.board.battle
    if battle is None:
        return False
    track = position.board.tracks["fiefdoms"]
    wins_ties = track.index(decision.house) < track.index(battle.opponent(decision.house))
    needed = 0 if wins_ties else 1
    return decision.lead < needed <= decision.lead + 1


KINDS = (
    Kind(
        decision=d.ChooseHouseCard,
        part="cards",
        law=CARD,
        forced=only_card,
        together=by_houses(fighters),
        instruction=choose_house_card,
        steward=steward.house_card,
        default=lambda p, q: CardChoice(default_card(edition_of(p), q.role, q.choices)),
        words="The strongest card when defending, the weakest when attacking.",
        written=Written(
            ENOUGH,
            lambda p, q: CardChoice(ready_card(p, q, q.choices)),
            "The strongest card when defending; when attacking the weakest that surely wins, else the strongest.",
            "The strongest card when defending; when attacking the weakest that surely wins, else the strongest. Who "
            "handed in nothing attacks with the weakest.",
        ),
    ),
    Kind(
        decision=d.UseBlade,
        part="blade",
        law=YES_NO,
        instruction=use_blade,
        steward=steward.blade,
        default=lambda p, q: YesNo(blade_decides(p, q)),
        words="The blade is used only if it turns defeat into victory.",
    ),
)
