"""What the selects of the form offer: the house's own units, areas within reach, cards in hand. Words are a Voice's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, get_args

from adjudicator.engine.decision import Decision
from adjudicator.thrones.rules.iron_bank.track import offers
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.planning import refuse_order
from adjudicator.thrones.rules.vassals import order_set
from adjudicator.thrones.sheets.bot import SheetPart
from adjudicator.thrones.sheets.fields import NO_ORDER
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import View
from narration.thrones.edition_words import claim_known, wildlings_known
from narration.thrones.sheet_words import FOES, KINDS_OF_AREAS, LEFT
from narration.thrones.voice import AUCTIONS, Voice
from narration.words import N_
from web.thrones.card_faces import Face, house_cards
from web.thrones.sheet_form.card_choices import CardChoices
from web.thrones.sheet_form.map_choices import Group, MapChoices, Option
from web.thrones.sheet_form.rules import UPGRADE

NOW, LATER = N_("to be had now"), N_("once they are to be had")
IN_HAND, NO_MORE = N_("among the three drawn"), N_("no more orders")


class Choices(MapChoices, CardChoices):
    """The sensible choices of a house in a view. Whatever a sheet names besides stays possible: see `also`."""

    def __init__(self, view: Any, house: str, voice: Voice, also: Sheet | None = None) -> None:
        self.view: View = view
        self.board, self.house, self.v = self.view.board, house, voice
        self.edition = voice.edition
        self.also = also or Sheet()
        # The houses whose units these are; more than one where instructions hold for any vassal.
        self.own: tuple[str, ...] = (house,)

    @cached_property
    def asked_orders(self) -> d.PlaceOrders | None:
        """The open question for orders."""
        return next((asked for asked in self.view.waiting if isinstance(asked, d.PlaceOrders)), None)

    @cached_property
    def order_areas(self) -> list[str]:
        """Areas that get an order, and those that the sheet names."""
        asked = self.asked_orders
        return self.sorted([*(asked.areas if asked else self.with_units), *self.also.orders])

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
        """Cities and strongholds that the house holds, or the question names, or the sheet."""
        return self.sorted([*self.muster_points, *self.also.muster.areas, *self.also.muster.sequence])

    @cached_property
    def muster_points(self) -> dict[str, int]:
        """The points of places where the house may muster, by how things stand or as the question says."""
        held = [mustering_places(self.board, self.edition, house) for house in self.own]
        asked = [question.places for question in self.view.waiting if isinstance(question, d.MusterUnits)]
        return {area: points for places in (*held, *asked) for area, points in places.items()}

    def units_in(self, area: str) -> str:
        """`1 knight and 2 footmen`, or nothing."""
        force = self.board.forces.get(area)
        if force is None or force.house not in self.own:
            return ""
        led = [name for _, name in self.leaders_in((area,))]
        return ", ".join([self.v.units(force.units), *led]) if led else self.v.units(force.units)

    def unit_kinds(self, area: str) -> list[Option]:
        """Kinds of units that can stand in an area."""
        facts = self.edition.areas.get(area)
        terrain = facts.kind if facts else "land"
        if terrain == "port":
            terrain = "sea"
        kinds = [k for k in self.edition.units.values() if k.terrain == terrain]
        return [(kind.id, kind.name.say(self.v.words.language)) for kind in kinds]

    @cached_property
    def kinds(self) -> list[Option]:
        """All kinds of units."""
        return [(kind.id, kind.name.say(self.v.words.language)) for kind in self.edition.units.values()]

    def orders(self, area: str, *, idle: bool = False) -> list[Option]:
        """Orders that may lie in an area this round and do something there, or (`idle`) nothing."""
        facts, asked = self.edition.areas.get(area), self.asked_orders
        bans = asked.bans if asked else tuple(self.board.bans)
        stars = asked.stars if asked else len(self.edition.orders)
        return [
            (token.id, self.order_label(token.id))
            for token in self.edition.orders.values()
            if token.copies
            and (stars or not token.special)
            and (token.type not in bans if facts is None else refuse_order(self.edition, area, token.id, bans) is None)
            and (idle or facts is None or token.works(facts.kind))
        ]

    def kinds_of_order(self, order: str) -> tuple[str, ...]:
        """What an order is: its type, and what it is besides."""
        token = self.edition.orders[order]
        return (token.type, *token.uses)

    def march_tokens(self, area: str) -> list[str]:
        """Tokens that send units out of an area, in the order in which a drag on the map takes the first that is free:
        the strongest without a star first."""
        known = self.edition.orders
        tokens = [known[order] for order, _ in self.orders(area) if known[order].does("march")]
        return [token.id for token in sorted(tokens, key=lambda token: (token.special, -token.modifier))]

    def order_label(self, order: str) -> str:
        """`March +1 ★`."""
        token = self.edition.orders.get(order)
        return self.v.order(order) + (" \u2605" if token and token.special else "")

    @cached_property
    def all_orders(self) -> list[Option]:
        """All order tokens."""
        return [(token.id, self.order_label(token.id)) for token in self.edition.orders.values() if token.copies]

    @cached_property
    def order_types(self) -> list[Option]:
        """Types of orders, and the tokens themselves."""
        types = dict.fromkeys(token.type for token in self.edition.orders.values())
        return [*((kind, self.v.ban(kind)) for kind in types), *(o for o in self.all_orders if o[0] not in types)]

    @cached_property
    def own_areas(self) -> list[Option]:
        """Areas with units of the house."""
        return self.areas(self.with_units)

    @cached_property
    def tied(self) -> list[Option]:
        """Houses for an order of the tied."""
        return [("me", self.v.say("me")), *self.others]

    @cached_property
    def goals(self) -> list[Group]:
        """What a goal may be about: areas, and all of a kind."""
        kinds = [(kind, self.v.say(words)) for kind, words in KINDS_OF_AREAS.items()]
        return [(self.v.say("of a kind"), kinds), (self.v.say("areas"), self.everywhere)]

    @cached_property
    def foes(self) -> list[Option]:
        """Whom a bot may attack or hinder."""
        return [*((who, self.v.say(words)) for who, words in FOES.items()), *self.others]

    @cached_property
    def left(self) -> list[Option]:
        """Parts of a sheet that can be left to the steward."""
        idle = {"troops": self.board.tactics is None, "hostages": not self.board.leaders}
        return [(part, self.v.say(LEFT[part])) for part in get_args(SheetPart) if not idle.get(part)]

    @cached_property
    def loans(self) -> list[Group]:
        """Loans of the Iron Bank: those to be had now with their prices, and those that may come."""
        now = offers(self.board, self.edition, self.house)
        priced = [(loan, f"{self.v.card(loan)} ({cost})") for loan, cost in now.items()]
        later = [(loan, self.v.card(loan)) for loan in self.edition.loans if loan not in now]
        return [(self.v.say(NOW), priced), (self.v.say(LATER), later)]

    @cached_property
    def auctions(self) -> list[Option]:
        """Everything that is bid for."""
        more = [
            *(["wildlings"] if wildlings_known(self.edition) else []),
            *(AUCTIONS if claim_known(self.edition) else []),
        ]
        return [(name, self.v.track(name)) for name in (*self.edition.tracks, *more)]

    @cached_property
    def bidding(self) -> list[tuple[str, str, str]]:
        """The same with a heading, and the place of the house there or how strong the wildlings are."""
        found = []
        for name, title in self.auctions:
            houses = self.board.tracks.get(name, [])
            note = ""
            if self.house in houses:
                place, count = houses.index(self.house) + 1, len(houses)
                note = self.v.say("you are number {place} of {count}", place=place, count=count)
            title = title if name != "wildlings" else self.v.say("Against the wildlings")
            found.append((name, title[:1].upper() + title[1:], note))
        return found

    @cached_property
    def tracks(self) -> list[Option]:
        """The influence tracks."""
        return [(name, self.v.track(name)) for name in self.edition.tracks]

    @cached_property
    def wants(self) -> list[Option]:
        """What can be mustered: units, and upgrades."""
        language = self.v.words.language
        made = [(k.id, f"{k.name.say(language)} ({k.cost})") for k in self.edition.units.values() if not k.allied]
        better = [
            (
                f"{UPGRADE}{kind.id}",
                self.v.say(
                    "upgrade {old} to {new} ({cost})",
                    old=self.edition.units[kind.upgrade_from].name.say(language),
                    new=kind.name.say(language),
                    cost=kind.upgrade_cost,
                ),
            )
            for kind in self.edition.units.values()
            if kind.upgrade_from
        ]
        return [*made, *better]

    def label(self, value: str) -> str:
        """A word of the edition by its name, for a value that no list holds."""
        for known, name in (
            (self.edition.areas, self.v.area),
            (self.edition.cards, self.v.card),
            (self.edition.orders, self.v.order),
            (self.edition.houses, self.v.house),
            (self.edition.leaders, self.v.leader),
            (self.edition.tactics, self.v.card),
            (self.edition.alliances, self.v.card),
            (self.edition.units, lambda kind: self.edition.units[kind].name.say(self.v.words.language)),
        ):
            if value in known:
                return name(value)
        return value


class VassalChoices(Choices):
    """The sensible choices of whoever commands a vassal, or (several of `own`) any of these vassals."""

    def __init__(self, view: View, own: Sequence[str], voice: Voice, also: VassalSheet | None = None) -> None:
        super().__init__(view, own[0], voice, also.as_sheet() if also else None)
        self.own = tuple(own)

    @cached_property
    def vassal_orders(self) -> list[Option]:
        """The tokens of a set that may lie this round, and that no more are laid."""
        edition, bans = self.edition, tuple(self.board.bans)
        tokens = (edition.orders[order] for order in order_set(edition))
        free = [token.id for token in tokens if not (token.id in bans or any(token.does(ban) for ban in bans))]
        return [*((order, self.order_label(order)) for order in free), (NO_ORDER, self.v.say(NO_MORE))]

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
        ends = self._whichever()
        cards = self.cards(self.edition.vassal_cards)
        return [(self.v.say(IN_HAND), cards), (self.v.say("whichever it is"), ends)]

    @cached_property
    def hand(self) -> list[Face]:
        """The same with their texts."""
        return house_cards(self.edition.vassal_cards, self.v)

    @cached_property
    def named_cards(self) -> list[Group]:
        """The same by name."""
        return self.own_cards[:1]


def decision_kind(decision: Decision) -> str:
    """The kind of a decision, as its id says."""
    return str(decision.__struct_config__.tag)
