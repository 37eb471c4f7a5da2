"""Support, House cards, their texts, the blade: sections, and how they answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Annotated, ClassVar, Literal

from adjudicator.engine import Weighed
from adjudicator.engine.sheet import Choice, Ids, Occasions, Passed, Phrase, Proposals, Section, by_rules, phrase
from adjudicator.thrones.bot import battle as bot
from adjudicator.thrones.rules.battle import PLEDGES
from adjudicator.thrones.rules.card_odds import LIKELY, Duel, by_strength, duel_at_hand
from adjudicator.thrones.rules.driver import fighters, place_by_houses
from adjudicator.thrones.rules.legality import (
    CARD,
    CARD_OR_NONE,
    OPTIONAL_AREA,
    YES_NO,
    only_area,
    only_card,
    only_choice,
)
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.kind import Kind, SheetDefault, Trail, Voice, Voices, propose_jointly
from adjudicator.thrones.sheets.name_book import AUCTION
from adjudicator.thrones.state import Board, Edition, Position, decisions as d
from adjudicator.thrones.state.decisions import AreaChoice, CardChoice, Pledges, YesNo

# Wishes that always name a card, as long as there is one in hand.
ALWAYS = ("strongest", "weakest", "best")


class SupportRule(f.Rule):
    """Whom supporting areas help in battles.

    `areas` help (empty: all) in `battles` (empty: all) `against` these houses (empty: any). `whom` is `me`, `nobody`,
    `attacker`, `defender`, a house, or `whoever` fights one of `against`; a rule for a house that does not fight is
    skipped.
    """

    section: ClassVar = Section(
        "support",
        f.IN_ROUND,
        title="Support of all areas",
        short="support",
        help="Whom your areas support, against whom, and in which battles.",
        moment=f.RAIDED,
    )
    phrase: ClassVar = phrase("[{areas:and}: ]help {whom}[ against {against:or}][ in battles for {battles:or}]")

    whom: Annotated[str, Ids(("house",), f.SIDES)] = "me"
    areas: tuple[f.OwnArea, ...] = ()
    against: tuple[f.HouseId, ...] = ()
    battles: tuple[f.NearArea, ...] = ()

    def decides(self) -> bool:
        return self.whom == "nobody" and not (self.areas or self.against or self.battles)


class BattleRule(f.Rule):
    """A rule for battles by role, enemy houses and areas (empty: all)."""

    role: f.Role = "any"
    opponents: tuple[f.HouseId, ...] = ()
    battles: tuple[f.NearArea, ...] = ()


class CardRule(BattleRule):
    """Play the first of `cards` that is in hand. Never one of `exclude`.

    Among them may stand `strongest`, `weakest`; `enough`, the weakest that beats whatever the other can play; `likely`,
    the weakest that beats half of it at least; `best`, what beats most of it. Texts that change numbers are counted.
    """

    phrase: ClassVar = phrase(
        "{role}[ in {battles:or}][ against {opponents:or}]: {cards:else|any card}[, never {exclude:or}]"
    )

    cards: tuple[f.WeighedCard, ...] = ()
    exclude: tuple[f.OwnCard, ...] = ()

    def decides(self) -> bool:
        fits_all = self.role == "any" and not (self.opponents or self.battles or self.exclude)
        return fits_all and any(card in self.cards for card in ALWAYS)


class AvoidRule(BattleRule):
    """Never play these cards in such battles unless nothing else is in hand."""

    phrase: ClassVar = phrase("avoid {role}[ in {battles:or}][ against {opponents:or}]: {cards:else|any card}")

    cards: tuple[f.OwnCard, ...] = ()


class Cards(f.Entry):
    """Which House cards to play, and which to avoid."""

    section: ClassVar = Section(
        "cards",
        f.IN_ROUND,
        title="House cards",
        short="cards",
        help=(
            "Lists of cards by role, opponent and condition. You play the first listed card that is in your hand. "
            "You can also keep cards back."
        ),
        moment=f.RAIDED,
    )

    rules: tuple[CardRule, ...] = ()
    avoid: tuple[AvoidRule, ...] = ()


class TakeBackRule(f.Rule):
    """Take back the first of `cards` that is discarded; none named: decline.

    `cards` may be `strongest`, `weakest`. `because`: only for `wildlings` or these cards' texts; empty: always.
    """

    phrase: ClassVar = Phrase(
        {
            "cards": "take back {cards:else}[ ({because:or})]",
            "": "take no card back[ ({because:or})]",
        }
    )

    cards: tuple[Annotated[str, Ids(("card",), f.LADDER, near="own")], ...] = ()
    because: tuple[Annotated[str, Ids(("card",), (AUCTION,))], ...] = ()

    def decides(self) -> bool:
        return not self.cards and not self.because


class RemoveOrderRule(f.Rule):
    """Remove an order by a card's text, from the first of `areas` (empty: any).

    `types` (types or tokens) and `owners` (empty: any) are in order of preference. `decline`: none at all.
    """

    phrase: ClassVar = Phrase(
        {
            "decline": "remove no order",
            "": "remove an order[ in {areas:or}][: {types:else}][: {owners:else}]",
        }
    )

    areas: tuple[f.NearArea, ...] = ()
    types: tuple[f.OrderKind, ...] = ()
    owners: tuple[f.OwnerId, ...] = ()
    decline: bool = False


class DiscardRule(f.Rule):
    """Discard the first of `cards` that the victim holds; none named: decline."""

    phrase: ClassVar = Phrase({"cards": "discard {cards:else}", "": "discard nothing"})

    cards: tuple[f.RankedCard, ...] = ()

    def decides(self) -> bool:
        return not self.cards


class KnightRule(f.Rule):
    """Whether to turn a footman into a knight by a card's text; in `areas` if named."""

    phrase: ClassVar = Phrase(
        {
            "use": "upgrade the footman to a knight[ in {areas:or}]",
            "": "the footman stays a footman[ in {areas:or}]",
        }
    )

    use: bool = True
    areas: tuple[f.OwnArea, ...] = ()

    def decides(self) -> bool:
        return not self.areas


