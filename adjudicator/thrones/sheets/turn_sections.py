"""The parts of a sheet that a turn asks for, and what can still come in it.

A warning must never be wrong: where it is unknown what will lie or stand somewhere, everything counts as possible.

A turn is the Westeros phase, or the rest of a round from planning on. Sheets of a round count together, each wherever
no later one replaces it; no sheet counts in another round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import TypeVar

from msgspec.structs import replace

from adjudicator.engine import Decision, Pace
from adjudicator.engine.sheet import Parts, restrict_bot, sections_of
from adjudicator.thrones.rules.control import flights
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.iron_bank import offers
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.round import Ahead, rest_of_westeros, steps_ahead, whole_westeros
from adjudicator.thrones.rules.storm.hostages import hostages_of, is_leader_hostage
from adjudicator.thrones.rules.storm.leaders import free_leaders
from adjudicator.thrones.rules.storm.tactics import TACTICS, choosable_cards
from adjudicator.thrones.rules.vassals import foreseen
from adjudicator.thrones.sheets.effects.table import QuestionSource, question_sources
from adjudicator.thrones.sheets.fields import ANY_VASSAL, NO_ORDER, ROUND, Rule
from adjudicator.thrones.sheets.kind import SheetPart
from adjudicator.thrones.sheets.name_book import AUCTION, CLAIM
from adjudicator.thrones.sheets.orders import commanded_vassals, wishes_of
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet, VassalSheet, rules
from adjudicator.thrones.state import CLOSED, Board, Edition, OrderToken, Position, decisions as d

R = TypeVar("R", bound=Rule)
# Phases in which the marches of the round are still to come.
AHEAD = ("planning", "raven", "tactics", "raids", "marches")
DEFAULTS = ("defense", "support")
# Card texts by which a march order goes on with those who conquered, units rise, and used cards come back.
GOES_ON, RISES = "keep-marching", "knight-footman"
COMES_BACK = ("recover-card", "take-all-back", "take-back-card", "buy-back", "fetch-card", "return-if-defended")


def find_orders_question(mine: Sequence[Decision], house: str) -> d.PlaceOrders | None:
    """Return the question for a house's own orders, waiting or foreseen."""
    return next((item for item in mine if isinstance(item, d.PlaceOrders) and item.house == house), None)


