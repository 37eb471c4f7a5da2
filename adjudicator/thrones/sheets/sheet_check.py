"""Checks a sheet before its turn closes: errors refuse it, warnings are printed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from adjudicator.engine import Decision, Pace, Refusal, Refusals, SheetReport
from adjudicator.engine.sheet import Otherwise, answer_faults
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.rules.planning import refuse_counts, refuse_order
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.vassals import PASS, foreseen, free_vassals
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.conditions.battle_facts import Fighter
from adjudicator.thrones.sheets.conditions.tree import Condition, Term, parts
from adjudicator.thrones.sheets.fields import ANY_VASSAL, NO_ORDER
from adjudicator.thrones.sheets.kind import NOT_OWN_WORK, BotRule
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move, Wish
from adjudicator.thrones.sheets.orders import commanded_vassals, lay_orders, wishes_of
from adjudicator.thrones.sheets.sheet import (
    EMPTY_SHEET,
    SHEETS,
    Sheet,
    VassalSheet,
    conditions_of,
    mentions,
    rules,
    sums_of,
    sure_moments,
    unknown_ids,
)
from adjudicator.thrones.sheets.turn_sections import AHEAD, Prospect, find_orders_question
from adjudicator.thrones.sheets.warnings import battle, conditions, marches, orders
from adjudicator.thrones.sheets.warnings.words import never_reached, warn
from adjudicator.thrones.state import Board, Edition, Position, decisions as d
from adjudicator.thrones.state.decisions import PlaceOrders


def check_sheet(
    showing: Position,
    seat: str,
    sheet: Sheet,
    waiting: Sequence[Decision],
    *,
    pace: Pace = "bulk",
    standing: Sheet | None = None,
    lasting: bool = False,
) -> SheetReport:
    """Return all errors (the first MAX_FAULTS) and warnings about a seat's sheet.

    Uses the position as shown and the open decisions, only what the seat may see. `pace`: the game's; `standing`: the
    seat's standing orders; `lasting`: the sheet is standing orders itself.
    """
    edition = edition_of(showing)
    mine = [decision for decision in waiting if decision.seat == seat]
    mine += foreseen(showing.board, edition, seat)
    question = find_orders_question(mine, seat)
    own = standing or EMPTY_SHEET
    ahead = Prospect(showing.board, edition, seat, sheet, question, pace=pace, standing=own, lasting=lasting)
    errors = chain(
        unknown_ids(sheet, edition),
        meaningless_terms(sheet),
        _order_errors(ahead),
        vassal_errors(ahead),
        piece_errors(ahead),
        _bid_errors(sheet, mine),
        answer_faults(check, showing, seat, sheet.answers, waiting),
    )
    return SHEETS.report(sheet, errors, warnings_of(ahead))


def _order_errors(ahead: Prospect) -> Refusals:
    """Return orders illegal in their area, or with tokens the house does not have.
    Only while orders are asked for."""
    board, edition, question = ahead.board, ahead.edition, ahead.asked
    if question is None:
        return
    wishes_by_area = {
        area: tuple(order for order in wishes_of(order_wish) if order == NO_ORDER or order in edition.orders)
        for area, order_wish in ahead.sheet.orders.items()
        if area in edition.areas
    }
    counted: dict[str, str] = {}
    for area, wishes in wishes_by_area.items():
        if wishes and area not in question.areas:
            words = f"{question.house} has no units in {area}{orders_of_vassal(board, edition, area, wishes[0])}"
            yield Refusal("no-units-there", words, f"orders.{area}")
        elif len(wishes) == 1 and wishes[0] != NO_ORDER:
            counted[area] = wishes[0]
            refusal = refuse_order(edition, area, wishes[0], question.bans)
            if refusal is not None:
                yield suggest_token(edition, refusal, area, wishes[0])
    refusal = refuse_counts(edition, counted, question.stars)
    if refusal is not None:
        yield refusal
    yield from _without_choice(edition, wishes_by_area, question)


def _without_choice(edition: Edition, wishes_by_area: dict[str, tuple[str, ...]], question: d.PlaceOrders) -> Refusals:
    """Return areas where none of several choices is legal; one legal choice is enough."""
    orders: dict[str, str] = {}
    bare: set[str] = set()
    refused = dict(lay_orders(edition, wishes_by_area, question, orders, bare))
    for area, wishes in wishes_by_area.items():
        last = refused.get(f"orders.{area}[{len(wishes) - 1}]")
        if last is not None and area not in orders and area not in bare:
            yield replace(last, where=f"orders.{area}")


def _bid_errors(sheet: Sheet, mine: Sequence[Decision]) -> Refusals:
    """Bids that cannot be paid in an auction that is open now."""
    for decision in mine:
        if not isinstance(decision, d.PlaceBid):
            continue
        for number, rule in enumerate(sheet.bids.get(decision.auction, ())):
            if rule.how == "exactly" and isinstance(rule.amount, int) and rule.amount > decision.up_to:
                words = f"bid 0 to {decision.up_to}, not {rule.amount}"
                yield Refusal("bid-out-of-range", words, f"bids.{decision.auction}[{number}]")


def piece_errors(ahead: Prospect) -> Refusals:
    """Return counts of units beyond a house's pieces (`more-units-than-pieces`).

    In one move or in all of a march; of vassals' plans beyond the pieces of each house they may be for. Plans may count
    units that come later by a march or mustering, so fewer units now are no error.
    """
    board, edition = ahead.board, ahead.edition
    yield from _marches(board, edition, (ahead.house,), ahead.sheet.marches, "marches")
    for name, part in ahead.sheet.vassals.items():
        houses = board.vassals if name == ANY_VASSAL else (name,)
        yield from _marches(board, edition, houses, part.marches, f"vassals.{name}.marches")


def _marches(board: Board, edition: Edition, houses: Collection[str], marches: Marches, prefix: str) -> Refusals:
    """What all plans of a part of a sheet count too many of."""
    valid_houses = [house for house in houses if house in edition.houses]
    if not valid_houses:
        return
    most = {unit: max(_pieces(board, edition, house, unit) for house in valid_houses) for unit in edition.units}
    for area, plans in marches.areas.items():
        for number, plan in enumerate(plans):
            yield from _count_errors(most, plan.moves, f"{prefix}.{area}[{number}]")


def _count_errors(most: dict[str, int], moves: tuple[Move, ...], where: str) -> Refusals:
    """Yield the moves by which a march counts more of a kind than `most` allows.
    One move alone or all up to it together; each kind of unit is reported once."""
    counted: dict[str, int] = {}
    for number, move in enumerate(moves):
        for unit, count in move.units.items() if isinstance(move.units, dict) else ():
            before = counted.get(unit, 0)
            counted[unit] = before + count
            if before <= most.get(unit, before) and counted[unit] > most.get(unit, counted[unit]):
                words = f"{counted[unit]} is too many; there are only {most[unit]} in all: {unit}"
                yield Refusal("more-units-than-pieces", words, f"{where}.moves[{number}]")


def _pieces(board: Board, edition: Edition, house: str, unit: str) -> int:
    """Return a house's pieces of a kind; after an override, at least those on board."""
    mine = (force for force in board.forces.values() if force.house == house)
    standing = sum(force.count(unit) for force in mine)
    return max(edition.limit(house, unit), standing)


