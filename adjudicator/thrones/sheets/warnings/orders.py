"""Warnings about orders, and about plans for areas that have none."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.planning import refuse_counts, refuse_order
from adjudicator.thrones.rules.strength import can_support
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.prospects import Prospect
from adjudicator.thrones.sheets.warnings.telling import warn

# What serves an area by itself.
USEFUL = ("defense", "consolidate-power")


def order_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Areas without an order, orders nobody asks for, support that helps nobody, marches for which nothing is
    written."""
    if ahead.asked is not None:
        for area in () if ahead.left("orders") else ahead.asked.areas:
            if area in ahead.unnamed and area not in ahead.standing.orders:
                yield warn("no-order", f"orders.{area}", area=area)
    elif ahead.sheet.orders and not ahead.lasting and ahead.board.phase != "westeros":
        # What is written before the Westeros cards counts for the planning of the round too.
        yield warn("orders-not-asked", "orders")
    yield from _idle_support(ahead)
    if ahead.known:
        yield from plans_without_order(ahead)
        yield from _marches_without_plan(ahead)


def _idle_support(ahead: Prospect) -> Iterator[Refusal]:
    """Support that helps nobody, where the house has a token left that would do something."""
    edition = ahead.edition
    for area, order in ahead.orders.items():
        token = edition.orders.get(order)
        near = edition.neighbours.get(area, frozenset())
        lonely = token is not None and token.type == "support" and not token.uses
        if lonely and not any(can_support(edition, area, n) for n in near) and _better(ahead, area):
            yield warn("support-reaches-nothing", f"orders.{area}", area=area)


def _better(ahead: Prospect, area: str) -> bool:
    """Whether a plain token of use may lie in an area instead; of orders that lie already nothing can be changed."""
    asked, edition = ahead.asked, ahead.edition
    if asked is None:
        return False
    return any(
        token.type in USEFUL
        and not token.special
        and refuse_order(edition, area, token.id, asked.bans) is None
        and refuse_counts(edition, {**ahead.orders, area: token.id}, asked.stars) is None
        for token in edition.orders.values()
    )


def plans_without_order(ahead: Prospect) -> Iterator[Refusal]:
    """Plans, and places in a sequence, for areas that have no such order, not even by the raven."""
    sections: tuple[tuple[str, str, s.Raids | s.Marches], ...]
    sections = (("raids", "raid", ahead.sheet.raids), ("marches", "march", ahead.sheet.marches))
    for name, kind, section in sections:
        for area in dict.fromkeys((*section.sequence, *section.areas)):
            if not ahead.may_do(area, kind):
                place = area if area in section.areas else "sequence"
                yield warn(f"plan-without-{kind}", f"{name}.{place}", area=area)


def _marches_without_plan(ahead: Prospect) -> Iterator[Refusal]:
    """March orders whose units certainly stay, as nothing is written for them, where this sheet is asked about them."""
    orders_first = ahead.board.phase == "planning"
    if ahead.pace != "bulk" and (orders_first or ahead.pace != "raven"):
        return
    sections = (ahead.sheet.marches, ahead.standing.marches)
    if ahead.sheet.answers or ahead.left("marches"):
        return
    for area, order in ahead.orders.items():
        token = ahead.edition.orders.get(order)
        if token is None or token.type != "march" or not ahead.mine(area):
            continue
        planned = any(one.areas.get(area) for one in sections)
        wishes = [wish for one in sections for wish in one.wishes if wish.take]
        aimed = any(not wish.origins or area in wish.origins for wish in wishes)
        if not planned and not aimed:
            yield warn("march-without-plan", f"orders.{area}", area=area)