class Texts(f.Entry):
    """Answers to questions of House card texts, and the card the wildlings return."""

    section: ClassVar = Section(
        "card texts",
        Occasions((), (f.ROUND,)),
        {"take_back": Occasions(("wildling-attack",))},
        help="Orders to remove, cards to take back or discard, footmen to upgrade to knights.",
    )

    take_back: tuple[TakeBackRule, ...] = ()
    remove_order: tuple[RemoveOrderRule, ...] = ()
    discard: tuple[DiscardRule, ...] = ()
    knight: tuple[KnightRule, ...] = ()


class BladeRule(f.Rule):
    """Use the Valyrian steel blade: always, never, or only to turn defeat to victory."""

    section: ClassVar = Section(
        "blade",
        Occasions(("blade-held",), (f.ROUND,)),
        title="the Valyrian steel blade",
        short="blade",
        help="If you hold it: use it always, never, or only if it decides a battle.",
        moment=f.RAIDED,
    )
    phrase: ClassVar = phrase("{use}")

    use: Literal["always", "never", "if-decisive"] = "if-decisive"

    def decides(self) -> bool:
        return True


def give_support(voices: Voices, scene: Scene, decision: d.GiveSupport, trail: Trail) -> Proposals:
    """Propose support per area by its first matching rule, else by the default."""
    sides: dict[str, str] = {}
    deciding: dict[str, Voice] = {}
    cache: Known = {}
    for area in decision.areas:
        where, voice, side = _area(voices, scene, decision, trail, area, cache)
        sides[area] = side
        if voice is not None:
            deciding.setdefault(where, voice)
    yield from propose_jointly(deciding, Pledges(sides))


# The side that each rule takes, by whose it is and its number.
Known = dict[tuple[int, int], str | None]


def _area(
    voices: Voices, scene: Scene, decision: d.GiveSupport, trail: Trail, area: str, cache: Known
) -> tuple[str, Voice | None, str]:
    """Return the deciding rule of an area, its author and the side."""
    for speaker, voice in enumerate(voices):
        for number, rule in enumerate(voice.sheet.support):
            where = f"{voice.prefix}support[{number}]"
            if rule.areas and area not in rule.areas:
                continue
            if (speaker, number) not in cache:
                cache[speaker, number] = _judge(voice, number, scene, decision, trail)
            side = cache[speaker, number]
            if side is not None:
                return where, voice, side
    return "", None, default_side(decision)


def _judge(voice: Voice, number: int, scene: Scene, decision: d.GiveSupport, trail: Trail) -> str | None:
    """The side that a rule takes in this battle, or None when it does not apply."""
    place, rules = f"{voice.prefix}support", voice.sheet.support
    where, side = f"{place}[{number}]", _side(rules[number], scene, decision)
    if side is None:
        trail.skip(where, "not-this-battle", f"it is not for the battle in {decision.area}")
    elif side not in decision.sides:
        words = f"support in {decision.area} can only help {', '.join(decision.sides)}, not {side}"
        trail.skip(where, "support-side", words)
    elif trail.counts(place, rules, number):
        return side
    return None


