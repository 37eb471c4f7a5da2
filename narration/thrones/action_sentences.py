"""Sentences for orders, the raven, raids, marches and control."""

from __future__ import annotations

from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Placed
from narration.paragraph import Row
from narration.thrones.loyalty_sentences import FLEW
from narration.thrones.sentences import tells
from narration.thrones.voice import Voice


def orders_by_house(orders: dict[str, Placed], v: Voice) -> list[Row]:
    """One row for each house: its orders by area, in the order of the map's data."""
    places = v.edition.area_order
    rows = []
    for house in v.edition.houses:
        mine = sorted((a for a, p in orders.items() if p.house == house), key=lambda a: places.get(a, 0))
        if mine:
            text = "; ".join(f"{v.area(a)}: {v.order(orders[a].order)}" for a in mine)
            rows.append(Row(v.house(house), text))
    return rows


@tells(e.OrdersRevealed)
def orders_revealed(event: e.OrdersRevealed, v: Voice) -> str:
    houses = {placed.house for placed in event.orders.values()}
    return v.say("All orders are turned up: {n} orders of {houses} houses.", n=len(event.orders), houses=len(houses))


@tells(e.RavenUsed)
def raven_used(event: e.RavenUsed, v: Voice) -> str:
    house = v.house(event.house)
    if not event.area:
        return v.say("{house} leaves the orders as they are.", house=house)
    return v.say(
        "{house}'s raven exchanges the order in {area}: {before} becomes {after}.",
        house=house,
        area=v.area(event.area),
        before=v.order(event.before),
        after=v.order(event.after),
    )


@tells(e.OrderRaided)
def order_raided(event: e.OrderRaided, v: Voice) -> str:
    told = v.say(
        "{house} raids from {area} and removes {victim}'s {order} in {target}.",
        house=v.house(event.house),
        area=v.area(event.area),
        victim=v.house(event.victim),
        order=v.order(event.order),
        target=v.area(event.target),
    )
    return told + (" " + v.say("That is pillage.") if event.pillage else "")


@tells(e.OrderRemoved)
def order_removed(event: e.OrderRemoved, v: Voice) -> str:
    values = {"house": v.house(event.house), "area": v.area(event.area), "order": v.order(event.order)}
    match event.because:
        case "spent":
            return v.say("{house}'s {order} in {area} is spent.", **values)
        case "stayed":
            return v.say("{house}'s {order} in {area} moves nobody.", **values)
        case "without-target":
            return v.say("{house}'s {order} in {area} finds no target.", **values)
        case "cleared":
            return v.say("{house}'s {order} in {area} is taken up at the end of the round.", **values)
        case "conquered" | "moved-out":
            return v.say("{house}'s {order} in {area} is lost with the area.", **values)
    return v.say("{house}'s {order} in {area} is removed ({reason}).", reason=v.reason(event.because), **values)


@tells(e.UnitsMoved)
def units_moved(event: e.UnitsMoved, v: Voice) -> str:
    values = {
        "house": v.house(event.house),
        "units": v.units(event.units),
        "origin": v.area(event.origin),
        "to": v.area(event.to),
    }
    if event.flew is True:
        return v.say(FLEW, **values)
    if event.by_ship:
        return v.say("{house} ships {units} from {origin} to {to}.", **values)
    return v.say("{house} marches {units} from {origin} to {to}.", **values)


@tells(e.TokenPlaced)
def token_placed(event: e.TokenPlaced, v: Voice) -> str:
    return v.say("{house} leaves a power token in {area}.", house=v.house(event.house), area=v.area(event.area))


@tells(e.TokenRemoved)
def token_removed(event: e.TokenRemoved, v: Voice) -> str:
    values = {"house": v.house(event.house), "area": v.area(event.area), "by": v.house(event.by)}
    if event.by and event.by != event.house:
        return v.say("{house}'s token in {area} is removed by {by}.", **values)
    return v.say("{house}'s token in {area} goes back to the pool.", **values)


@tells(e.UnitsRallied)
def units_rallied(event: e.UnitsRallied, v: Voice) -> str:
    return v.say("Routed units stand up again in {areas}.", areas=v.areas(event.areas))


@tells(e.OrdersCleared)
def orders_cleared(event: e.OrdersCleared, v: Voice) -> str:
    return v.say("The remaining orders are taken up.")
