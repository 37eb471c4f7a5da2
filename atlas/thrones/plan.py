"""What a sheet plans that a map can show, and its drawing over a map."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from itertools import islice
from typing import Any, Literal

import msgspec

from adjudicator.engine import FrozenStruct
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.marches import options, raid_reach
from adjudicator.thrones.sheets.battle import SupportRule
from adjudicator.thrones.sheets.fields import ANY_VASSAL
from adjudicator.thrones.sheets.marches import MarchPlan, split
from adjudicator.thrones.sheets.orders import wishes_of
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import Board, Edition, View
from adjudicator.thrones.state.decisions import Amount, HouseChoice, March, Orders, PlaceBid, Raid, Ranked, Recruits
from atlas.svg import disc, group, tag, words
from atlas.thrones import layout, tokens
from atlas.thrones.geometry import Geometry, Spot, direction
from atlas.thrones.pieces import IN_PORT, arrow_between
from atlas.thrones.scene import Scene
from atlas.thrones.tokens import glyph

Kind = Literal["order", "raven", "march", "goal", "raid", "support", "muster", "retreat"]
NONE = "none"
# Marks of later choices that one area or rule gets at most.
MAX_CHOICES = 3
# The type of order that a mark needs.
NEEDS = {"march": "march", "goal": "march", "raid": "raid"}


class Mark(FrozenStruct, kw_only=True):
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
    """Return all planned marks of a house and its vassals, arrows first.
    Those are the vassals that it commands, or that nobody does and its sheet names."""
    all_marks = [*_answers(board, sheet, house), *_Plan(board, edition, sheet, house, "").marks()]
    for vassal in board.vassals:
        chief = board.commanders.get(vassal)
        name = vassal if vassal in sheet.vassals or chief is None else ANY_VASSAL
        if chief in (house, None) and name in sheet.vassals:
            own = sheet.vassals[name]
            orders: dict[str, list[str]] = {}
            for wish in own.orders:
                if wish.area:
                    orders.setdefault(wish.area, []).append(wish.order)
            whole = msgspec.structs.replace(own.as_sheet(), orders={area: tuple(some) for area, some in orders.items()})
            all_marks += _Plan(board, edition, whole, vassal, f"vassals.{name}.").marks()
    laid = ("order", "raven", "muster")
    return sorted(all_marks, key=lambda mark: (mark.kind in laid, -mark.choice))


def _answers(board: Board, sheet: Sheet, house: str) -> Iterator[Mark]:
    """Marches, raids, orders and musters that answer a question."""

    def owner(area: str) -> str:
        return board.forces[area].house if area in board.forces else house

    for decision, answer in sheet.answers.items():
        mark = partial(Mark, part=f"answers.{decision}")
        match answer:
            case March(area=area, moves=moves):
                for to, units in moves.items():
                    if to != area:
                        yield mark(kind="march", house=owner(area), area=area, to=to, units=units)
            case Raid(area=area, targets=targets):
                for to in targets:
                    yield mark(kind="raid", house=house, area=area, to=to)
            case Orders(orders=orders):
                for area, order in orders.items():
                    yield mark(kind="order", house=owner(area), area=area, what=order)
            case Recruits(wants=wants):
                for want in wants:
                    to = want.at if want.at != want.area else ""
                    yield mark(kind="muster", house=house, area=want.area, to=to, what=want.unit, upgrade=want.upgrade)
            case _:
                pass


class _Plan:
    """The plan of one house."""

    def __init__(self, board: Board, edition: Edition, sheet: Sheet, house: str, prefix: str) -> None:
        self.board, self.edition, self.sheet, self.house, self.prefix = board, edition, sheet, house, prefix
        # By area the type of the order that lies there, or is wished for first.
        wished = {area: next(iter(wishes_of(order)), NONE) for area, order in sheet.orders.items()}
        laid = {area: token.order for area, token in board.orders.items() if token.house == house}
        orders = edition.orders
        self.types = {area: orders[order].type for area, order in {**wished, **laid}.items() if order in orders}

    def marks(self) -> Iterator[Mark]:
        """Yield all marks of the plan; those of supports follow from its marches."""
        marches = list(self._marches())
        yield from self._support([mark for mark in marches if not mark.choice and not mark.idle])
        yield from marches
        yield from self._wishes()
        yield from self._raids()
        yield from self._retreats()
        yield from self._orders()
        yield from self._musters()

    def _mark(self, kind: Kind, area: str, part: str, rule: Any = None, **more: Any) -> Mark:
        """Return a mark of this house; it depends on its rule's condition, if any.
        It is idle where the order that its kind needs is not planned."""
        depends = rule is not None and rule.when is not None
        idle = kind in NEEDS and self.types.get(area) != NEEDS[kind]
        part = f"{self.prefix}{part}"
        return Mark(kind=kind, house=self.house, area=area, part=part, depends=depends, idle=idle, **more)

    def _areas_with_order(self, type_: str) -> list[str]:
        return [area for area, laid in self.types.items() if laid == type_ and area in self.edition.areas]

    def _orders(self) -> Iterator[Mark]:
        """Yield marks of wished orders where none lie, and of the raven's swaps."""
        for area, order in self.sheet.orders.items():
            if area not in self.board.orders:
                wishes = [wish for wish in wishes_of(order) if wish in self.edition.orders][:MAX_CHOICES]
                for choice, token in enumerate(wishes):
                    yield self._mark("order", area, f"orders.{area}", what=token, choice=choice)
        for n, rule in enumerate(self.sheet.raven[:MAX_CHOICES]):
            if rule.area and rule.order:
                yield self._mark("raven", rule.area, f"raven[{n}]", rule, what=rule.order, choice=n)

    def _marches(self) -> Iterator[Mark]:
        """Yield marks for each area's march plans, the first possible one first."""
        for area, plans in self.sheet.marches.areas.items():
            if area not in self.edition.areas:
                continue
            going = [(n, plan) for n, plan in enumerate(plans) if plan.moves and not plan.wait]
            within = set(options(self.board, self.edition, self.house, area))
            possible = (n for n, plan in going if all(move.to in within for move in plan.moves))
            first = next(possible, going[0][0] if going else 0)
            later = [entry for entry in going if entry[0] != first][: MAX_CHOICES - 1]
            for choice, (n, plan) in enumerate([*(entry for entry in going if entry[0] == first), *later]):
                yield from self._march(area, plan, f"marches.{area}[{n}]", choice)

    def _march(self, area: str, plan: MarchPlan, part: str, choice: int) -> Iterator[Mark]:
        moves = split(plan.moves, self._own_units(area))
        for to in dict.fromkeys(move.to for move in plan.moves):
            if to != area and to in self.edition.areas:
                yield self._mark("march", area, part, plan, to=to, choice=choice, units=moves.get(to, {}))

    def _own_units(self, area: str) -> dict[str, int]:
        force = self.board.forces.get(area)
        return force.units if force is not None and force.house == self.house else {}

    def _wishes(self) -> Iterator[Mark]:
        """Yield marks from where a wanted area might be reached; none for kinds of areas."""
        for n, wish in enumerate(self.sheet.marches.wishes):
            origins = wish.origins or self._areas_with_order("march")
            is_area = self.edition.areas.__contains__
            named = filter(is_area, wish.take)
            for to in islice((to for to in named if controller(self.board, self.edition, to) != self.house), 1):
                for area in filter(is_area, origins):
                    if to in options(self.board, self.edition, self.house, area):
                        yield self._mark("goal", area, f"marches.wishes[{n}]", wish, to=to, choice=n + 1)

    def _raids(self) -> Iterator[Mark]:
        for area, rules in self.sheet.raids.areas.items():
            meant = [(n, rule) for n, rule in enumerate(rules) if not rule.wait]
            targets = [(n, rule, to) for n, rule in meant for to in rule.targets if to in self.edition.areas]
            for choice, (n, rule, to) in enumerate(targets[:MAX_CHOICES]):
                yield self._mark("raid", area, f"raids.{area}[{n}]", rule, to=to, choice=choice)

    def _support(self, marches: list[Mark]) -> Iterator[Mark]:
        """Yield support for battles that its rules name, else for own marches' attacks."""
        fought = [mark.to for mark in marches if controller(self.board, self.edition, mark.to) != self.house]
        for area in self._areas_with_order("support"):
            near, seen = raid_reach(self.edition, area), set[str]()
            meant = [(n, rule) for n, rule in enumerate(self.sheet.support) if not rule.areas or area in rule.areas]
            for choice, (n, rule) in enumerate([*meant[:MAX_CHOICES], (-1, SupportRule())]):
                own = rule.whom in ("me", "attacker", self.house)
                battles = rule.battles or (fought if own else ())
                for to in dict.fromkeys(to for to in battles if to in near and to not in seen):
                    seen.add(to)
                    if rule.whom != "nobody":
                        part, later = f"support[{n}]" if n >= 0 else "support", choice if n >= 0 and rule.battles else 0
                        yield self._mark("support", area, part, rule, to=to, choice=later)

    def _retreats(self) -> Iterator[Mark]:
        for n, rule in enumerate(self.sheet.retreat):
            for battle in rule.battles:
                if rule.areas:
                    yield self._mark("retreat", battle, f"retreat[{n}]", rule, to=rule.areas[0], choice=1)

    def _musters(self) -> Iterator[Mark]:
        for area, rules in self.sheet.muster.areas.items():
            for n, rule in islice(((n, rule) for n, rule in enumerate(rules) if rule.wants), 1):
                for want in rule.wants:
                    to, part = want.at if want.at != area else "", f"muster.{area}[{n}]"
                    yield self._mark("muster", area, part, rule, to=to, what=want.unit, upgrade=want.upgrade)