def meaningless_terms(sheet: Sheet) -> Refusals:
    """Return meaningless terms, once each (`term-means-nothing`), and empty wishes."""
    plans = {where: rule for where, rule in rules(sheet) if isinstance(rule, MarchPlan | Wish)}
    for where, condition in conditions_of(sheet):
        terms = {name for part in parts(condition) for name in _battle_terms(part)}
        plan = plans.get(where)
        if f.PEACE in sure_moments(sheet, where) or isinstance(plan, Wish) and not plan.take:
            why = "no battle is at hand then"
        elif isinstance(plan, MarchPlan) and not plan.moves:
            why = "this plan attacks nobody; write the attack and what it takes first, and after it the plan to stay"
        elif plan is not None:
            terms -= {"lead", "odds", "sure or likely", "strength", "fighters", "opponent"}
            why = "the battle has not begun when a march is chosen"
        else:
            continue
        for term in sorted(terms):
            yield Refusal("term-means-nothing", f'"{term}" means nothing here: {why}', f"{where}.when")
    for where, rule in plans.items():
        if isinstance(rule, Wish) and isinstance(rule.when, Otherwise):
            words = '"else" means nothing here: wishes are tried in their order'
            yield Refusal("term-means-nothing", words, f"{where}.when")
        if isinstance(rule, Wish) and not (
            rule.take or rule.origins == () and (rule.prefer or rule.avoid or rule.stay)
        ):
            words = 'a wish takes, prefers, never enters or never leaves an area; "from" needs an area to take'
            yield Refusal("wish-says-nothing", words, where)
    for where, amount in sums_of(sheet):
        for term in sorted({name for share in amount.of for name in _battle_terms(share.term)}):
            yield Refusal("term-means-nothing", f'"{term}" means nothing here: no battle is at hand then', where)


