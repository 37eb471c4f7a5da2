"""Warnings about orders, raids, the raven, and what is said of a Westeros phase."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engine import Refusals
from adjudicator.thrones.rules.marches import raid_goals
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.planning import refuse_counts, refuse_order, swaps
from adjudicator.thrones.rules.storm.tactics import TACTICS, stars_by_card
from adjudicator.thrones.rules.strength import can_support
from adjudicator.thrones.sheets.choices import BidRule
from adjudicator.thrones.sheets.conditions.board_facts import Holding
from adjudicator.thrones.sheets.conditions.tree import parts
from adjudicator.thrones.sheets.marches import Marches
from adjudicator.thrones.sheets.muster import MusterRule
from adjudicator.thrones.sheets.orders import Raids, RavenRule
from adjudicator.thrones.sheets.turn_sections import AHEAD, OCCASIONS, Prospect, TurnSections
from adjudicator.thrones.sheets.warnings.words import warn

OWN_POWER = Holding(of="power")


def bid_warnings(ahead: Prospect) -> Refusals:
    """Exact bids beyond the house's Power, each by itself or all together."""
    power = ahead.board.power.get(ahead.house, 0)
    for where, rule in ahead.rules(BidRule):
        if _exact(rule) > power and not ahead.lasting:
            yield warn("bid-over-power", where, house=ahead.house, power=power, amount=_exact(rule))
    most = {auction: max(map(_exact, bid_rules), default=0) for auction, bid_rules in ahead.sheet.bids.items()}
    if sum(most.values()) > power and not ahead.lasting:
        yield warn("bids-exceed-power", "bids", sum=sum(most.values()), house=ahead.house, power=power)


def remaining_power_warnings(ahead: Prospect) -> Refusals:
    """Warn of conditions on Power left after an earlier bid that may spend it."""
    spent = False
    for auction in ahead.edition.tracks:
        bid_rules = ahead.sheet.bids.get(auction, ())
        for number, rule in enumerate(bid_rules):
            if spent and rule.when is not None and OWN_POWER in parts(rule.when):
                yield warn("power-left-then", f"bids.{auction}[{number}].when")
        spent = spent or any(rule.how != "exactly" or rule.amount != 0 for rule in bid_rules)


def _exact(rule: BidRule) -> int:
    """What a rule bids whatever comes; 0 if that depends on anything."""
    return rule.amount if rule.how == "exactly" and isinstance(rule.amount, int) else 0


def point_warnings(ahead: Prospect) -> Refusals:
    """Warn of rules whose units together cost more than the points of their place."""
    places = mustering_places(ahead.board, ahead.edition, ahead.house) if not ahead.lasting else {}
    units = ahead.edition.units
    for area, muster_rules in ahead.sheet.muster.areas.items():
        for number, rule in enumerate(muster_rules):
            wants = [want for want in rule.wants if want.unit in units]
            cost = sum(units[want.unit].upgrade_cost if want.upgrade else units[want.unit].cost for want in wants)
            if cost > places.get(area, cost):
                yield warn("muster-over-points", f"muster.{area}[{number}]", area=area, points=places[area], cost=cost)


def upgrade_warnings(ahead: Prospect) -> Refusals:
    """Warn of upgrades to what no unit becomes: name the result, not the source."""
    for where, rule in ahead.rules(MusterRule):
        for want in rule.wants:
            kind = ahead.edition.units.get(want.unit)
            if want.upgrade and kind is not None and kind.upgrade_from is None:
                yield warn("nothing-becomes-it", where, unit=want.unit)


def muster_warnings(ahead: Prospect) -> Refusals:
    """Mustering in a turn in which nothing of the house can muster."""
    muster = ahead.sheet.muster
    if (muster.areas or muster.sequence) and not ahead.may_lie(lambda order: order.musters):
        yield warn("muster-not-asked", "muster")


MUSTER, VASSALS = "muster", "vassals"
# The phases of a round after the one of Westeros.
LATER = (*AHEAD, "power")


def turn_warnings(ahead: Prospect) -> Refusals:
    """Warn of instructions for another turn; standing orders are for all turns."""
    turn = TurnSections(ahead)
    if ahead.lasting or (not turn.westeros and ahead.board.phase not in LATER):
        return
    # Bids, and the order of tied houses, in auctions that the turn does not come to.
    sheet = turn.ahead.sheet
    for auction in sheet.bids:
        if sheet.bids[auction] and not turn.may(f"bids.{auction}"):
            yield warn("bid-not-asked", f"bids.{auction}", auction=auction)
    for name in sheet.ties.__struct_fields__:
        if getattr(sheet.ties, name) and not turn.may(f"ties.{name}"):
            yield warn("ties-not-asked", f"ties.{name}")
    if turn.westeros:
        yield from _unasked_parts(turn)
    else:
        yield from _loans(ahead)
        if ahead.sheet.choices.get(TACTICS) and not turn.chooses_tactics:
            yield warn("tactics-not-asked", f"choices.{TACTICS}")


