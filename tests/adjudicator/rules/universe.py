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
from adjudicator.thrones.state import decisions as a
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position

FIRST = games.edition("first-edition")
AREAS = [*FIRST.areas, "casterly-rock"]
SIDES = ("attacker", "defender", "none", "both")


def _pieces(position: Position, decision: Any) -> Iterator[Answer]:
    for area, unit, routed in product(AREAS, FIRST.units, (False, True)):
        yield a.Piece(area, unit, routed)


def _ranked(position: Position, decision: Any) -> Iterator[Answer]:
    for count in range(len(position.board.houses) + 1):
        yield from (a.Ranked(houses) for houses in permutations(position.board.houses, count))


def _pledges(position: Position, decision: Any) -> Iterator[Answer]:
    for sides in product(SIDES, repeat=len(decision.areas)):
        yield a.Pledges(dict(zip(decision.areas, sides, strict=True)))
    yield a.Pledges({})
    yield a.Pledges({"winterfell": "attacker", "pyke": "defender"})


def _raids(position: Position, decision: Any) -> Iterator[Answer]:
    placed = list(position.board.orders)
    for area in AREAS:
        for count in range(4):
            yield from (a.Raid(area, targets) for targets in combinations(placed, count))


def _swaps(position: Position, decision: Any) -> Iterator[Answer]:
    yield a.Swap()
    yield a.Swap(look=True)
    yield from (a.Swap(area, order) for area, order in product([*AREAS, None], [*FIRST.orders, "march+2", None]))


def _marches(position: Position, decision: Any) -> Iterator[Answer]:
    """Marches of one unit to anywhere, and of nobody."""
    for area, token in product(AREAS, (False, True)):
        yield a.March(area, {}, token)
        for to, unit in product(AREAS, FIRST.units):
            yield a.March(area, {to: {unit: 1}}, token)


def _orders(position: Position, decision: Any) -> Iterator[Answer]:
    """One order alone, and none."""
    yield a.Orders({})
    yield from (a.Orders({area: order}) for area, order in product(AREAS, FIRST.orders))


def _recruits(position: Position, decision: Any) -> Iterator[Answer]:
    """One thing alone, and nothing."""
    yield a.Recruits()
    for area in [*decision.places, "karhold", "the-golden-sound"]:
        for unit, at, upgrade in product(FIRST.units, AREAS, (False, True)):
            yield a.Recruits((a.Recruit(area, unit, at, upgrade),))


UNIVERSES: dict[type[Answer], Callable[[Position, Any], Iterator[Answer]]] = {
    a.Piece: _pieces,
    a.Amount: lambda position, decision: (a.Amount(power) for power in range(-1, 25)),
    a.Ranked: _ranked,
    a.Named: lambda position, decision: (a.Named(house) for house in [*FIRST.houses, ""]),
    a.CardChoice: lambda position, decision: (a.CardChoice(card) for card in [*FIRST.cards, None]),
    a.AreaChoice: lambda position, decision: (a.AreaChoice(area) for area in [*AREAS, None]),
    a.YesNo: lambda position, decision: iter((a.YesNo(True), a.YesNo(False))),
    a.Pledges: _pledges,
    a.Orders: _orders,
    a.Swap: _swaps,
    a.Raid: _raids,
    a.March: _marches,
    a.Recruits: _recruits,
    a.Pick: lambda position, decision: (a.Pick(choice) for choice in ["decline", *FIRST.tracks]),
}


def _small(answer: Answer) -> bool:
    """Whether a large question's answer is among those the universe holds: one march of one unit, one order, one
    recruit."""
    if isinstance(answer, a.March):
        return sum(sum(units.values()) for units in answer.moves.values()) <= 1
    if isinstance(answer, a.Orders):
        return len(answer.orders) <= 1
    return not isinstance(answer, a.Recruits) or len(answer.wants) <= 1


def _key(answer: Answer) -> str:
    """The answer as words; in which order a raid's targets are named makes no difference."""
    if isinstance(answer, a.Raid):
        answer = a.Raid(answer.area, tuple(sorted(answer.targets)))
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