def _side(rule: SupportRule, scene: Scene, decision: d.GiveSupport) -> str | None:
    """Return the side or `none`; None if battle, house or enemy does not match."""
    if rule.battles and decision.area not in rule.battles:
        return None
    whom = scene.me if rule.whom == "me" else rule.whom
    if whom == "nobody":
        fighters = {decision.attacker, decision.defender}
        return "none" if not rule.against or fighters.intersection(rule.against) else None
    if whom == f.WHOEVER:
        foes = {"attacker": decision.defender, "defender": decision.attacker}
        sides = [side for side, foe in foes.items() if foe in rule.against]
        return sides[0] if len(sides) == 1 else None
    side = {decision.attacker: "attacker", decision.defender: "defender"}.get(whom, whom)
    if side not in ("attacker", "defender"):
        return None
    against = decision.defender if side == "attacker" else decision.attacker
    return side if not rule.against or against in rule.against else None


def default_side(decision: d.GiveSupport) -> str:
    """Own battles only."""
    if decision.house == decision.attacker:
        return "attacker"
    return "defender" if decision.house == decision.defender else "none"


# Wishes that are weighed against what the other can play, and how much of it (percent) a card must beat.
KEPT_BACK = "kept-back"
# The default of who has written a sheet, as journals name it.
ENOUGH = "enough-else-strongest"
WEIGHED = {"enough": 100, "likely": LIKELY, "best": None}


def first_card(
    edition: Edition, wishes: Iterable[str], choices: Sequence[str], weigh: Callable[[], Duel] | None = None
) -> tuple[str | None, tuple[Weighed, ...]]:
    """Return the first wanted card that can be chosen.
    Wishes may be `strongest`, `weakest`, and where cards can be weighed `enough`, `likely`, `best`. Also returns,
    for each such wish up to the deciding one, how much of what the other can play is beaten."""
    weighed: list[Weighed] = []
    for wish in wishes if choices else ():
        if wish in WEIGHED and weigh is not None:
            duel, least = weigh(), WEIGHED[wish]
            best = duel.best(choices)
            card = best if least is None else duel.cheapest(choices, least)
            weighed.append(Weighed(wish, duel.share(str(card or best)), ">=", least or 0))
            if card is not None:
                return card, tuple(weighed)
        elif wish in ("strongest", "weakest"):
            return by_strength(edition, choices)[0 if wish == "strongest" else -1], tuple(weighed)
        elif wish in choices:
            return wish, tuple(weighed)
    return None, tuple(weighed)


def fits_battle(rule: BattleRule, decision: d.ChooseHouseCard) -> bool:
    """Whether a rule is for such a battle: role, opponent and area."""
    return (
        rule.role in ("any", decision.role)
        and (not rule.opponents or decision.opponent in rule.opponents)
        and (not rule.battles or decision.area in rule.battles)
    )


def avoided_cards(voices: Voices, decision: d.ChooseHouseCard, trail: Trail) -> set[str]:
    """Return the cards not to play now; note those in hand unless no other is left."""
    cards_by_rule: dict[str, list[str]] = {}
    for voice in voices:
        for number, rule in enumerate(voice.sheet.cards.avoid):
            place = f"{voice.prefix}cards.avoid"
            if fits_battle(rule, decision) and trail.counts(place, voice.sheet.cards.avoid, number):
                cards_by_rule[f"{place}[{number}]"] = [card for card in rule.cards if card in decision.choices]
    avoided = {card for cards in cards_by_rule.values() for card in cards}
    if len(avoided) < len(decision.choices):
        for where, cards in cards_by_rule.items():
            if cards:
                trail.skip(where, KEPT_BACK, ", ".join(cards))
    return avoided


def choose_house_card(voices: Voices, scene: Scene, decision: d.ChooseHouseCard, trail: Trail) -> Proposals:
    """Propose the card of the first matching rule that names one in hand.
    Cards to avoid are left out as long as others remain."""
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
            if not fits_battle(rule, decision):
                trail.skip(where, "not-this-battle", "it is for other battles")
            elif trail.counts(f"{voice.prefix}cards.rules", voice.sheet.cards.rules, number):
                allowed = [card for card in hand if card not in rule.exclude]
                card, weighed = first_card(scene.edition, rule.cards, allowed, weigh)
                if card is None:
                    trail.skip(where, "card-not-in-hand", "none of its cards is in hand and allowed", weighed)
                else:
                    trail.weighed(where, weighed)
                    yield Choice(voice.by, where, CardChoice(card))
    if avoided and len(decision.choices) > 1:
        yield Choice("default", ENOUGH, CardChoice(ready_card(scene.board, scene.edition, decision, hand)))


def use_blade(rule: BladeRule, scene: Scene, decision: d.UseBlade) -> YesNo:
    """Always, never, or only when it turns the battle."""
    return YesNo(rule.use == "always" or (rule.use == "if-decisive" and blade_decides(scene.position, decision)))