# Units that an arrow keeps off the pieces where it begins.
OFF = 24.0
PALER, IDLE = 0.5, 0.4
# From one house of a tie to the next, and the room of all.
TIED, TIES = 36.0, 150.0
# The line of a goal is that of a march; it is only paler.
LINES = {"goal": "march"}


def plan(scene: Scene, view: View, sheet: Sheet, house: str) -> str:
    """Draw the plans of a house and its vassals as an overlay: `<g id="map-plan">`.

    Each mark is a group of the class `plan plan-<kind>` (order, raven, march, goal, raid, support, muster, retreat,
    bid, tie) with a title and `data-house`, `data-from`, `data-to` (for arrows), `data-choice` (0: the first),
    `data-part` (its place on the sheet), `data-depends` where a condition decides, `data-idle` where the order it needs
    is not planned. A bid of a plain number lies beside its track (`data-track`), or in its stead the houses of a tie in
    their order. Anything outside this map is left out.
    """
    areas, edition = {*scene.drawn.areas, ""}, scene.edition
    pieces: dict[str, Collection[str]] = {
        "order": edition.orders,
        "raven": edition.orders,
        "muster": edition.units,
    }
    shown = [
        mark
        for mark in marks(scene.board, edition, sheet, house)
        if {mark.area, mark.to} <= areas and mark.what in ("", *pieces.get(mark.kind, (mark.what,)))
    ]
    # By what was bid for the tied houses that answers name, the first first.
    ties = {}
    for question in view.waiting:
        answer, auction = sheet.answers.get(question.id), getattr(question, "auction", None) or "wildlings"
        if isinstance(answer, Ranked):
            ties[auction] = answer.houses
        elif isinstance(answer, HouseChoice):
            ties[auction] = (answer.house,)
    amounts = {track: amount for track, amount in _amounts(view, sheet).items() if track not in ties}
    return tag("g", *_draw_marks(shown, scene), *_bids(amounts, house, scene), *_tie_marks(ties, scene), id="map-plan")


