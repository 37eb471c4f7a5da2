"""What a sheet plans that a map can show: orders, marches, raids, support, musters, retreats, one mark each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.march_legality import options
from adjudicator.thrones.rules.raids import raid_reach
from adjudicator.thrones.sheets.battle import SupportRule
from adjudicator.thrones.sheets.fields import ANY_VASSAL
from adjudicator.thrones.sheets.marches import MarchPlan, split
from adjudicator.thrones.sheets.orders import wishes_of
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.answers import March, Orders, Raid, Recruits
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition

Kind = Literal["order", "raven", "march", "goal", "raid", "support", "muster", "retreat"]
NONE = "none"
# Marks of later choices that one area or rule gets at most.
MOST_CHOICES = 3


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a house plans in `area`, towards `to` if it goes anywhere.

    `choice` counts from 0, the first that could be done; `what` is an order token or a kind of unit, `units` are those
    that go; `depends`: a condition decides; `idle`: no order that it needs is planned there; `part`: the place on the
    sheet, as refusals name it.
    """

    kind: Kind
    house: str
    area: str
    part: str
    to: str = ""
    choice: int = 0
    what: str = ""
    units: dict[str, int] = {}
    upgrade: bool = False
    depends: bool = False
    idle: bool = False


def marks(board: Board, edition: Edition, sheet: Sheet, house: str) -> list[Mark]:
    """All that a sheet plans for a house and for the vassals that it commands, arrows first."""
    found = [*_answers(board, edition, sheet, house), *_Plan(board, edition, sheet, house, "").marks()]
    for vassal, chief in board.commanders.items():
        name = vassal if vassal in sheet.vassals else ANY_VASSAL
        if chief == house and name in sheet.vassals:
            own = sheet.vassals[name]
            orders: dict[str, list[str]] = {}
            for wish in own.orders:
                if wish.area:
                    orders.setdefault(wish.area, []).append(wish.order)
            whole = msgspec.structs.replace(own.as_sheet(), orders={area: tuple(some) for area, some in orders.items()})
            found += _Plan(board, edition, whole, vassal, f"vassals.{name}.").marks()
    laid = ("order", "raven", "muster")
    return sorted(found, key=lambda mark: (mark.kind in laid, -mark.choice))


def _answers(board: Board, edition: Edition, sheet: Sheet, house: str) -> Iterator[Mark]:
    """Marches, raids, orders and musters that answer a question."""
    for decision, answer in sheet.answers.items():
        part = f"answers.{decision}"
        match answer:
            case March(area=area, moves=moves):
                owner = board.forces[area].house if area in board.forces else house
                for to, units in moves.items():
                    if area in edition.areas and to in edition.areas and area != to:
                        yield Mark(kind="march", house=owner, area=area, to=to, units=units, part=part)
            case Raid(area=area, targets=targets):
                for to in targets:
                    if area in edition.areas and to in edition.areas:
                        yield Mark(kind="raid", house=house, area=area, to=to, part=part)
            case Orders(orders=orders):
                for area, order in orders.items():
                    if area in edition.areas and order in edition.orders:
                        owner = board.forces[area].house if area in board.forces else house
                        yield Mark(kind="order", house=owner, area=area, what=order, part=part)
            case Recruits(wants=wants):
                for want in wants:
                    if want.unit in edition.units and want.area in edition.areas and want.at in edition.areas:
                        yield Mark(
                            kind="muster",
                            house=house,
                            area=want.area,
                            to=want.at if want.at != want.area else "",
                            what=want.unit,
                            upgrade=want.upgrade,
                            part=part,
                        )
            case _:
                pass