def _battle_terms(part: Condition | Term) -> Iterator[str]:
    """Yield the battle terms in a part of a condition, as players write them."""
    if part.of_battle:
        yield part.of_battle
    if isinstance(part, Fighter):
        yield part.role
    elif "opponent" in (getattr(part, name, "") for name in ("who", "what", "whom")):
        yield "opponent"


# The phases of a round after vassals were chosen.
CHOSEN = ("raven", "raids", "marches", "power")


def _like(edition: Edition, order: str, *, vassal: bool) -> str:
    """Return the first token of the same use in the other set; else its first, if any."""
    tokens = [token for token in edition.orders.values() if token.vassal == vassal and token.copies]
    does = edition.orders[order].type if order in edition.orders else ""
    return next((token.id for token in (*(candidate for candidate in tokens if candidate.does(does)), *tokens)), "")


def orders_of_vassal(board: Board, edition: Edition, area: str, order: str) -> str:
    """Return a hint how to write a vassal's order if its units stand there, or ""."""
    force = board.forces.get(area)
    if force is None or force.house not in board.vassals:
        return ""
    token = edition.orders.get(order)
    like = order if token is not None and token.vassal else _like(edition, order, vassal=True)
    return f"; write a vassal's orders as FOR {force.house}: ORDERS {area} {like}"


def suggest_token(edition: Edition, refusal: Refusal, area: str, order: str, vassal: str = "") -> Refusal:
    """Return an order's refusal, naming a matching token of the proper set if wrong."""
    token = edition.orders.get(order)
    like = _like(edition, order, vassal=bool(vassal))
    if token is None or token.vassal == bool(vassal) or not like:
        return refusal
    line = f"ORDERS {area} {like}"
    line = f"FOR {vassal}: {line}" if vassal else line
    return replace(refusal, words=f"{refusal.words}; for example: {line}")


def vassal_errors(ahead: Prospect) -> Refusals:
    """Return orders vassals do not have, or while placing, that are illegal there."""
    board, edition = ahead.board, ahead.edition
    planning = board.phase == "planning"
    bans = tuple(board.bans) if planning else ()
    for name, part in ahead.sheet.vassals.items():
        houses = commanded_vassals(board, ahead.house, name)
        for number, rule in enumerate(part.orders):
            where = f"vassals.{name}.orders[{number}]"
            if rule.order == NO_ORDER or rule.order not in edition.orders or rule.area not in edition.areas:
                continue
            refusal = refuse_order(edition, rule.area, rule.order, bans, vassal=True)
            if refusal is not None:
                at = "area" if refusal.code == "order-only-on-land" else "order"
                named_refusal = suggest_token(edition, refusal, rule.area, rule.order, name)
                yield replace(named_refusal, where=f"{where}.{at}")
            force = board.forces.get(rule.area)
            if refusal is None and planning and houses and (force is None or force.house not in houses):
                words = f"no vassal that you may command has units in {rule.area}"
                if name != ANY_VASSAL:
                    words = f"{name} has no units in {rule.area}"
                yield Refusal("no-units-there", words, f"{where}.area")