def _amounts(view: View, sheet: Sheet) -> dict[str, int]:
    """Return first numeric bids by track; answers to questions override the sheet."""
    amounts = {}
    for auction, rules in sheet.bids.items():
        if rules and rules[0].how in ("exactly", "up-to") and isinstance(rules[0].amount, int):
            amounts[auction] = rules[0].amount
    for question in view.waiting:
        answer = sheet.answers.get(question.id)
        if isinstance(question, PlaceBid) and isinstance(answer, Amount):
            amounts[question.auction] = answer.power
    return amounts


def _bids(amounts: dict[str, int], house: str, scene: Scene) -> Iterator[str]:
    """What is bid for each track that the map shows."""
    for auction, amount in amounts.items():
        spot = layout.bid_spot(scene, auction)
        if spot is not None:
            plate = group(tokens.bid(house, amount), x=spot[0], y=spot[1])
            title = tag("title", words(f"{scene.say(auction)}: {amount}"))
            yield tag("g", title, plate, class_="plan plan-bid", data_track=auction)


def _tie_marks(ties: dict[str, tuple[str, ...]], scene: Scene) -> Iterator[str]:
    """Yield each tie's named houses beside its track, numbered if several."""
    for auction, named in ties.items():
        spot, houses = layout.bid_spot(scene, auction), [name for name in named if name in scene.edition.houses]
        if spot is None or not houses:
            continue
        several, step = len(houses) > 1, min(TIED, TIES / len(houses))
        # Beside the heading, within the frame of a touched track; behind what has places of its own.
        (east, y), within = spot, auction in scene.edition.tracks
        east, y, scale = (east - TIED, y + 8, 0.82) if within else (east, y, 1.0)
        signs = [
            group(
                tokens.ranked_counter(house, several and place), x=east - step * (len(houses) - place), y=y, scale=scale
            )
            for place, house in enumerate(houses, 1)
        ]
        title = tag("title", words(f"{scene.say(auction)}: {', '.join(map(scene.house, houses))}"))
        yield tag("g", title, *signs, class_="plan plan-tie", data_track=auction)


