"""What is to be known of an area of a Westeros board: what it offers, who holds it, what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.thrones.rules.control import controller, facts_of
from adjudicator.thrones.rules.planning import own_areas
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state.board import CLOSED, Board
from adjudicator.thrones.state.components import Area
from narration.thrones.voice import Voice
from narration.words import N_
from web.family_pages import PlaceFacts

KINDS = {"land": N_("land"), "sea": N_("sea"), "port": N_("port")}
SETTLEMENTS = {"castle": N_("castle"), "city": N_("city"), "stronghold": N_("stronghold")}


def place_facts(view: Any, place: str, v: Any) -> PlaceFacts | None:
    """An area of the board that the view shows; None for anything else."""
    board, edition = view.board, v.edition
    if place not in edition.areas:
        return None
    facts = facts_of(board, edition, place)
    if facts.only_with and facts.only_with not in board.houses:
        return None
    beside = {*edition.neighbours[place], *facts.fords, *facts.arrows}
    near = tuple((one.id, v.area(one.id)) for one in edition.areas.values() if one.id in beside)
    lines = (*_standing(board, place, v), *_offered(facts, v))
    return PlaceFacts(v.area(place), _sort(facts, v), controller(board, edition, place) or "", lines, near)


def own_places(view: Any) -> Sequence[str]:
    """The areas where units of the reader's house stand."""
    return own_areas(view.board, edition_of(view), view.seat) if view.seat else ()


def _sort(facts: Area, v: Voice) -> str:
    named = SETTLEMENTS.get(facts.settlement)
    return ", ".join([v.say(KINDS[facts.kind]), *([v.say(named)] if named else [])])


def _standing(board: Board, place: str, v: Voice) -> Iterator[tuple[str, str]]:
    """What lies there: units, leaders, the order, tokens, and who defends it besides."""
    force, order, garrison = board.forces.get(place), board.orders.get(place), board.garrisons.get(place)
    if force is not None:
        units = v.units(force.units)
        routed = v.say("{units} routed", units=v.units(force.routed)) if force.routed else ""
        yield v.say("Units"), ", ".join(part for part in (units, routed) if part)
    led = [name for name, leader in board.leaders.items() if leader.area == place]
    if led:
        yield v.say("Leaders"), v.leaders(led)
    if order is not None:
        yield v.say("Order"), v.order(order.order) if order.order in v.edition.orders else v.say("face down")
    if garrison is not None:
        yield v.say("Garrison"), f"{v.house(garrison.house)}, {garrison.strength}"
    if place in board.tokens:
        yield v.say("Power token"), v.house(board.tokens[place])
    neutral = board.neutral.get(place, 0)
    if neutral:
        yield v.say("Neutral force"), v.say("nobody may enter") if neutral == CLOSED else str(neutral)
    if board.loyalty.get(place):
        yield v.say("Loyalty tokens"), str(board.loyalty[place])


def _offered(facts: Area, v: Voice) -> Iterator[tuple[str, str]]:
    """What it brings to whoever holds it."""
    if facts.supply:
        yield v.say("Supply"), str(facts.supply)
    if facts.power:
        yield v.say("Crowns"), str(facts.power)
    if facts.muster:
        yield v.say("Mustering points"), str(facts.muster)
    if facts.claim:
        yield v.say("Claim"), str(facts.claim)
    if facts.home_of:
        yield v.say("Home of"), v.house(facts.home_of)
