"""What may still come of a house's pieces before its instructions are used: never less than what is possible.

A warning may never be wrong. Where it is not known what will lie or stand somewhere, everything counts as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from adjudicator.engine.bulk import Pace
from adjudicator.engine.decision import Decision
from adjudicator.thrones.rules.geography import flights
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.sheets.bot import SheetPart
from adjudicator.thrones.sheets.fields import ANY_VASSAL, NO_ORDER
from adjudicator.thrones.sheets.orders import wishes_of
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet
from adjudicator.thrones.sheets.vassals import commanded
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import CLOSED, Board
from adjudicator.thrones.state.components import OrderToken
from adjudicator.thrones.state.edition import Edition

# Phases in which the marches of the round are still to come.
AHEAD = ("planning", "raven", "tactics", "raids", "marches")
DEFAULTS = ("defense", "support")
# Card texts by which a march order goes on with those who conquered, units rise, and used cards come back.
GOES_ON, RISES = "keep-marching", "knight-footman"
COMES_BACK = ("recover-card", "take-all-back", "take-back-card", "buy-back", "fetch-card", "return-if-defended")


def orders_asked(mine: Sequence[Decision], house: str) -> d.PlaceOrders | None:
    """The question for a house's own orders among those that wait for a seat, or are foreseen for it."""
    return next((one for one in mine if isinstance(one, d.PlaceOrders) and one.house == house), None)


