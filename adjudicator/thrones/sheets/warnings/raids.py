"""Warnings about raids, and about the raven."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.planning import refuse_order, swaps
from adjudicator.thrones.rules.raids import raid_goals
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.prospects import Prospect
from adjudicator.thrones.sheets.warnings.telling import warn


def raid_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Targets out of reach, or where no order of another lies or can come to lie that a raid removes."""
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
    force = board.forces.get(target)
    return board.phase != "planning" or (force is not None and force.house != ahead.house)


def raven_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Exchanges without the raven, of orders that are not there, for tokens that are used or not allowed."""
    rules = ahead.sheet.raven
    if not rules or ahead.lasting or ahead.board.phase not in ("planning", "raven"):
        return
    if not ahead.holds_raven:
        yield warn("raven-not-held", "raven", house=ahead.house)
        return
    ended = ""
    for number, rule in enumerate(rules):
        where = f"raven[{number}]"
        if ended:
            yield warn("never-reached", where, place=ended)
        elif rule.look and not ahead.edition.ravens_look:
            yield warn("raven-no-look", where)
        elif rule.look and (rule.area or rule.order):
            yield warn("raven-looks-only", where)
        elif not rule.look and rule.area and rule.order:
            yield from _exchange(ahead, rule, where)
        if rule.look and rule.when is None and ahead.edition.ravens_look:
            ended = ended or where


def _exchange(ahead: Prospect, rule: s.RavenRule, where: str) -> Iterator[Refusal]:
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
    elif refuse_order(edition, area, order, ahead.board.bans) is not None or not _starred(ahead, area, order):
        yield warn("raven-order-not-allowed", where, order=order, area=area)


def _starred(ahead: Prospect, area: str, order: str) -> bool:
    """Whether the King's Court allows the token, special orders being those that are named."""
    edition, board = ahead.edition, ahead.board
    if ahead.asked is None:
        return any((swap.area, swap.order) == (area, order) for swap in swaps(board, edition, ahead.house))
    if not edition.orders[order].special:
        return True
    special = sum(edition.orders[one].special for one in ahead.orders.values())
    freed = area in ahead.unnamed or (edition.variant.raven_frees_star and edition.orders[ahead.orders[area]].special)
    return ahead.asked.stars - special + freed >= 1