@dataclass(eq=False)
class Prospect:
    """A house with a sheet at an open turn: its orders, and its units' possible areas.

    `asked`: the question for orders, if open; `standing`: the standing orders beside the sheet; `lasting`: the sheet is
    standing orders itself, and the present says nothing about it.
    """

    board: Board
    edition: Edition
    house: str
    sheet: Sheet
    asked: d.PlaceOrders | None = None
    _: KW_ONLY
    pace: Pace = "bulk"
    standing: Sheet = EMPTY_SHEET
    lasting: bool = False

    @cached_property
    def ahead(self) -> bool:
        """Whether the marches of the round are still to come, in this turn or a later one."""
        return not self.lasting and self.board.phase in AHEAD

    @cached_property
    def has_known_orders(self) -> bool:
        """Whether, besides, the orders are known by which they come."""
        return self.ahead and (self.asked is not None or bool(self.board.orders))

    def rules(self, kind: type[R]) -> Iterator[tuple[str, R]]:
        """Yield the sheet's rules of a class with their places, without its vassals'."""
        for where, rule in rules(self.sheet):
            if isinstance(rule, kind) and not where.startswith("vassals."):
                yield where, rule

    @property
    def before_marches(self) -> bool:
        """Return whether no march of the round has been made yet.
        A sheet may then still name them all."""
        return self.board.phase != "marches"

    @cached_property
    def orders(self) -> Mapping[str, str]:
        """Return the house's orders that lie or are named; of several the preferred."""
        if self.asked is not None:
            return {area: wishes[0] for area, wishes in self.wishes.items() if wishes}
        return {area: placed.order for area, placed in self.board.orders.items() if placed.house == self.house}

    @cached_property
    def wishes(self) -> Mapping[str, tuple[str, ...]]:
        """Return the orders named per area while orders are asked for, preferred first."""
        if self.asked is None:
            return {}
        orders_by_area = {area: wishes_of(order) for area, order in self.sheet.orders.items()}
        return {area: tuple(order for order in orders if order != NO_ORDER) for area, orders in orders_by_area.items()}

    @cached_property
    def certain(self) -> bool:
        """Whether the sheet has one choice at most for the order of each area."""
        return all(len(wishes) <= 1 for wishes in self.wishes.values())

    @cached_property
    def unnamed(self) -> frozenset[str]:
        """Return the areas for which orders are asked and the sheet names none."""
        if self.asked is None:
            return frozenset()
        return frozenset(area for area in self.asked.areas if not wishes_of(self.sheet.orders.get(area, ())))

    @cached_property
    def swaps(self) -> Mapping[str, tuple[str, ...]]:
        """The orders that the raven may bring to areas, by what is written."""
        orders_by_area: dict[str, tuple[str, ...]] = {}
        for rule in (*self.sheet.raven, *self.standing.raven):
            if rule.area and rule.order:
                orders_by_area[rule.area] = (*orders_by_area.get(rule.area, ()), rule.order)
        return orders_by_area

    @cached_property
    def swaps_later(self) -> bool:
        """Whether another turn's sheet or the bot decides the house's use of the raven."""
        if self.may_leave_to_bot("raven"):
            return self.holds_raven
        apart = self.pace in ("raven", "stepwise") or (isinstance(self.pace, tuple) and "use-raven" in self.pace)
        return apart and self.asked is not None and self.holds_raven

    def may_leave_to_bot(self, part: SheetPart) -> bool:
        """Whether a part of the sheet may be left to the bot."""
        rules = (*self.sheet.steward, *self.standing.steward)
        return any(rule.about(part) for rule in rules)

    @property
    def holds_raven(self) -> bool:
        """Whether the Messenger Raven is the house's."""
        return self.board.holders.get("messenger-raven") == self.house

    def may_do(self, area: str, kind: str) -> bool:
        """Whether an order of this type may lie in the area when such are resolved."""
        if kind == "march" and self.has_text(GOES_ON) and not self.has_units_in(area):
            return True
        if (self.swaps_later and area in self.orders) or area in self.vassals:
            return True
        tokens = [self.orders.get(area, ""), *self.wishes.get(area, ()), *self.swaps.get(area, ())]
        if area in self.unnamed:
            if self.may_leave_to_bot("orders") or self.edition.variant.order_everywhere or kind in DEFAULTS:
                return True
            tokens += wishes_of(self.standing.orders.get(area, ()))
        return any(self.edition.orders[token].does(kind) for token in tokens if token in self.edition.orders)

    def may_lie(self, does: Callable[[OrderToken], bool]) -> bool:
        """Whether such an order of the house lies, or may lie before the marches."""
        if self.vassals or not self.before_marches or self.unnamed or self.swaps_later:
            return True
        return any(map(does, self.lying))

    @cached_property
    def lying(self) -> list[OrderToken]:
        """Return the house's orders that lie, or that its sheet or raven may bring."""
        later = (*self.wishes.values(), *self.swaps.values())
        names = (*self.orders.values(), *(order for orders in later for order in orders))
        return [self.edition.orders[order] for order in names if order in self.edition.orders]

    def has_text(self, *effects: str) -> bool:
        """Whether a card of the house, in hand or used, has one of these texts."""
        board, cards = self.board, self.edition.cards
        own = (*board.hands.get(self.house, ()), *board.discards.get(self.house, ()))
        return any(cards[card].effect in effects for card in own)

    def has_units_in(self, area: str) -> bool:
        """Return whether units of the house stand in an area now."""
        return self.board.force_of(self.house, area) is not None

    @cached_property
    def vassals(self) -> frozenset[str]:
        """Return areas of vassals the seat commands or may; its own rules cover them too."""
        if self.house in self.board.vassals:
            return frozenset()
        houses = commanded_vassals(self.board, self.house, ANY_VASSAL)
        return frozenset(area for area, force in self.board.forces.items() if force.house in houses)

    @cached_property
    def marching(self) -> tuple[str, ...]:
        """Return the areas with units of the house that may march, in data order."""
        own = [area for area in self.board.forces if self.has_units_in(area) and self.may_do(area, "march")]
        return tuple(sorted(own, key=self.edition.area_order.__getitem__))

    @cached_property
    def _seas(self) -> frozenset[str]:
        """Return seas where the house's ships may lie: each may march once, or retreat."""
        seas: set[str] = set()
        for area in self.board.forces:
            if self.edition.areas[area].kind == "land" or not self.has_units_in(area):
                continue
            near = {area}
            for _ in range(1 + (self.has_text(GOES_ON) or area in self.marching)):
                near |= {sea for here in near for sea in self.edition.areas[here].sea}
            seas |= near
        return frozenset(sea for sea in seas if self.edition.areas[sea].kind == "sea")

    def reach(self, area: str) -> set[str]:
        """Where units of the house that stand in an area may get in one march or retreat."""
        areas, facts = self.edition.areas, self.edition.areas[area]
        beyond = hooks_of(self.edition).ways_to_come(self.edition, area)
        destinations = {*facts.sea, *facts.port} if facts.kind != "land" else {*facts.land, *beyond}
        sailed: set[str] = set()
        front = [sea for sea in facts.sea if facts.kind == "land" and sea in self._seas]
        while front:
            sea = front.pop()
            if sea not in sailed:
                sailed.add(sea)
                destinations.update(areas[sea].land)
                front += [further for further in areas[sea].sea if further in self._seas]
        if any(kind.flies and self.most(area, unit) for unit, kind in self.edition.units.items()):
            destinations.update(flights(self.board, self.edition, area))
        destinations.discard(area)
        return {to for to in destinations if self.board.neutral.get(to) != CLOSED}

    def most(self, area: str, unit: str) -> int:
        """Return the most units of a kind in an area when it marches, arrivals included."""
        places = {area, *self.marching} if self.has_units_in(area) or self.may_do(area, "march") else set()
        counted = [unit]
        kind = self.edition.units.get(unit)
        if kind is not None and kind.upgrade_from and self.has_text(RISES):
            counted.append(kind.upgrade_from)
        forces = [force for place in places if (force := self.board.force_of(self.house, place)) is not None]
        return sum(force.count(unit_kind) for force in forces for unit_kind in counted)


