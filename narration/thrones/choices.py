"""How a reader's own choices were made: which instruction decided, which were passed over, what a default filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.engine.journal import Decided
from adjudicator.thrones.sheets.marches import FEWER
from adjudicator.thrones.sheets.resolver import policy_words
from narration.instruction_words import InstructionWords, who_decided
from narration.paragraph import Aside
from narration.thrones.condition_phrases import CONDITIONS
from narration.thrones.instructions import (
    KEPT_BACK,
    NO_ORDER_NAMED,
    ORDER_LEFT,
    REASONS,
    place_in_sheet,
    unnamed_areas,
    with_names,
)
from narration.thrones.phrases import choice_phrase, price_phrase
from narration.thrones.questions import ASKED
from narration.thrones.voice import Voice
from narration.words import N_

# What is told in percent of what the other can play.
SHARES = ("sure", "likely", "enough", "best")
NOTES = {
    KEPT_BACK: N_("Kept back: {place}: {cards}"),
    FEWER: N_("As many go as supply feeds: {place}: units that stay: {what}"),
}


def _moves(answer: Mapping[str, Any], v: Voice) -> str:
    moves: Mapping[str, Mapping[str, int]] = answer.get("moves") or {}
    led: Mapping[str, str] = answer.get("leaders") or {}
    goals = dict.fromkeys((*moves, *(to for to in led.values() if to != answer["area"])))
    if not goals:
        return v.say("{area} stays", area=v.area(answer["area"]))
    legs = []
    for to in goals:
        units = v.units(moves.get(to, {}), [leader for leader, goal in led.items() if goal == to])
        legs.append(f"{units} \u2192 {v.area(to)}")
    told = v.say("{area}: {legs}", area=v.area(answer["area"]), legs="; ".join(legs))
    return told + (v.say(", a power token stays") if answer.get("leave_token") else "")


def _offer(answer: Mapping[str, Any], v: Voice) -> str:
    if not answer.get("leaders"):
        return v.say("no offer")
    price = price_phrase(answer.get("power", 0), answer.get("hostages", ()), v)
    return v.say("{price} for {leaders}", price=price, leaders=v.leaders(answer["leaders"]))


def _recruits(answer: Mapping[str, Any], v: Voice) -> str:
    told = []
    for want in answer.get("wants") or ():
        text = N_("upgrade to {unit} in {at}") if want.get("upgrade") else N_("{unit} in {at}")
        told.append(v.say(text, unit=v.a_unit(want["unit"]), at=v.area(want["at"])))
    return "; ".join(told) or v.say("nothing")


def _pledges(answer: Mapping[str, Any], v: Voice) -> str:
    sides = {"attacker": v.say("the attacker"), "defender": v.say("the defender"), "none": v.say("nobody")}
    return ", ".join(
        v.say("{area} for {side}", area=v.area(a), side=sides.get(side, side)) for a, side in answer["sides"].items()
    )


def _raid(answer: Mapping[str, Any], v: Voice) -> str:
    targets = v.areas(answer.get("targets") or ()) or v.say("no target")
    return f"{v.area(answer['area'])} \u2192 {targets}"


def _swap(answer: Mapping[str, Any], v: Voice) -> str:
    if not answer.get("area"):
        return v.say("look at a wildling card") if answer.get("look") else v.say("left as it is")
    return v.say("{order} in {area}", order=v.order(answer["order"]), area=v.area(answer["area"]))


def answer_phrase(answer: Mapping[str, Any], v: Voice) -> str:
    """A choice in words, from its plain data."""
    match answer.get("kind"):
        case "piece":
            return v.say("{unit} in {at}", unit=v.a_unit(answer["unit"]), at=v.area(answer["area"]))
        case "amount":
            return v.power(answer["power"])
        case "ranked":
            return ", ".join(v.house(house) for house in answer["houses"])
        case "named":
            return v.house(answer["house"])
        case "card":
            return v.card(answer["card"]) if answer.get("card") else v.say("none")
        case "area":
            return v.area(answer["area"]) if answer.get("area") else v.say("none")
        case "yes-no":
            return v.say("yes") if answer["yes"] else v.say("no")
        case "pick":
            return choice_phrase(answer["choice"], v)
        case "spread":
            return ", ".join(f"{v.house(house)} {amount}" for house, amount in answer["gifts"].items())
        case "pledges":
            return _pledges(answer, v)
        case "orders":
            orders = answer["orders"]
            return ", ".join(f"{v.area(area)} {v.order(order)}" for area, order in orders.items()) or v.say("none")
        case "swap":
            return _swap(answer, v)
        case "raid":
            return _raid(answer, v)
        case "march":
            return _moves(answer, v)
        case "recruits":
            return _recruits(answer, v)
        case "offer":
            return _offer(answer, v)
    return str(answer.get("kind", ""))


INSTRUCTIONS = InstructionWords(
    CONDITIONS,
    REASONS,
    place_in_sheet,
    with_names,
    ASKED,
    answer_phrase,
    lambda event, v: policy_words(event.asked, event.source.get("rule", ""), v.edition),
    SHARES,
    NOTES,
)


def default_orders(event: Decided, v: Voice) -> str:
    """Orders that the published default filled in where a sheet named none; empty if it named all."""
    filled = _filled(event, NO_ORDER_NAMED, v)
    return v.say("DEFAULT where you named no order: {orders}", orders=filled) if filled else ""


def steward_orders(event: Decided, v: Voice) -> str:
    """Orders that the bot laid beside those of a sheet that left it the rest; empty if it laid none."""
    filled = _filled(event, ORDER_LEFT, v)
    return v.say("The bot chose where you named no order: {orders}", orders=filled) if filled else ""


def _filled(event: Decided, code: str, v: Voice) -> str:
    orders = event.answer.get("orders")
    if not orders:
        return ""
    areas = (area for area in unnamed_areas(event.source, code) if area in orders)
    return ", ".join(f"{v.area(area)} {v.order(orders[area])}" for area in areas)


def asides(event: Decided, v: Voice) -> list[Aside]:
    """The reader's lines about one choice; none where there was nothing to choose."""
    passed = INSTRUCTIONS.passed_over(event, v, (NO_ORDER_NAMED, ORDER_LEFT))
    if event.source["by"] == "forced" and not passed:
        return []
    line = INSTRUCTIONS.choice(event, v)
    if event.asked == "place-orders" and not event.source.get("reason"):
        # The story shows the orders beside it.
        line = v.say("{who}: {what}", who=who_decided(event, v), what=v.say(ASKED[event.asked]))
    lines = [INSTRUCTIONS.aside(event, line, passed, v)]
    if stewards := steward_orders(event, v):
        lines.append(Aside(stewards + ".", default=False))
    if filled := default_orders(event, v):
        lines.append(Aside(filled + ".", default=True))
    return lines
