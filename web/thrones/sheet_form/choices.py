"""Choices in the order sheet's form: areas in reach, units, cards in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, get_args

from adjudicator.engine.sheet import Ids
from adjudicator.thrones.rules.control import flown, reach
from adjudicator.thrones.rules.iron_bank import offers
from adjudicator.thrones.rules.marches import raid_goals
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.planning import refuse_order
from adjudicator.thrones.rules.strength import can_support
from adjudicator.thrones.rules.vassals import order_set
from adjudicator.thrones.sheets.fields import (
    HOME,
    LADDER,
    NO_ORDER,
    SAFEST,
    WHOEVER,
    OwnerId,
    RankedCard,
    WeighedCard,
    WishedArea,
)
from adjudicator.thrones.sheets.kind import SheetPart
from adjudicator.thrones.sheets.name_book import AUCTION
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet
from adjudicator.thrones.state import View, decisions as d
from narration.thrones.sheet_words import FOES, KINDS_OF_AREAS, LEFT, PEOPLE, REFUGES, SPECIAL_CARDS
from narration.thrones.voice import AUCTIONS, Voice, has_claim, has_wildlings
from narration.words import N_, capital
from web.forms.drafts import Offered
from web.forms.sections import options_with_names, options_with_words
from web.thrones.sheet_form.rules import EXCHANGE, LOOK_AT, LOOK_ON, UPGRADE
from web.thrones.tables import house_cards

Option = tuple[str, str]
Group = tuple[str, list[Option]]

MAX_STRANGE = 20
# Words that stand among ids, or for what a rule does.
WORDS = {
    **PEOPLE,
    WHOEVER: N_("whoever fights these"),
    **FOES,
    **REFUGES,
    EXCHANGE: N_("exchange"),
    LOOK_ON: N_("no change"),
    LOOK_AT: N_("look at the top wildling card"),
}


class Choices:
    """A house's sensible choices in a view. Others in the sheet are kept: see `also`."""

    def __init__(self, view: Any, house: str, voice: Voice, also: Sheet | None = None) -> None:
        """Choose for `house` in `view`; what the sheet `also` names stays on offer."""
        self.view: View = view
        self.board, self.house, self.v = self.view.board, house, voice
        self.edition = voice.edition
        self.also = also or Sheet()
        # The houses whose units these are; more than one where instructions hold for any vassal.
        self.own: tuple[str, ...] = (house,)

    def options(self, ids: Ids) -> Sequence[Option | Group]:
        """Return the choices for such ids: their words, and ids that suit the house."""
        if ids in OPTIONS:
            return OPTIONS[ids](self)
        plain = OPTIONS.get(Ids(ids.sorts[:1], near=ids.near), OPTIONS.get(Ids(ids.sorts[:1])))
        return [*self.words(ids.also), *(plain(self) if plain is not None else ())]

    def words(self, words: Iterable[str]) -> list[Option]:
        """Words that stand among ids as options."""
        return options_with_names(filter(None, words), self.label)

    @cached_property
    def orders_decision(self) -> d.PlaceOrders | None:
        """The open question for orders."""
        return next((decision for decision in self.view.waiting if isinstance(decision, d.PlaceOrders)), None)

    @cached_property
    def order_areas(self) -> list[str]:
        """Areas that get an order, and those that the sheet names."""
        decision = self.orders_decision
        return self.sorted([*(decision.areas if decision else self.with_units), *self.also.orders])

    @cached_property
    def march_areas(self) -> list[str]:
        """Areas that may march: those with units, and those the sheet has plans for."""
        return self.sorted([*self.with_units, *self.also.marches.areas, *self.also.marches.sequence])

    @cached_property
    def raid_areas(self) -> list[str]:
        """Areas that may raid, and those the sheet has rules for."""
        return self.sorted([*self.with_units, *self.also.raids.areas, *self.also.raids.sequence])

    @cached_property
    def muster_areas(self) -> list[str]:
        """Return castles for mustering: the house's own, the question's and the sheet's."""
        return self.sorted([*self.muster_points, *self.also.muster.areas, *self.also.muster.sequence])

    @cached_property
    def muster_points(self) -> dict[str, int]:
        """Return mustering points by place, from the position or the question."""
        position_points = [mustering_places(self.board, self.edition, house) for house in self.own]
        question_points = [question.places for question in self.view.waiting if isinstance(question, d.MusterUnits)]
        return {area: points for places in (*position_points, *question_points) for area, points in places.items()}

    def units_in(self, area: str) -> str:
        """Return the house's units and leaders in an area in words; empty if none.
        For example `1 knight and 2 footmen`."""
        force = self.board.forces.get(area)
        if force is None or force.house not in self.own:
            return ""
        return ", ".join([self.v.units(force.units), *(name for _, name in self.leaders_in((area,)))])

    def unit_kinds(self, area: str) -> list[Option]:
        """Kinds of units that can stand in an area."""
        facts = self.edition.areas.get(area)
        terrain = "land" if facts is None or facts.kind == "land" else "sea"
        return options_with_names(
            (kind.id for kind in self.edition.units.values() if kind.terrain == terrain), self.unit
        )

    def unit(self, kind: str) -> str:
        """The name of a kind of units."""
        return self.edition.units[kind].name.say(self.v.words.language)

    @cached_property
    def kinds(self) -> list[Option]:
        """All kinds of units."""
        return options_with_names(self.edition.units, self.unit)

    def orders(self, area: str, *, idle: bool = False) -> list[Option]:
        """Return orders legal in an area that do something there, or (`idle`) nothing."""
        facts, decision = self.edition.areas.get(area), self.orders_decision
        bans = decision.bans if decision else tuple(self.board.bans)
        stars = decision.stars if decision else len(self.edition.orders)
        tokens = [
            token.id
            for token in self.edition.orders.values()
            if token.copies
            and (stars or not token.special)
            and (token.type not in bans if facts is None else refuse_order(self.edition, area, token.id, bans) is None)
            and (idle or facts is None or token.works(facts.kind))
        ]
        return options_with_names(tokens, self.order_label)

    def march_tokens(self, area: str) -> list[str]:
        """Return an area's march tokens in map drag order: strongest unstarred first."""
        order_tokens = self.edition.orders
        tokens = [order_tokens[order] for order, _ in self.orders(area) if order_tokens[order].does("march")]
        return [token.id for token in sorted(tokens, key=lambda token: (token.special, -token.modifier))]

    def order_label(self, order: str) -> str:
        """`March +1 ★`."""
        token = self.edition.orders.get(order)
        return self.v.order(order) + (" \u2605" if token and token.special else "")

    @cached_property
    def all_orders(self) -> list[Option]:
        """All order tokens."""
        return options_with_names(
            (token.id for token in self.edition.orders.values() if token.copies), self.order_label
        )

    @cached_property
    def order_types(self) -> list[Option]:
        """Types of orders, and the tokens themselves."""
        types = dict.fromkeys(token.type for token in self.edition.orders.values())
        return [
            *options_with_names(types, self.v.ban),
            *(option for option in self.all_orders if option[0] not in types),
        ]

    @cached_property
    def own_areas(self) -> list[Option]:
        """Areas with units of the house."""
        return self.areas(self.with_units)

    @property
    def raven_deeds(self) -> list[Option]:
        """What the holder of the raven can do with it."""
        return self.words([EXCHANGE, LOOK_ON, *([LOOK_AT] if self.edition.ravens_look else [])])

    @cached_property
    def raven_orders(self) -> list[Option]:
        """Tokens that do something in an area with units of the house."""
        able = {option for area in self.with_units for option in self.orders(area)}
        return [option for option in self.all_orders if option in able] or self.all_orders

    @cached_property
    def goals(self) -> list[Group]:
        """What a goal may be about: areas, and all of a kind."""
        return [
            (self.v.say("by kind"), options_with_words(KINDS_OF_AREAS, self.v)),
            (self.v.say("areas"), self.everywhere),
        ]

    @cached_property
    def parts_for_bot(self) -> list[Option]:
        """Parts of a sheet that can be left to the bot."""
        idle = {"troops": self.board.tactics is None, "hostages": not self.board.leaders}
        return [(part, capital(self.v.say(LEFT[part]))) for part in get_args(SheetPart) if not idle.get(part)]

    @cached_property
    def loans(self) -> list[Group]:
        """Return loans of the Iron Bank: available ones with prices, then later ones."""
        now = offers(self.board, self.edition, self.house)
        priced = [(loan, f"{self.v.card(loan)} ({cost})") for loan, cost in now.items()]
        later = options_with_names((loan for loan in self.edition.loans if loan not in now), self.v.card)
        return [(self.v.say("available now"), priced), (self.v.say("once available"), later)]

    @cached_property
    def auctions(self) -> list[Option]:
        """Everything that is bid for."""
        wildlings = ["wildlings"] if has_wildlings(self.edition) else []
        claim = AUCTIONS if has_claim(self.edition) else ()
        return options_with_names((*self.edition.tracks, *wildlings, *claim), self.v.track)

    @cached_property
    def wants(self) -> list[Option]:
        """What can be mustered: units, and upgrades."""
        kinds, name = self.edition.units.values(), self.unit
        options = [(kind.id, f"{name(kind.id)} ({kind.cost})") for kind in kinds if not kind.allied]
        for kind in kinds:
            if kind.upgrade_from:
                words, cost = N_("upgrade {old} to {new} ({cost})"), kind.upgrade_cost
                upgrade_label = self.v.say(words, old=name(kind.upgrade_from), new=name(kind.id), cost=cost)
                options.append((f"{UPGRADE}{kind.id}", upgrade_label))
        return options

    def label(self, value: str) -> str:
        """A word of the edition by its name, for a value that no list holds."""
        for catalog, name in (
            (self.edition.areas, self.v.area),
            (self.edition.cards, self.v.card),
            (self.edition.orders, self.v.order),
            (self.edition.houses, self.v.house),
            (self.edition.leaders, self.v.leader),
            (self.edition.tactics, self.v.card),
            (self.edition.alliances, self.v.card),
            (self.edition.units, self.unit),
        ):
            if value in catalog:
                return name(value)
        return self.v.say(WORDS[value]) if value in WORDS else value

    # Areas: where units stand, march, raid and help.

    def _owner(self, area: str) -> str:
        """Whose units an area may send out: the house of these that stands there."""
        force = self.board.forces.get(area)
        return force.house if force is not None and force.house in self.own else self.house

    def sorted(self, areas: Iterable[str]) -> list[str]:
        """Return areas in the data's order without duplicates, unknown words last.
        At most MAX_STRANGE unknown words are kept, to bound pages."""
        place, named = self.edition.area_order, dict.fromkeys(areas)
        strange = [area for area in named if area not in place]
        return [*sorted((a for a in named if a in place), key=place.__getitem__), *strange[:MAX_STRANGE]]

    def areas(self, areas: Iterable[str]) -> list[Option]:
        """Areas as options, in the order of the data."""
        return options_with_names(self.sorted(areas), self.v.area)

    @cached_property
    def with_units(self) -> list[str]:
        """Return the areas where the house has units, in the data's order."""
        return self.sorted(area for area, force in self.board.forces.items() if force.house in self.own)

    def counts(self, area: str) -> dict[str, int]:
        """The standing units of the house in an area."""
        force = self.board.forces.get(area)
        return dict(force.units) if force is not None and force.house in self.own else {}

    def marches_to(self, area: str) -> tuple[list[str], list[str], list[str]]:
        """Return the areas a march from `area` can reach, as three lists.
        They are those in reach now, by dragons only, and only after other ships have moved.
        An unknown area reaches all."""
        if area not in self.edition.areas:
            return list(self.edition.areas), [], []
        now = reach(self.board, self.edition, self._owner(area), area)
        far = [goal for goal in flown(self.board, self.edition, self._owner(area), area) if goal not in now]
        later = [goal for goal in sorted(self._coasts_in_ship_reach(area)) if goal not in now and goal != area]
        return list(now), far, [goal for goal in later if goal not in far]

    def destinations(self, area: str) -> list[Group]:
        """Return the areas that `marches_to` finds for `area` as options in groups.
        The groups are: within reach, only by dragons, only if other ships move first."""
        now, *others = self.marches_to(area)
        titled = zip((N_("only dragons, flying"), N_("if other ships move first")), others, strict=True)
        more = [(self.v.say(title), self.areas(goals)) for title, goals in titled if goals]
        return [(self.v.say("within reach"), self.areas(now)), *more]

    def _coasts_in_ship_reach(self, area: str) -> set[str]:
        """Return coasts of the seas that own ships hold or could sail to at once.
        Returns none for an area that is no land."""
        if self.edition.areas[area].kind != "land":
            return set()
        fleet = [sea for sea in self.with_units if self._owner(sea) == self._owner(area)]
        own_seas = [sea for sea in fleet if self.edition.areas[sea].kind == "sea"]
        seas = {near for sea in own_seas for near in (sea, *self.edition.areas[sea].sea)}
        return {coast for sea in seas for coast in self.edition.areas[sea].land}

    def raid_targets(self, area: str) -> list[Option]:
        """Return areas in a raid's reach where an order of another family lies or may lie."""
        if area not in self.edition.areas:
            return []
        owner, board = self._owner(area), self.board
        lying: Mapping[str, Any] = board.orders if area in board.orders else board.forces
        family = board.family(owner)
        goals = raid_goals(board, self.edition, owner, area)
        return self.areas(goal for goal in goals if goal in lying and lying[goal].house not in family)

    def helped(self, area: str) -> list[Option]:
        """Return neighbouring areas that can get support from `area`, as options."""
        near = self.edition.neighbours.get(area, frozenset())
        return self.areas(goal for goal in near if can_support(self.edition, area, goal))

    def fought_near(self, area: str) -> list[str]:
        """Return those of the `helped` areas where somebody stands, or own plans march."""
        board = self.board
        marched = {move.to for plans in self.also.marches.areas.values() for plan in plans for move in plan.moves}
        contested = {*board.forces, *board.garrisons, *board.neutral, *marched}
        return [goal for goal, _ in self.helped(area) if goal in contested]

    @cached_property
    def near(self) -> list[Option]:
        """Return areas where the house may fight, as options.
        They are its own areas, those beside them and those within reach."""
        own = self.with_units
        around = [a for area in own for a in (*reach(self.board, self.edition, self._owner(area), area), area)]
        beside = [n for area in own for n in self.edition.neighbours[area]]
        return self.areas([*around, *beside])

    @cached_property
    def everywhere(self) -> list[Option]:
        """All areas."""
        return self.areas(self.edition.areas)

    def harbours(self, area: str) -> list[Option]:
        """Seas and the port where ships mustered in an area may go."""
        facts = self.edition.areas.get(area)
        return self.areas(facts.sea + facts.port if facts else ())

    # Houses, their cards and leaders.

    @cached_property
    def houses(self) -> list[Option]:
        """All houses that play."""
        return options_with_names(self.board.houses, self.v.house)

    @cached_property
    def others(self) -> list[Option]:
        """The other houses."""
        return [option for option in self.houses if option[0] not in self.own or len(self.own) > 1]

    @property
    def whichever(self) -> Group:
        """Cards by what they are good for in the battle at hand."""
        return self.v.say("any card"), options_with_words(SPECIAL_CARDS, self.v)

    @cached_property
    def own_cards(self) -> list[Group]:
        """Return House cards: in hand by use in battle or hand end, then used ones."""
        hand, used = self.hand
        groups = [(self.v.say("in hand"), self.cards(hand)), self.whichever]
        return [*groups, (self.v.say("Used cards"), self.cards(used))] if used else groups

    @cached_property
    def own_cards_by_name(self) -> list[Group]:
        """The house's own cards by name."""
        return [self.own_cards[0], *self.own_cards[2:]]

    @cached_property
    def their_cards(self) -> list[Group]:
        """Cards in the hands of others."""
        ends = options_with_words({"strongest": N_("the strongest"), "weakest": N_("the weakest")}, self.v)
        hands = [(self.v.house(h), self.cards(self.board.hands.get(h, []))) for h, _ in self.others]
        return [("", ends), *hands]

    def cards(self, cards: Sequence[str]) -> list[Option]:
        """House cards with their strengths, strongest first; other cards are left out."""
        ranked = sorted((self.edition.cards[c] for c in cards if c in self.edition.cards), key=lambda c: -c.strength)
        return [(card.id, f"{self.v.card(card.id)} ({card.strength})") for card in ranked]

    @cached_property
    def because(self) -> list[Option]:
        """Return occasions for a card's return: wildlings, and own cards that do it."""
        own = self.edition.hands(self.board.modules).get(self.house, ())
        telling = options_with_names((card for card in own if self.edition.cards[card].effect), self.v.card)
        return [("wildlings", self.v.say("the wildlings")), *telling]

    @property
    def hand(self) -> tuple[list[str], list[str]]:
        """The cards from which the house chooses, and those that it has used."""
        return self.board.hands.get(self.house, []), self.board.discards.get(self.house, [])

    @cached_property
    def hand_drawn(self) -> list[Offered]:
        """The cards from which the house chooses, as they are printed."""
        return house_cards(self.hand[0], self.v)

    @cached_property
    def tactics(self) -> list[Option]:
        """Return the tactics cards available now; all the house's own if none are."""
        tactics = self.board.tactics
        if tactics is None:
            return []
        return options_with_names(
            (c for c in tactics.decks.get(self.house, ()) if c not in tactics.forbidden), self.v.card
        )

    @cached_property
    def leaders(self) -> list[Option]:
        """All leaders in the game, with the house that each serves."""
        leader_items = self.board.leaders.items()
        return [(name, f"{self.v.leader(name)} ({self.v.house(leader.house)})") for name, leader in leader_items]

    @cached_property
    def own_leaders(self) -> list[Option]:
        """The leaders of the house."""
        return options_with_names(
            (id for id, leader in self.board.leaders.items() if leader.house in self.own), self.v.leader
        )

    @cached_property
    def other_leaders(self) -> list[Option]:
        """The leaders of others, who may be held."""
        return [option for option in self.leaders if self.board.leaders[option[0]].house not in self.own]

    def leaders_in(self, areas: Iterable[str]) -> list[Option]:
        """Return the house's leaders who stand in any of `areas`, as options."""
        there = set(areas)
        return [option for option in self.own_leaders if self.board.leaders[option[0]].area in there]