WESTEROS = "westeros"
# Whether the wildlings attack and may bring a mustering, by a card of theirs.
WILDLING_MUSTER = "wildling-muster"
# Sections that cards ask at moments that are not foreseen: what leaves them to the bot stays in every sheet.
BY_CARDS = ("choices", "loans")


class TurnSections(Parts):
    """The parts of a sheet that a turn asks of a house.

    `steps`: those to come of a Westeros phase; without them, those of all open cards. `westeros`: whether the turn is
    that phase, if the board does not say it.
    """

    def __init__(self, ahead: Prospect, steps: Sequence[str] | None = None, *, westeros: bool | None = None) -> None:
        super().__init__(sections_of(type(ahead.sheet)), self._comes)
        self.ahead, self.board, self.edition, self.house = ahead, ahead.board, ahead.edition, ahead.house
        self.westeros = self.board.phase == WESTEROS if westeros is None else westeros
        self.steps = () if not self.westeros else steps_ahead(self.board, self.edition) if steps is None else steps

    def _comes(self, occasion: str) -> bool:
        if not self.westeros:
            return occasion in OCCASIONS and OCCASIONS[occasion](self)
        if occasion == WILDLING_MUSTER:
            return "wildling-attack" in self.steps and bool(self.edition.wildling_cards)
        return occasion in self.steps

    def may(self, part: str) -> bool:
        """Return whether a part may be asked before the turn ends; True if uncertain.
        `tracks` covers each track; `choices` is judged key by key."""
        section, _, key = part.partition(".")
        if section == "choices" and key:
            return self._chooses(key)
        return super().may("bids.tracks" if section == "bids" and key in self.edition.tracks else part)

    def touches(self, section: str) -> bool:
        """Any turn may ask for choices."""
        return section == "choices" or super().touches(section)

    @cached_property
    def auctions(self) -> tuple[str, ...]:
        """Return the auctions the turn may reach, in order; none outside Westeros phases."""
        by_step = {"clash-of-kings": self.edition.tracks, "claim-westeros": (CLAIM,), "wildling-attack": (AUCTION,)}
        return tuple(dict.fromkeys(auction for step in self.steps for auction in by_step.get(step, ())))

    @cached_property
    def whole(self) -> Ahead:
        """Whom all the cards that lie open may ask."""
        return whole_westeros(self.board, self.edition)

    @property
    def judges(self) -> bool:
        """Whether the house may have to break ties, now or if it gains the throne."""
        return self.board.holders.get("iron-throne") == self.house or self.house in self.whole.judges

    @property
    def chooses_tactics(self) -> bool:
        """Whether the house may choose a tactics card, now or later in the round."""
        laid = self.board.tactics is not None and self.board.tactics.laid
        waiting = self.westeros or (self.board.phase == "planning" and not laid)
        return waiting and bool(choosable_cards(self.board, self.house))

    def offers(self, asking: QuestionSource) -> Mapping[str, tuple[str, ...]]:
        """Return by occasion what asks for choices may offer the house in this turn.

        Nothing if it is not likely to ask. Badges may change hands before a Westeros card's turn comes. Wildling cards
        are shown by the raven outside Westeros phases, and wildlings attack only in them.
        """
        board, house = self.board, self.house
        if asking.moment == "wildlings":
            comes = self._looks if not self.westeros else "wildling-attack" in self.steps
            raven = not self.westeros
            return {name: choices for name, choices in asking.offers.items() if comes and (name == "raven") == raven}
        if self.westeros:
            open_card = asking.moment == WESTEROS and asking.because in board.revealed.values()
            comes = open_card and (not asking.badge or house in self.whole.choosers[asking.because])
        else:
            comes = asking.moment != WESTEROS and (asking.asks(board, house) or asking.moment == "blade")
        return asking.offers if comes else {}

    @property
    def _looks(self) -> bool:
        return self.board.phase in ("planning", "raven") and self.ahead.holds_raven

    def _chooses(self, key: str) -> bool:
        """Whether something that asks for choices, or what it is about, may come."""
        board, edition = self.board, self.edition
        if not self.westeros:
            if key in edition.wildling_cards:
                return self._looks and edition.ravens_look
            if key in edition.westeros or key in edition.tracks:
                return False
            return board.phase == "planning" if key == TACTICS else key not in edition.loans or board.bank is not None
        if key in edition.wildling_cards:
            return "wildling-attack" in self.steps
        if key in edition.westeros:
            return key in board.revealed.values()
        gifts = key in edition.tracks and super().may("bids.tracks") and self.house in board.points
        return gifts or key not in self._only_later

    @cached_property
    def _only_later(self) -> frozenset[str]:
        """Return what asks for choices in the action phase only; a loss may fill a port."""
        edition = self.edition
        names = {
            asking.because
            for asking in question_sources(self.board, edition, self.house)
            if asking.moment not in (WESTEROS, "wildlings")
        }
        others = (edition.cards, edition.loans, edition.tactics, edition.alliances, edition.tracks)
        return frozenset(names.union(*others)) - {"port"}

    def lies(self, kind: str) -> bool:
        """Whether such an order of the house or its vassal lies or may come to lie.
        May: while none lie at all, and until the holder of the raven has used it."""
        board, orders = self.board, self.edition.orders
        if not board.orders or (board.phase == "raven" and self.ahead.holds_raven):
            return True
        mine = {self.house, *(vassal for vassal in board.vassals if board.commanders.get(vassal) == self.house)}
        return any(orders[placed.order].does(kind) for placed in board.orders.values() if placed.house in mine)

    def planned(self, does: Callable[[OrderToken], bool]) -> bool:
        """Return whether the edition has such orders and the sheet may lay one."""
        return any(map(does, self.edition.orders.values())) and self.ahead.may_lie(does)

    def musters(self) -> bool:
        """Whether orders muster at all, and the house has places for it."""
        by_order = any(order.musters for order in self.edition.orders.values())
        return by_order and bool(mustering_places(self.board, self.edition, self.house))

    def leaders(self, *, own: bool) -> bool:
        """Whether own or others' leaders are in a cell or may be before the round ends."""
        alive = (leader for leader in self.board.leaders.values() if leader.cell or leader.area)
        return any((leader.house == self.house) == own for leader in alive)