def _unasked_parts(turn: TurnSections) -> Refusals:
    """Warn of sections a Westeros turn never asks; vassals' may be asked in each."""
    sheet = turn.ahead.sheet
    empty = type(sheet)()
    for name, section in turn.sections.items():
        later = section.all and section.all <= OCCASIONS.keys() and name != VASSALS
        if later and getattr(sheet, name) != getattr(empty, name):
            yield warn("kept-for-later", name, part=section.name)
    if sheet.choices.get(TACTICS):
        yield warn("kept-for-later", f"choices.{TACTICS}", part="tactics card")
    if sheet.muster != empty.muster and not turn.may(MUSTER):
        if any(token.musters for token in turn.edition.orders.values()):
            yield warn("kept-for-later", MUSTER, part=turn.sections[MUSTER].name)
        else:
            yield warn("muster-not-ahead", MUSTER)


def _loans(ahead: Prospect) -> Refusals:
    """Loans without a bank, or without an order that takes them."""
    if not any(rule.loan for rule in ahead.sheet.loans):
        return
    if ahead.board.bank is None:
        yield warn("loan-without-bank", "loans")
    sure = ahead.has_known_orders and not ahead.unnamed and not ahead.swaps_later
    if ahead.board.bank is not None and sure and not any(order.type == "iron-bank" for order in ahead.lying):
        yield warn("loan-without-order", "loans")


# What serves an area by itself.
USEFUL = ("defense", "consolidate-power")


def order_warnings(ahead: Prospect) -> Refusals:
    """Warn of areas without an order, unasked orders and support for nobody.
    Also of marches for which nothing is written."""
    if ahead.asked is not None:
        for area in () if ahead.may_leave_to_bot("orders") else ahead.asked.areas:
            if area in ahead.unnamed and area not in ahead.standing.orders:
                yield warn("no-order", f"orders.{area}", area=area)
    elif ahead.sheet.orders and not ahead.lasting and ahead.board.phase != "westeros":
        # What is written before the Westeros cards counts for the planning of the round too.
        yield warn("orders-not-asked", "orders")
    yield from _idle_support(ahead)
    if ahead.has_known_orders:
        yield from plans_without_order(ahead)
        yield from _marches_without_plan(ahead)


def _idle_support(ahead: Prospect) -> Refusals:
    """Warn of idle support while the house has a useful token left."""
    edition = ahead.edition
    for area, order in ahead.orders.items():
        token = edition.orders.get(order)
        near = edition.neighbours.get(area, frozenset())
        lonely = token is not None and token.type == "support" and not token.uses
        if lonely and not any(can_support(edition, area, n) for n in near) and _better(ahead, area):
            yield warn("support-reaches-nothing", f"orders.{area}", area=area)


def _better(ahead: Prospect, area: str) -> bool:
    """Whether a useful plain token may lie there instead; laid orders are fixed."""
    question, edition = ahead.asked, ahead.edition
    if question is None:
        return False
    return any(
        token.type in USEFUL
        and not token.special
        and refuse_order(edition, area, token.id, question.bans) is None
        and refuse_counts(edition, {**ahead.orders, area: token.id}, question.stars) is None
        for token in edition.orders.values()
    )


def plans_without_order(ahead: Prospect) -> Refusals:
    """Warn of plans and sequences for areas without such an order, even by the raven."""
    sections: tuple[tuple[str, str, Raids | Marches], ...]
    sections = (("raids", "raid", ahead.sheet.raids), ("marches", "march", ahead.sheet.marches))
    for name, kind, section in sections:
        for area in dict.fromkeys((*section.sequence, *section.areas)):
            if not ahead.may_do(area, kind):
                place = area if area in section.areas else "sequence"
                yield warn(f"plan-without-{kind}", f"{name}.{place}", area=area)


def _marches_without_plan(ahead: Prospect) -> Refusals:
    """Warn of March orders whose units stay for want of a plan in this sheet."""
    orders_first = ahead.board.phase == "planning"
    if ahead.pace != "bulk" and (orders_first or ahead.pace != "raven"):
        return
    sections = (ahead.sheet.marches, ahead.standing.marches)
    if ahead.sheet.answers or ahead.may_leave_to_bot("marches"):
        return
    for area, order in ahead.orders.items():
        token = ahead.edition.orders.get(order)
        if token is None or token.type != "march" or not ahead.has_units_in(area):
            continue
        planned = any(section.areas.get(area) for section in sections)
        wishes = [wish for section in sections for wish in section.wishes if wish.take]
        aimed = any(not wish.origins or area in wish.origins for wish in wishes)
        if not planned and not aimed:
            yield warn("march-without-plan", f"orders.{area}", area=area)