class VassalChoices(Choices):
    """Sensible choices for a vassal's commander, or (several `own`) any of them."""

    def __init__(self, view: View, own: Sequence[str], voice: Voice, also: VassalSheet | None = None) -> None:
        """Choose for the vassals `own`; what the sheet `also` names stays on offer."""
        super().__init__(view, own[0], voice, also.as_sheet() if also else None)
        self.own = tuple(own)

    @cached_property
    def vassal_orders(self) -> list[Option]:
        """The tokens of a set that may lie this round, and that no more are laid."""
        edition, bans = self.edition, tuple(self.board.bans)
        tokens = (edition.orders[order] for order in order_set(edition))
        free = [token.id for token in tokens if not (token.id in bans or any(token.does(ban) for ban in bans))]
        return [*options_with_names(free, self.order_label), (NO_ORDER, self.v.say("no more orders"))]

    @cached_property
    def order_places(self) -> list[Group]:
        """Areas with units, under the name of the vassal."""
        return [
            (self.v.house(house), self.areas(area for area in self.with_units if self._owner(area) == house))
            for house in self.own
        ]

    @cached_property
    def own_cards(self) -> list[Group]:
        """The cards that vassals share, of which three are drawn for each battle."""
        return [(self.v.say("among the three drawn"), self.cards(self.edition.vassal_cards)), self.whichever]

    @property
    def hand(self) -> tuple[list[str], list[str]]:
        """Return the cards that vassals share, and no used ones."""
        return list(self.edition.vassal_cards), []

    @cached_property
    def own_cards_by_name(self) -> list[Group]:
        """Return the shared vassal cards by name, without choices by use in battle."""
        return self.own_cards[:1]