# The occasions after the Westeros phase that the sections of a sheet name.
OCCASIONS: Mapping[str, Callable[[TurnSections], bool]] = {
    ROUND: lambda turn: True,
    "raven-held": lambda turn: turn.ahead.holds_raven,
    "blade-held": lambda turn: turn.board.holders.get("valyrian-blade") == turn.house,
    "raids": lambda turn: "raid" not in turn.board.bans and turn.lies("raid"),
    "marches": lambda turn: turn.lies("march") or bool(free_leaders(turn.board, turn.house)),
    "wildling-card": lambda turn: bool(turn.edition.wildling_cards),
    "order-musters": lambda turn: turn.musters(),
    "muster-planned": lambda turn: turn.planned(lambda order: order.musters),
    "loans": lambda turn: turn.lies("iron-bank") and bool(offers(turn.board, turn.edition, turn.house)),
    "loan-planned": lambda turn: turn.board.bank is not None and turn.planned(lambda order: order.does("iron-bank")),
    "vassals": lambda turn: bool(turn.board.vassals),
    "tactics-played": lambda turn: turn.board.tactics is not None,
    "own-leaders": lambda turn: turn.leaders(own=True),
    "other-leaders": lambda turn: turn.leaders(own=False),
    "held-by-others": lambda turn: is_leader_hostage(turn.board, turn.house),
    "hostages": lambda turn: bool(hostages_of(turn.board, turn.house)),
}