def _draw_marks(shown: list[Mark], scene: Scene) -> Iterator[str]:
    """Yield the marks as SVG groups with titles, in drawing order."""
    mustered: dict[str, int] = {}
    for mark in shown:
        chief = scene.board.commanders.get(mark.house, "")
        if mark.kind in ("order", "raven"):
            svg = _order(mark, scene, chief)
        elif mark.kind == "muster":
            place = mark.to or mark.area
            svg = _recruit(mark, scene.drawn, mustered.get(place, 0))
            mustered[place] = mustered.get(place, 0) + 1
        else:
            svg = _arrow(mark, scene.drawn, chief)
        yield tag(
            "g",
            tag("title", words(mark_text(mark, scene))),
            svg,
            class_=f"plan plan-{mark.kind}",
            opacity=IDLE if mark.idle else PALER if mark.choice and mark.kind != "order" else None,
            data_house=mark.house,
            data_from=mark.area,
            data_to=mark.to or None,
            data_choice=mark.choice,
            data_part=mark.part,
            data_depends="1" if mark.depends else None,
            data_idle="1" if mark.idle else None,
        )


def mark_text(mark: Mark, scene: Scene) -> str:
    """A mark in words: `March: Winterfell → Moat Cailin, 2 × footman (choice 2)`."""
    areas = " → ".join(scene.area(area) for area in (mark.area, mark.to) if area)
    head, rest = scene.say(mark.kind), "".join(f", {n} × {scene.kind(kind)}" for kind, n in mark.units.items())
    if mark.kind == "order":
        head = scene.name(scene.edition.orders, mark.what)
    elif mark.kind == "muster":
        rest = f", {scene.kind(mark.what)}" + (f" ({scene.say('upgrade')})" if mark.upgrade else "")
    elif mark.what:
        rest = f", {scene.name(scene.edition.orders, mark.what)}"
    asides = [f"{scene.say('choice')} {mark.choice + 1}"] if mark.choice and mark.kind != "retreat" else []
    asides += [scene.say("on-condition")] if mark.depends else []
    return f"{head}: {areas}{rest}" + (f" ({', '.join(asides)})" if asides else "")