def _ids(hint: Any) -> Ids:
    return next(mark for mark in hint.__metadata__ if isinstance(mark, Ids))


# What may be chosen where ids of a sort stand, with the words that may stand among them; others of the sort follow.
OPTIONS: Mapping[Ids, Callable[[Choices], Sequence[Option | Group]]] = {
    Ids(("area",)): lambda c: c.everywhere,
    Ids(("area",), near="own"): lambda c: c.own_areas,
    Ids(("area",), near="around"): lambda c: c.near,
    Ids(("area",), (HOME, SAFEST), near="around"): lambda c: [*c.near, *c.words((HOME, SAFEST))],
    _ids(WishedArea): lambda c: c.goals,
    Ids(("house",)): lambda c: c.others,
    _ids(OwnerId): lambda c: [*c.words(("opponent", "me")), *c.others],
    Ids(("unit",)): lambda c: c.kinds,
    Ids(("card",), near="own"): lambda c: c.own_cards_by_name,
    Ids(("card",), LADDER, near="own"): lambda c: c.own_cards,
    _ids(WeighedCard): lambda c: c.own_cards,
    _ids(RankedCard): lambda c: c.their_cards,
    Ids(("card",), (AUCTION,)): lambda c: c.because,
    Ids(("leader",)): lambda c: c.leaders,
    Ids(("order",)): lambda c: c.all_orders,
    Ids(("type",)): lambda c: c.order_types,
    Ids(("auction",)): lambda c: c.auctions,
    Ids(("loan",)): lambda c: c.loans,
    # Those by which units move without an order.
    Ids(("tactic",)): lambda c: options_with_names(
        (card.id for card in c.edition.tactics.values() if card.effect == "manage-troops"), c.v.card
    ),
}
