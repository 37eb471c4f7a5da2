"""For each small question everything a player could possibly write, legal or not: what is accepted must be what is
offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from typing import Any

from adjudicator import games
from adjudicator.engine.decision import Answer, Decision
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.legality import LAWS
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position

FIRST = games.edition("first-edition")
AREAS = [*FIRST.areas, "casterly-rock"]
SIDES = ("attacker", "defender", "none", "both")


def _pieces(position: Position, decision: Any) -> Iterator[Answer]:
    for area, unit, routed in product(AREAS, FIRST.units, (False, True)):
        yield d.Piece(area, unit, routed)


def _ranked(position: Position, decision: Any) -> Iterator[Answer]:
    for count in range(len(position.board.houses) + 1):
        yield from (d.Ranked(houses) for houses in permutations(position.board.houses, count))


def _pledges(position: Position, decision: Any) -> Iterator[Answer]:
    for sides in product(SIDES, repeat=len(decision.areas)):
        yield d.Pledges(dict(zip(decision.areas, sides, strict=True)))
    yield d.Pledges({})
    yield d.Pledges({"winterfell": "attacker", "pyke": "defender"})


def _raids(position: Position, decision: Any) -> Iterator[Answer]:
    placed = list(position.board.orders)
    for area in AREAS:
        for count in range(4):
            yield from (d.Raid(area, targets) for targets in combinations(placed, count))


def _swaps(position: Position, decision: Any) -> Iterator[Answer]:
    yield d.Swap()
    yield d.Swap(look=True)
    yield from (d.Swap(area, order) for area, order in product([*AREAS, None], [*FIRST.orders, "march+2", None]))


def _marches(position: Position, decision: Any) -> Iterator[Answer]:
    """Marches of one unit to anywhere, and of nobody."""
    for area, token in product(AREAS, (False, True)):
        yield d.March(area, {}, token)
        for to, unit in product(AREAS, FIRST.units):
            yield d.March(area, {to: {unit: 1}}, token)


def _orders(position: Position, decision: Any) -> Iterator[Answer]:
    """One order alone, and none."""
    yield d.Orders({})
    yield from (d.Orders({area: order}) for area, order in product(AREAS, FIRST.orders))


def _recruits(position: Position, decision: Any) -> Iterator[Answer]:
    """One thing alone, and nothing."""
    yield d.Recruits()
    for area in [*decision.places, "karhold", "the-golden-sound"]:
        for unit, at, upgrade in product(FIRST.units, AREAS, (False, True)):
            yield d.Recruits((d.Recruit(area, unit, at, upgrade),))


UNIVERSES: dict[type[Answer], Callable[[Position, Any], Iterator[Answer]]] = {
    d.Piece: _pieces,
    d.Amount: lambda position, decision: (d.Amount(power) for power in range(-1, 25)),
    d.Ranked: _ranked,
    d.HouseChoice: lambda position, decision: (d.HouseChoice(house) for house in [*FIRST.houses, ""]),
    d.CardChoice: lambda position, decision: (d.CardChoice(card) for card in [*FIRST.cards, None]),
    d.AreaChoice: lambda position, decision: (d.AreaChoice(area) for area in [*AREAS, None]),
    d.YesNo: lambda position, decision: iter((d.YesNo(True), d.YesNo(False))),
    d.Pledges: _pledges,
    d.Orders: _orders,
    d.Swap: _swaps,
    d.Raid: _raids,
    d.March: _marches,
    d.Recruits: _recruits,
    d.Pick: lambda position, decision: (d.Pick(choice) for choice in ["decline", *FIRST.tracks]),
}


def _small(answer: Answer) -> bool:
    """Whether a large question's answer is among those the universe holds: one march of one unit, one order, one
    recruit."""
    if isinstance(answer, d.March):
        return sum(sum(units.values()) for units in answer.moves.values()) <= 1
    if isinstance(answer, d.Orders):
        return len(answer.orders) <= 1
    return not isinstance(answer, d.Recruits) or len(answer.wants) <= 1


def _key(answer: Answer) -> str:
    """The answer as words; in which order a raid's targets are named makes no difference."""
    if isinstance(answer, d.Raid):
        answer = d.Raid(answer.area, tuple(sorted(answer.targets)))
    return repr(answer)


def offered(position: Position, decision: Decision, most: int = 3000) -> set[str] | None:
    """Every small answer that is offered; None when there are too many answers to list them all."""
    found = set()
    for number, answer in enumerate(THRONES.legal_answers(position, decision)):
        if number >= most:
            return None
        if _small(answer):
            found.add(_key(answer))
    return found


def accepted(position: Position, decision: Decision) -> set[str]:
    """Every answer of the universe that is accepted."""
    everything = UNIVERSES[LAWS[type(decision)].answer](position, decision)
    return {_key(answer) for answer in everything if THRONES.check(position, decision, answer) is None}


def large(decision: Decision) -> bool:
    """Questions whose answers cannot always be listed in a moment."""
    return isinstance(decision, (d.PlaceOrders, d.MusterUnits, d.ResolveMarch))