class _Plan:
    """The plan of one house."""

    def __init__(self, board: Board, edition: Edition, sheet: Sheet, house: str, prefix: str) -> None:
        self.board, self.edition, self.sheet, self.house, self.prefix = board, edition, sheet, house, prefix
        self.types = self._types()

    def marks(self) -> Iterator[Mark]:
        marches = list(self._marches())
        yield from self._support([mark for mark in marches if not mark.choice and not mark.idle])
        yield from marches
        yield from self._wishes()
        yield from self._raids()
        yield from self._retreats()
        yield from self._orders()
        yield from self._musters()

    def _types(self) -> dict[str, str]:
        """By area the type of the order that lies there, or is wished for first."""
        wished = {area: next(iter(wishes_of(order)), NONE) for area, order in self.sheet.orders.items()}
        laid = {area: one.order for area, one in self.board.orders.items() if one.house == self.house}
        tokens = self.edition.orders
        return {area: tokens[order].type for area, order in {**wished, **laid}.items() if order in tokens}

    def _with(self, type_: str) -> list[str]:
        return [area for area, laid in self.types.items() if laid == type_]

    def _known(self, *areas: str) -> bool:
        return all(area in self.edition.areas for area in areas)

    def _orders(self) -> Iterator[Mark]:
        for area, order in self.sheet.orders.items():
            if area in self.board.orders or not self._known(area):
                continue
            wishes = [one for one in wishes_of(order) if one in self.edition.orders][:MOST_CHOICES]
            for choice, token in enumerate(wishes):
                part = f"{self.prefix}orders.{area}"
                yield Mark(kind="order", house=self.house, area=area, what=token, choice=choice, part=part)
        for n, rule in enumerate(self.sheet.raven[:MOST_CHOICES]):
            if rule.area and rule.order and rule.order in self.edition.orders and self._known(rule.area):
                yield Mark(
                    kind="raven",
                    house=self.house,
                    area=rule.area,
                    what=rule.order,
                    choice=n,
                    depends=rule.when is not None,
                    part=f"{self.prefix}raven[{n}]",
                )

    def _marches(self) -> Iterator[Mark]:
        for area, plans in self.sheet.marches.areas.items():
            if not self._known(area):
                continue
            going = [(n, plan) for n, plan in enumerate(plans) if plan.moves and not plan.wait]
            within = set(options(self.board, self.edition, self.house, area))
            possible = (n for n, plan in going if all(move.to in within for move in plan.moves))
            first = next(possible, going[0][0] if going else 0)
            later = [one for one in going if one[0] != first][: MOST_CHOICES - 1]
            for choice, (n, plan) in enumerate([*(one for one in going if one[0] == first), *later]):
                yield from self._march(area, plan, f"{self.prefix}marches.{area}[{n}]", choice)

    def _march(self, area: str, plan: MarchPlan, part: str, choice: int) -> Iterator[Mark]:
        moves = split(plan.moves, self._standing(area))
        for to in dict.fromkeys(move.to for move in plan.moves):
            if to != area and self._known(to):
                yield Mark(
                    kind="march",
                    house=self.house,
                    area=area,
                    to=to,
                    choice=choice,
                    units=moves.get(to, {}),
                    depends=plan.when is not None,
                    idle=self.types.get(area) != "march",
                    part=part,
                )

    def _standing(self, area: str) -> dict[str, int]:
        force = self.board.forces.get(area)
        return force.units if force is not None and force.house == self.house else {}

    def _wishes(self) -> Iterator[Mark]:
        """From where an area to take might be reached; of kinds of areas nothing can be shown."""
        for n, wish in enumerate(self.sheet.marches.wishes):
            origins = wish.origins or self._with("march")
            named = filter(self._known, wish.take)
            for to in [to for to in named if controller(self.board, self.edition, to) != self.house][:1]:
                for area in filter(self._known, origins):
                    if to in options(self.board, self.edition, self.house, area):
                        yield Mark(
                            kind="goal",
                            house=self.house,
                            area=area,
                            to=to,
                            choice=n + 1,
                            depends=wish.when is not None,
                            idle=self.types.get(area) != "march",
                            part=f"{self.prefix}marches.wishes[{n}]",
                        )

    def _raids(self) -> Iterator[Mark]:
        for area, rules in self.sheet.raids.areas.items():
            if not self._known(area):
                continue
            meant = [(n, rule) for n, rule in enumerate(rules) if rule.targets and not rule.wait]
            targets = [(n, rule, to) for n, rule in meant for to in rule.targets if self._known(to)]
            for choice, (n, rule, to) in enumerate(targets[:MOST_CHOICES]):
                yield Mark(
                    kind="raid",
                    house=self.house,
                    area=area,
                    to=to,
                    choice=choice,
                    depends=rule.when is not None,
                    idle=self.types.get(area) != "raid",
                    part=f"{self.prefix}raids.{area}[{n}]",
                )

    def _support(self, marches: list[Mark]) -> Iterator[Mark]:
        """Where support stands, to the battles that its rules name; without such, to what the own marches attack."""
        fought = [mark.to for mark in marches if controller(self.board, self.edition, mark.to) != self.house]
        for area in self._with("support"):
            near, seen = raid_reach(self.edition, area), set[str]()
            meant = [(n, rule) for n, rule in enumerate(self.sheet.support) if not rule.areas or area in rule.areas]
            for choice, (n, rule) in enumerate([*meant[:MOST_CHOICES], (-1, SupportRule())]):
                own = rule.whom in ("me", "attacker", self.house)
                battles = rule.battles or (fought if own else ())
                for to in dict.fromkeys(to for to in battles if to in near and to not in seen):
                    seen.add(to)
                    if rule.whom != "nobody":
                        yield Mark(
                            kind="support",
                            house=self.house,
                            area=area,
                            to=to,
                            choice=choice if n >= 0 and rule.battles else 0,
                            depends=rule.when is not None,
                            part=f"{self.prefix}support[{n}]" if n >= 0 else f"{self.prefix}support",
                        )

    def _retreats(self) -> Iterator[Mark]:
        for n, rule in enumerate(self.sheet.retreat):
            for battle in rule.battles:
                if rule.areas and self._known(battle, rule.areas[0]):
                    yield Mark(
                        kind="retreat",
                        house=self.house,
                        area=battle,
                        to=rule.areas[0],
                        choice=1,
                        depends=rule.when is not None,
                        part=f"{self.prefix}retreat[{n}]",
                    )

    def _musters(self) -> Iterator[Mark]:
        for area, rules in self.sheet.muster.areas.items():
            rule = next(((n, rule) for n, rule in enumerate(rules) if rule.wants), None)
            if rule is None or not self._known(area):
                continue
            for want in rule[1].wants:
                if want.unit in self.edition.units and (not want.at or self._known(want.at)):
                    yield Mark(
                        kind="muster",
                        house=self.house,
                        area=area,
                        to=want.at if want.at != area else "",
                        what=want.unit,
                        upgrade=want.upgrade,
                        depends=rule[1].when is not None,
                        part=f"{self.prefix}muster.{area}[{rule[0]}]",
                    )