def turn_sections(board: Board, edition: Edition, house: str, *, westeros: bool | None = None) -> TurnSections:
    """Return the sections for a house whose sheet is unknown, from the board alone."""
    return TurnSections(Prospect(board, edition, house, EMPTY_SHEET), westeros=westeros)


def restrict_sheet(
    showing: Position, seat: str, sheet: Sheet, waiting: Sequence[Decision], *, pace: Pace = "bulk"
) -> Sheet:
    """Return the parts of the sheet that the turn asks, or may still come to.
    The rest, and direct answers to other questions, are left out."""
    board, edition = showing.board, edition_of(showing)
    mine = [decision for decision in waiting if decision.seat == seat]
    mine += foreseen(board, edition, seat)
    ahead = Prospect(board, edition, seat, sheet, find_orders_question(mine, seat), pace=pace)
    steps = rest_of_westeros(board, edition, showing.progress.agenda).steps if board.phase == WESTEROS else None
    turn = TurnSections(ahead, steps)
    ids = {decision.id for decision in mine}
    vassals = {house: turn.restrict(part) for house, part in sheet.vassals.items()}
    rest: Sheet = turn.restrict(replace(sheet, vassals={}, steward=()))
    return replace(
        rest,
        answers={name: answer for name, answer in sheet.answers.items() if name in ids},
        vassals={house: part for house, part in vassals.items() if part != VassalSheet()},
        steward=restrict_bot(sheet.steward, "what", list(filter(turn.touches, turn.sections)), BY_CARDS),
    )