def ready_card(board: Board, edition: Edition, decision: d.ChooseHouseCard, cards: Sequence[str]) -> str:
    """Return the strongest card; if attacking, the weakest that surely wins."""
    battle = board.battle
    if decision.role == "attacker" and battle is not None:
        duel = duel_at_hand(board, edition, battle, decision.house, decision.choices)
        sure = duel.cheapest(cards, 100)
        if sure is not None:
            return sure
    return by_strength(edition, cards)[0]


def blade_decides(position: Position, decision: d.UseBlade) -> bool:
    """Whether +1 turns defeat into victory; the Fiefdoms track breaks ties."""
    battle = position.board.battle
    if battle is None:
        return False
    track = position.board.tracks["fiefdoms"]
    wins_ties = track.index(decision.house) < track.index(battle.opponent(decision.house))
    needed = 0 if wins_ties else 1
    return decision.lead < needed <= decision.lead + 1


def take_back_card(rule: TakeBackRule, scene: Scene, decision: d.TakeBackCard) -> CardChoice | Passed:
    """The first card named that can come back; a rule without cards declines."""
    if rule.because and decision.because not in rule.because:
        return Passed("not-this-text", f"it is not about {decision.because}")
    card, _ = first_card(scene.edition, rule.cards, decision.choices)
    if rule.cards and card is None:
        return Passed("card-not-discarded", "none of its cards is in the discard pile")
    return CardChoice(card)


def discard_from_hand(rule: DiscardRule, scene: Scene, decision: d.DiscardFromHand) -> CardChoice | Passed:
    """The first card named that the victim holds; a rule without cards declines."""
    card, _ = first_card(scene.edition, rule.cards, decision.choices)
    if rule.cards and card is None:
        return Passed("card-not-in-hand", f"{decision.victim} has none of its cards in hand")
    return CardChoice(card)


def knight_footman(rule: KnightRule, scene: Scene, decision: d.KnightFootman) -> YesNo | Passed:
    """Yes or no."""
    if rule.areas and decision.area not in rule.areas:
        return Passed("not-this-area", f"it is not about {decision.area}")
    return YesNo(rule.use)


def remove_order(rule: RemoveOrderRule, scene: Scene, decision: d.RemoveOrder) -> AreaChoice | Passed:
    """Return the best removable order: first by areas, then types, then owners."""
    if rule.decline:
        return AreaChoice(None)
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
    if not ranked:
        return Passed("no-such-order", "none of the orders it names can be removed")
    return AreaChoice(min(ranked, key=lambda pair: pair[0])[1])


KINDS = (
    Kind(
        d.GiveSupport,
        "support",
        PLEDGES,
        instruction=give_support,
        bot=bot.support,
        default=lambda p, q: Pledges(dict.fromkeys(q.areas, default_side(q))),
        forced=lambda q: Pledges(dict.fromkeys(q.areas, side)) if (side := only_choice(q.sides)) is not None else None,
        harmless=True,
    ),
    Kind(
        d.ChooseHouseCard,
        "cards",
        CARD,
        instruction=choose_house_card,
        bot=bot.house_card,
        default=lambda p, q: CardChoice(by_strength(edition_of(p), q.choices)[0 if q.role == "defender" else -1]),
        forced=only_card,
        together=place_by_houses(fighters),
        written=SheetDefault(ENOUGH, lambda p, q: CardChoice(ready_card(p.board, edition_of(p), q, q.choices))),
    ),
    Kind(
        d.UseBlade,
        "blade",
        YES_NO,
        instruction=by_rules(use_blade, "blade"),
        bot=bot.blade,
        default=lambda p, q: YesNo(blade_decides(p, q)),
        harmless=True,
    ),
    Kind(
        d.TakeBackCard,
        "texts",
        CARD_OR_NONE,
        instruction=by_rules(take_back_card, "texts.take_back"),
        bot=bot.take_back,
        default=lambda p, q: CardChoice(None),
    ),
    Kind(
        d.RemoveOrder,
        "texts",
        OPTIONAL_AREA,
        instruction=by_rules(remove_order, "texts.remove_order"),
        bot=bot.remove_order,
        default=lambda p, q: AreaChoice(None if q.optional else q.choices[0]),
        forced=lambda q: None if q.optional else only_area(q),
    ),
    Kind(
        d.KnightFootman,
        "texts",
        YES_NO,
        instruction=by_rules(knight_footman, "texts.knight"),
        bot=bot.knight_footman,
        default=lambda p, q: YesNo(False),
    ),
    Kind(
        d.DiscardFromHand,
        "texts",
        CARD_OR_NONE,
        instruction=by_rules(discard_from_hand, "texts.discard"),
        bot=bot.discard_from_hand,
        default=lambda p, q: CardChoice(None),
        harmless=True,
    ),
)
