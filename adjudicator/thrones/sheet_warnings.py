"""Things in a sheet that are allowed and yet probably not meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.kernel.decision import Decision
from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones import decisions as d
from adjudicator.thrones import sheet as s
from adjudicator.thrones.board import Board, Position
from adjudicator.thrones.edition import Edition
from adjudicator.thrones.geography import flown, reach
from adjudicator.thrones.instructions.planning import NO_ORDER
from adjudicator.thrones.raids import RAIDABLE, raid_reach
from adjudicator.thrones.registry import edition_of
from adjudicator.thrones.sheet_ids import mentions
from adjudicator.thrones.sheet_reading import rules
from adjudicator.thrones.strength import can_support
from adjudicator.thrones.vassal_check import commanded, vassal_warnings


def warnings_of(showing: Position, seat: str, sheet: s.Sheet, mine: Sequence[Decision]) -> Iterator[Refusal]:
    """Every warning about a sheet whose ids are known to be right."""
    board, edition = showing.board, edition_of(showing)
    asked = next((decision for decision in mine if isinstance(decision, d.PlaceOrders)), None)
    orders = {area: placed.order for area, placed in board.orders.items() if placed.house == seat}
    wanted = [(area, order) for area, said in sheet.orders.items() for order in s.wishes_of(said) if order != NO_ORDER]
    if asked is not None:
        orders = dict(reversed(wanted))
        yield from _without_order(sheet, asked)
    elif sheet.orders:
        yield Refusal("orders-not-asked", "no orders are asked for now", "orders")
    yield from _idle_support(edition, orders)
    if asked is not None or board.orders:
        swaps = [(rule.area or "", rule.order or "") for rule in sheet.raven]
        second = wanted if asked is not None else []
        yield from _plans_without_order(sheet, edition, [*orders.items(), *second, *swaps])
    yield from _unreachable(sheet, board, edition, seat)
    yield from _impossible_raids(sheet, board, edition, seat)
    yield from vassal_warnings(board, seat, sheet)
    yield from _of_vassals(sheet, board, edition, seat)
    yield from _bids(sheet, board, seat)
    yield from _never_reached(sheet)
    yield from _absent_houses(sheet, board, edition)


def _without_order(sheet: s.Sheet, asked: d.PlaceOrders) -> Iterator[Refusal]:
    for area in asked.areas:
        if not s.wishes_of(sheet.orders.get(area, ())):
            yield Refusal("no-order", f"{area} has units and no order; the default will be used", f"orders.{area}")


def _idle_support(edition: Edition, orders: Mapping[str, str]) -> Iterator[Refusal]:
    for area, order in orders.items():
        token = edition.orders.get(order)
        near = edition.neighbours.get(area, frozenset())
        if token is not None and token.type == "support" and not any(can_support(edition, area, n) for n in near):
            words = f"support in {area} reaches no area that it could help"
            yield Refusal("support-reaches-nothing", words, f"orders.{area}")


def _plans_without_order(sheet: s.Sheet, edition: Edition, orders: Sequence[tuple[str, str]]) -> Iterator[Refusal]:
    """Plans for areas that have no such order, not even by the raven."""
    known = [(area, edition.orders[order]) for area, order in orders if order in edition.orders]
    typed = {(area, type_) for area, token in known for type_ in (token.type, *token.uses)}
    sections: tuple[tuple[str, str, s.Raids | s.Marches], ...]
    sections = (("raids", "raid", sheet.raids), ("marches", "march", sheet.marches))
    for name, kind, section in sections:
        for area in dict.fromkeys((*section.sequence, *section.areas)):
            if (area, kind) not in typed:
                yield Refusal(f"plan-without-{kind}", f"{area} has no {kind} order", f"{name}.{area}")


def _of_vassals(sheet: s.Sheet, board: Board, edition: Edition, seat: str) -> Iterator[Refusal]:
    """The same of what is written for a vassal, once it is plain which house is meant."""
    for house, part in sheet.vassals.items():
        if not commanded(board, seat, house) or house == s.ANY_VASSAL:
            continue
        whole = part.as_sheet()
        orders = {area: placed.order for area, placed in board.orders.items() if placed.house == house}
        wanted = orders or {rule.area: rule.order for rule in part.orders if rule.area}
        found = [*_unreachable(whole, board, edition, house), *_impossible_raids(whole, board, edition, house)]
        if wanted:
            found += _plans_without_order(whole, edition, [*wanted.items()])
        for warning in found:
            yield Refusal(warning.code, warning.words, f"vassals.{house}.{warning.where}")


def _unreachable(sheet: s.Sheet, board: Board, edition: Edition, seat: str) -> Iterator[Refusal]:
    for area, plans in sheet.marches.areas.items():
        force = board.forces.get(area)
        if force is None or force.house != seat:
            yield Refusal("no-units-there", f"{seat} has no units in {area} now", f"marches.{area}")
            continue
        goals = {*reach(board, edition, seat, area), *flown(board, edition, seat, area)}
        for number, plan in enumerate(plans):
            for move in plan.moves:
                if move.to not in goals:
                    words = f"{move.to} cannot be reached from {area} as things stand"
                    yield Refusal("not-reachable-now", words, f"marches.{area}[{number}]")


def _impossible_raids(sheet: s.Sheet, board: Board, edition: Edition, seat: str) -> Iterator[Refusal]:
    for area, raid_rules in sheet.raids.areas.items():
        near = raid_reach(edition, area)
        for number, rule in enumerate(raid_rules):
            for target in rule.targets:
                placed = board.orders.get(target)
                gone = bool(board.orders) and (placed is None or edition.orders[placed.order].type not in RAIDABLE)
                if target not in near or gone or (placed is not None and placed.house == seat):
                    words = f"a raid from {area} cannot reach an order in {target} as things stand"
                    yield Refusal("raid-target-impossible", words, f"raids.{area}[{number}]")


def _bids(sheet: s.Sheet, board: Board, seat: str) -> Iterator[Refusal]:
    """Exact bids that together need more Power than the house has."""
    plain = {
        auction: max((r.amount for r in bid_rules if r.how == "exactly" and isinstance(r.amount, int)), default=0)
        for auction, bid_rules in sheet.bids.items()
    }
    power = board.power.get(seat, 0)
    if sum(plain.values()) > power:
        words = f"the bids may add to {sum(plain.values())}, and {seat} has {power} Power"
        yield Refusal("bids-exceed-power", words, "bids")


def final(rule: s.Rule) -> bool:
    """Whether a rule decides whatever happens, so that none after it is ever reached."""
    if rule.when is not None:
        return False
    match rule:
        case s.RavenRule():
            return rule.area is None and rule.order is None
        case s.RaidRule():
            return not rule.wait and not rule.targets
        case s.MarchPlan():
            return not rule.wait and not rule.moves
        case s.SupportRule():
            return rule.whom == "nobody" and not (rule.areas or rule.against or rule.battles)
        case s.CardRule():
            fits_all = rule.role == "any" and not (rule.opponents or rule.battles or rule.exclude)
            return fits_all and ("strongest" in rule.cards or "weakest" in rule.cards)
        case s.TakeBackRule():
            return not rule.cards and not rule.because
        case s.RemoveOrderRule():
            return rule.decline
        case s.DiscardRule():
            return not rule.cards
        case s.KnightRule():
            return not rule.areas
        case s.BladeRule():
            return True
        case s.BidRule():
            return rule.how != "exactly" or rule.amount == 0
        case s.MusterRule():
            return not rule.wants
        case s.LoanRule():
            return not rule.loan and not rule.wait
    return False


def _never_reached(sheet: s.Sheet) -> Iterator[Refusal]:
    ended: dict[str, str] = {}
    for where, rule in rules(sheet):
        group = where.rpartition("[")[0]
        if group in ended:
            yield Refusal("never-reached", f"{ended[group]} always decides before it", where)
        elif final(rule):
            ended[group] = where


def _absent_houses(sheet: s.Sheet, board: Board, edition: Edition) -> Iterator[Refusal]:
    """Houses of the edition that do not play in this game."""
    seen = set()
    for mention in mentions(sheet):
        absent = "house" in mention.sorts and mention.text in edition.houses and mention.text not in board.houses
        if absent and mention not in seen:
            seen.add(mention)
            yield Refusal("house-not-playing", f"{mention.text} does not play in this game", mention.where)