class Prospect:
    """One house with a sheet in hand at an open call: its orders as they will lie, where its units may get to.

    `asked` is the question for orders, if it is open; `standing` the standing instructions that hold beside the sheet;
    `lasting`: the sheet is itself such, and what holds now says nothing about it.
    """

    def __init__(
        self,
        board: Board,
        edition: Edition,
        house: str,
        sheet: Sheet,
        asked: d.PlaceOrders | None = None,
        *,
        pace: Pace = "bulk",
        standing: Sheet | None = None,
        lasting: bool = False,
    ) -> None:
        self.board, self.edition, self.house, self.sheet = board, edition, house, sheet
        self.asked, self.pace, self.lasting = asked, pace, lasting
        self.standing = standing if standing is not None else EMPTY_SHEET

    @cached_property
    def ahead(self) -> bool:
        """Whether the marches of the round are still to come in the call, or in one after it."""
        return not self.lasting and self.board.phase in AHEAD

    @cached_property
    def known(self) -> bool:
        """Whether, besides, the orders are known by which they come."""
        return self.ahead and (self.asked is not None or bool(self.board.orders))

    @property
    def before_marches(self) -> bool:
        """Whether no march of the round has been made: later a sheet may still say what was meant for all of them."""
        return self.board.phase != "marches"

    @cached_property
    def orders(self) -> Mapping[str, str]:
        """The orders of the house that lie, or that the sheet names; of several for an area the one liked best."""
        if self.asked is not None:
            return {area: wishes[0] for area, wishes in self.wishes.items() if wishes}
        return {area: placed.order for area, placed in self.board.orders.items() if placed.house == self.house}

    @cached_property
    def wishes(self) -> Mapping[str, tuple[str, ...]]:
        """The orders that the sheet names for areas, while orders are asked for, the best liked first."""
        if self.asked is None:
            return {}
        said = {area: wishes_of(order) for area, order in self.sheet.orders.items()}
        return {area: tuple(order for order in orders if order != NO_ORDER) for area, orders in said.items()}

    @cached_property
    def certain(self) -> bool:
        """Whether the sheet has one choice at most for the order of each area."""
        return all(len(wishes) <= 1 for wishes in self.wishes.values())

    @cached_property
    def unnamed(self) -> frozenset[str]:
        """Areas for which orders are asked, and the sheet names none."""
        if self.asked is None:
            return frozenset()
        return frozenset(area for area in self.asked.areas if not wishes_of(self.sheet.orders.get(area, ())))

    @cached_property
    def swaps(self) -> Mapping[str, tuple[str, ...]]:
        """The orders that the raven may bring to areas, by what is written."""
        found: dict[str, tuple[str, ...]] = {}
        for rule in (*self.sheet.raven, *self.standing.raven):
            if rule.area and rule.order:
                found[rule.area] = (*found.get(rule.area, ()), rule.order)
        return found

    @cached_property
    def swaps_later(self) -> bool:
        """Whether another call, with another sheet, or the steward says how the house uses the raven."""
        if self.left("raven"):
            return self.holds_raven
        apart = self.pace in ("raven", "stepwise") or (isinstance(self.pace, tuple) and "use-raven" in self.pace)
        return apart and self.asked is not None and self.holds_raven

    def left(self, part: SheetPart) -> bool:
        """Whether a part of the sheet may be left to the steward."""
        rules = (*self.sheet.steward, *self.standing.steward)
        return any(rule.about(part) for rule in rules)

    @property
    def holds_raven(self) -> bool:
        """Whether the Messenger Raven is the house's."""
        return self.board.holders.get("messenger-raven") == self.house

    def may_do(self, area: str, kind: str) -> bool:
        """Whether an order of this type of the house may lie in an area when such orders are carried out."""
        if kind == "march" and self.has_text(GOES_ON) and not self.mine(area):
            return True
        if (self.swaps_later and area in self.orders) or area in self.vassals:
            return True
        tokens = [self.orders.get(area, ""), *self.wishes.get(area, ()), *self.swaps.get(area, ())]
        if area in self.unnamed:
            if self.left("orders") or self.edition.variant.order_everywhere or kind in DEFAULTS:
                return True
            tokens += wishes_of(self.standing.orders.get(area, ()))
        return any(self.edition.orders[token].does(kind) for token in tokens if token in self.edition.orders)

    def may_lie(self, does: Callable[[OrderToken], bool]) -> bool:
        """Whether an order of the house that does so lies, or may lie before the marches of the round."""
        if self.vassals or not self.before_marches or self.unnamed or self.swaps_later:
            return True
        return any(map(does, self.lying))

    @cached_property
    def lying(self) -> list[OrderToken]:
        """The orders of the house that lie, or that the sheet or its raven may bring; not what nobody can know yet."""
        later = (*self.wishes.values(), *self.swaps.values())
        names = (*self.orders.values(), *(order for orders in later for order in orders))
        return [self.edition.orders[order] for order in names if order in self.edition.orders]

    def has_text(self, *effects: str) -> bool:
        """Whether a card of the house, in hand or used, has one of these texts."""
        board, cards = self.board, self.edition.cards
        own = (*board.hands.get(self.house, ()), *board.discards.get(self.house, ()))
        return any(cards[card].effect in effects for card in own)

    def mine(self, area: str) -> bool:
        """Whether units of the house stand in an area now."""
        force = self.board.forces.get(area)
        return force is not None and force.house == self.house

    @cached_property
    def vassals(self) -> frozenset[str]:
        """Areas of vassals whom the seat commands or may come to command: its own instructions speak for them too."""
        if self.house in self.board.vassals:
            return frozenset()
        houses = commanded(self.board, self.house, ANY_VASSAL)
        return frozenset(area for area, force in self.board.forces.items() if force.house in houses)

    @cached_property
    def marching(self) -> tuple[str, ...]:
        """The areas with units of the house that may march, in the order of the data."""
        own = [area for area in self.board.forces if self.mine(area) and self.may_do(area, "march")]
        return tuple(sorted(own, key=self.edition.area_order.__getitem__))

    @cached_property
    def _seas(self) -> frozenset[str]:
        """Seas where ships of the house may lie: each ship may march once, with an order, and may have to retreat."""
        found: set[str] = set()
        for area in self.board.forces:
            if self.edition.areas[area].kind == "land" or not self.mine(area):
                continue
            near = {area}
            for _ in range(1 + (self.has_text(GOES_ON) or area in self.marching)):
                near |= {sea for here in near for sea in self.edition.areas[here].sea}
            found |= near
        return frozenset(sea for sea in found if self.edition.areas[sea].kind == "sea")

    def reach(self, area: str) -> set[str]:
        """Where units of the house that stand in an area may get in one march or retreat."""
        areas, facts = self.edition.areas, self.edition.areas[area]
        beyond = hooks_of(self.edition).ways_to_come(self.edition, area)
        found = {*facts.sea, *facts.port} if facts.kind != "land" else {*facts.land, *beyond}
        sailed: set[str] = set()
        front = [sea for sea in facts.sea if facts.kind == "land" and sea in self._seas]
        while front:
            sea = front.pop()
            if sea not in sailed:
                sailed.add(sea)
                found.update(areas[sea].land)
                front += [further for further in areas[sea].sea if further in self._seas]
        if any(kind.flies and self.most(area, unit) for unit, kind in self.edition.units.items()):
            found.update(flights(self.board, self.edition, area))
        found.discard(area)
        return {to for to in found if self.board.neutral.get(to) != CLOSED}

    def most(self, area: str, unit: str) -> int:
        """The most units of a kind that may stand in an area when it marches: those that do, and all that may come."""
        places = {area, *self.marching} if self.mine(area) or self.may_do(area, "march") else set()
        counted = [unit]
        kind = self.edition.units.get(unit)
        if kind is not None and kind.upgrade_from and self.has_text(RISES):
            counted.append(kind.upgrade_from)
        return sum(self._standing(place, one) for place in places for one in counted)

    def _standing(self, area: str, unit: str) -> int:
        force = self.board.forces.get(area)
        if force is None or not self.mine(area):
            return 0
        return force.units.get(unit, 0) + force.routed.get(unit, 0)