def vassal_warnings(ahead: Prospect) -> Refusals:
    """Return parts for houses not commandable now, failed claims and unlaid orders."""
    board, sheet = ahead.board, ahead.sheet
    for name, part in sheet.vassals.items():
        where = f"vassals.{name}"
        if name == ANY_VASSAL:
            if not board.vassals:
                yield Refusal("not-a-vassal", "there are no vassals in this game", where)
        elif name in board.houses and name not in board.vassals:
            yield Refusal("not-a-vassal", f"{name} is not a vassal in this game", where)
        elif board.commanders.get(name, ahead.house) != ahead.house and board.phase != "westeros":
            yield Refusal("not-yours-to-command", f"{board.commanders[name]} commands {name} this round", where)
        for number, rule in enumerate(part.orders):
            if not rule.area and rule.order != NO_ORDER:
                words = f"{rule.order} has no area, so it is not placed"
                yield Refusal("order-without-area", words, f"vassals.{name}.orders[{number}].area")
    for number, claim in enumerate(sheet.claims):
        for wish in claim.pick:
            if wish != PASS and wish in board.houses and wish not in board.vassals:
                yield Refusal("not-a-vassal", f"{wish} is not a vassal in this game", f"claims[{number}].pick")
    taken = board.phase in CHOSEN or (board.phase == "planning" and not free_vassals(board))
    if sheet.claims and taken:
        yield Refusal("claims-not-asked", "every vassal already has a commander", "claims")


def warnings_of(ahead: Prospect) -> Refusals:
    """Yield every warning about a sheet whose ids are valid."""
    walkers: list[Callable[[Prospect], Refusals]] = [orders.order_warnings, orders.star_warnings]
    if ahead.ahead:
        walkers.append(marches.march_warnings)
    if ahead.has_known_orders:
        walkers += [marches.wish_warnings, marches.campaign_warnings, battle.support_warnings, orders.muster_warnings]
    walkers += [orders.raid_warnings, orders.raven_warnings]
    if not ahead.lasting:
        walkers.append(battle.retreat_warnings)
    walkers += [
        battle.card_warnings,
        marches.limit_warnings,
        battle.loss_warnings,
        vassal_warnings,
        vassal_plan_warnings,
    ]
    # What is looked at in every turn, for standing orders too.
    walkers += [
        orders.bid_warnings,
        orders.remaining_power_warnings,
        orders.upgrade_warnings,
        orders.point_warnings,
        orders.turn_warnings,
    ]
    walkers += [battle.choice_warnings, battle.look_warnings, battle.hostage_warnings, conditions.condition_warnings]
    for walker in walkers:
        yield from walker(ahead)
    yield from never_reached(ahead.sheet)
    absent = set(ahead.edition.houses).difference(ahead.board.houses)
    houses = ((node.where, name) for node in mentions(ahead.sheet) if "house" in node.kind.sorts for name in node.value)
    for where, house in dict.fromkeys((where, name) for where, name in houses if name in absent):
        yield warn("house-not-playing", where, house=house)
    if not ahead.lasting and NOT_OWN_WORK not in ahead.standing.steward:
        # Limits of the bot that name no part leave everything to it in this game.
        for where, rule in ahead.rules(BotRule):
            if not rule.what and (rule.may_attack or rule.never_attack or rule.never_play or rule.never_empty):
                yield warn("limits-leave-everything", where)


def vassal_plan_warnings(ahead: Prospect) -> Refusals:
    """Yield warnings of plans and raids of vassals the seat may command."""
    board = ahead.board
    if ahead.lasting or board.phase not in AHEAD:
        return
    for house, part in ahead.sheet.vassals.items():
        if not commanded_vassals(board, ahead.house, house) or house == ANY_VASSAL:
            continue
        theirs = _vassal_prospect(ahead, house, part)
        warnings = [*marches.march_warnings(theirs), *orders.raid_warnings(theirs)]
        if theirs.orders:
            warnings += orders.plans_without_order(theirs)
        for warning in warnings:
            yield Refusal(warning.code, warning.words, f"vassals.{house}.{warning.where}")


def _vassal_prospect(ahead: Prospect, house: str, part: VassalSheet) -> Prospect:
    """Return a vassal's prospect; before placement each of its wishes may be laid."""
    board = ahead.board
    if any(placed.house == house for placed in board.orders.values()):
        return Prospect(board, ahead.edition, house, part.as_sheet(), pace=ahead.pace)
    wishes = {rule.area: rule.order for rule in part.orders if rule.area and rule.order != NO_ORDER}
    areas = tuple(board.areas_of(house))
    question = PlaceOrders(seat=ahead.house, house=house, areas=areas, stars=0, bans=())
    orders = {area: wishes.get(area, NO_ORDER) for area in areas} if wishes else {}
    sheet = replace(part.as_sheet(), orders=orders)
    return Prospect(board, ahead.edition, house, sheet, question, pace=ahead.pace)