def star_warnings(ahead: Prospect) -> Refusals:
    """Warn of special orders beyond the certain stars, without an alternative.

    They are laid in the order of the data, so those behind it give way.
    """
    cards = stars_by_card(ahead.board, ahead.edition, ahead.house)
    most = max(cards.values(), default=0)
    # A question that is open has an id: by then the card lies on the table.
    if ahead.asked is None or ahead.asked.id or not most or ahead.sheet.answers:
        return
    sure, orders = ahead.asked.stars - most + _least_stars(ahead, cards), ahead.edition.orders
    areas = sorted(ahead.wishes, key=ahead.edition.area_order.__getitem__)
    starred = [area for area in areas if ahead.wishes[area] and orders[ahead.wishes[area][0]].special]
    names = ", ".join(card for card, stars in cards.items() if stars == most)
    for area in starred[max(0, sure) :]:
        if all(orders[order].special for order in ahead.wishes[area]):
            yield warn("star-needs-card", f"orders.{area}", area=area, cards=names, sure=max(0, sure))


def _least_stars(ahead: Prospect, cards: Mapping[str, int]) -> int:
    """Return the least special orders the card adds, whichever wish is chosen."""
    counts = []
    for rule in (*ahead.sheet.choices.get(TACTICS, ()), *ahead.standing.choices.get(TACTICS, ())):
        wish = next((wish for wish in rule.pick if wish in cards), None)
        if wish is None:
            continue
        counts.append(cards[wish])
        if rule.when is None:
            return min(counts)
    return min(cards.values())


def raid_warnings(ahead: Prospect) -> Refusals:
    """Warn of targets out of reach, or with no order a raid can remove."""
    for area, raid_rules in ahead.sheet.raids.areas.items():
        near = raid_goals(ahead.board, ahead.edition, ahead.house, area)
        for number, rule in enumerate(raid_rules):
            for target in rule.targets:
                if (
                    target in ahead.edition.areas
                    and target not in near
                    or target in near
                    and not _may_be_raided(ahead, target)
                ):
                    yield warn("raid-target-impossible", f"raids.{area}[{number}]", area=area, to=target)


def _may_be_raided(ahead: Prospect, target: str) -> bool:
    """Return whether a raid may remove an order in `target`; True if uncertain."""
    board, edition = ahead.board, ahead.edition
    if ahead.lasting or ahead.vassals:
        return True
    if board.orders:
        placed = board.orders.get(target)
        if placed is None or placed.house == ahead.house:
            return False
        raided = {type_ for token in edition.orders.values() for type_ in token.raids if token.does("raid")}
        # Until the raven has flown another token may come to lie there.
        return board.phase == "raven" or edition.orders[placed.order].type in raided
    return board.phase != "planning" or board.has_others(ahead.house, target)


def raven_warnings(ahead: Prospect) -> Refusals:
    """Warn of swaps without the raven, of missing orders, or for unusable tokens."""
    if not ahead.sheet.raven or ahead.lasting or ahead.board.phase not in ("planning", "raven"):
        return
    if not ahead.holds_raven:
        yield warn("raven-not-held", "raven", house=ahead.house)
        return
    ended = ""
    for where, rule in ahead.rules(RavenRule):
        if ended:
            yield warn("never-reached", where, place=ended)
        elif rule.look and not ahead.edition.ravens_look:
            yield warn("raven-no-look", where)
        elif rule.look and (rule.area or rule.order):
            yield warn("raven-looks-only", where)
        elif not rule.look and rule.area and rule.order:
            yield from _swap_warnings(ahead, rule, where)
        if rule.look and rule.when is None and ahead.edition.ravens_look:
            ended = ended or where


def _swap_warnings(ahead: Prospect, rule: RavenRule, where: str) -> Refusals:
    """Warn of a raven swap without an order there, or of a used or illegal token."""
    area, order, edition = str(rule.area), str(rule.order), ahead.edition
    if area not in ahead.orders and area not in ahead.unnamed:
        yield warn("raven-not-there", where, house=ahead.house, area=area)
        return
    if not ahead.certain:
        return
    token = edition.orders[order]
    used = list(ahead.orders.values())
    if used.count(order) >= token.copies:
        yield warn("raven-token-used", where, order=order, house=ahead.house)
    elif refuse_order(edition, area, order, ahead.board.bans) is not None or not _is_star_allowed(ahead, area, order):
        yield warn("raven-order-not-allowed", where, order=order, area=area)


def _is_star_allowed(ahead: Prospect, area: str, order: str) -> bool:
    """Return whether the King's Court allows a swapped-in token, by its star.
    Special orders are counted as those the sheet names."""
    edition, board = ahead.edition, ahead.board
    if ahead.asked is None:
        return any((swap.area, swap.order) == (area, order) for swap in swaps(board, edition, ahead.house))
    if not edition.orders[order].special:
        return True
    special = sum(edition.orders[placed_order].special for placed_order in ahead.orders.values())
    freed = area in ahead.unnamed or (edition.variant.raven_frees_star and edition.orders[ahead.orders[area]].special)
    return ahead.asked.stars - special + freed >= 1