def _order(mark: Mark, scene: Scene, chief: str) -> str:
    """Draw an order token: later choices smaller at lower right, the raven's at left."""
    token = scene.edition.orders[mark.what]
    x, y = scene.drawn.areas[mark.area].anchors.order
    small = IN_PORT if scene.edition.areas[mark.area].kind == "port" else 1.0
    svg = tokens.order(mark.house, token, chief if token.vassal else "")
    if mark.kind == "raven":
        badge = group(disc(11, "#fffdf5", "#4a3b2a", 1.4), x=-17, y=-15)
        sign = glyph("raven", "#20160c", scale=0.72, x=-17, y=-15)
        return group(svg, badge, sign, x=x - 27 * small, y=y + 12 * mark.choice, scale=0.74 * small)
    if not mark.choice:
        return group(svg, x=x, y=y, scale=1.14 * small)
    right, down = 25.0 + 15.0 * (mark.choice - 1), 12.0 + 2.0 * (mark.choice - 1)
    return group(svg, x=x + right * small, y=y + down * small, scale=0.62 * small, opacity=0.8)


def _recruit(mark: Mark, drawn: Geometry, before: int) -> str:
    """Draw a small recruit at its castle or sea with a plus, an upgrade with an arrow."""
    spots = drawn.areas[mark.to or mark.area].anchors
    x, y = spots.units if mark.to or spots.site is None else spots.site
    sign = "M-4.4 0H4.4M0-4.4V4.4" if not mark.upgrade else "M0 4.6V-4.2M-4-.6L0-4.8L4-.6"
    badge = disc(8, "#fffdf5", "#2f6d3c", 1.8) + tag(
        "path", d=sign, fill="none", stroke="#2f6d3c", stroke_width=2.4, stroke_linecap="round", stroke_linejoin="round"
    )
    unit = tokens.unit(mark.house, mark.what) + group(badge, x=12, y=11)
    return group(unit, x=x - 24 - 23 * before if not mark.to else x + 22 + 23 * before, y=y + 3, scale=0.74)


def _arrow(mark: Mark, drawn: Geometry, chief: str) -> str:
    """Draw an arrow between areas, beside the pieces, with its units or sign on it."""
    (ax, ay), (bx, by) = (drawn.areas[area].anchors.units for area in (mark.area, mark.to))
    length = direction((ax, ay), (bx, by))[2]
    off = min(OFF, length * 0.3)
    start = round(ax + (bx - ax) * off / length, 1), round(ay + (by - ay) * off / length, 1)
    line = arrow_between(mark.house, LINES.get(mark.kind, mark.kind), start, (bx, by))
    x, y = _arrow_middle(start, (bx, by))
    if mark.kind in ("raid", "support"):
        ink = tokens.ORDER_INK[mark.kind]
        return line.svg + group(disc(10.5, "#fffaf0", ink, 1.8), glyph(mark.kind, ink, scale=0.66), x=x, y=y)
    if mark.units and mark.kind == "march":
        return line.svg + group(tokens.units(mark.house, mark.units, {}, chief)[0], x=x, y=y, scale=0.6)
    return line.svg


def _arrow_middle(start: Spot, end: Spot) -> Spot:
    """Return the middle of an arrow's curve."""
    (ax, ay), (bx, by) = start, end
    ux, uy, length = direction(start, end)
    bend = min(40.0, length * 0.18) / 2
    return (ax + bx) / 2 - uy * bend, (ay + by) / 2 + ux * bend
