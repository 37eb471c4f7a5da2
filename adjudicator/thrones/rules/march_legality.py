"""Marches: which are legal, and how one is carried out (1e rules: march orders, ship transport, control, neutral
forces).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import msgspec

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.battle_facts import besieges
from adjudicator.thrones.rules.control import controller, free_tokens
from adjudicator.thrones.rules.geography import flown, reach
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.legality import Law, Pick
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.strength import support_strength, supporters, total, unit_items
from adjudicator.thrones.rules.supply import fits
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.state.events import Item

# The order printed on the back of every leader's token.
LEADER_MARCH = "leader-march"


def options(board: Board, edition: Edition, house: str, area: str) -> tuple[str, ...]:
    """Where standing units in a marching area may go; empty if none can march."""
    force = board.forces.get(area)
    if force is None or force.house != house or not force.units:
        return ()
    found = dict.fromkeys(reach(board, edition, house, area))
    found.update(dict.fromkeys(flown(board, edition, house, area)))
    return tuple(to for to in found if not spared(board, edition, house, to))


def spared(board: Board, edition: Edition, house: str, to: str) -> bool:
    """Whether a march may not go there: to what others of the family hold; for a vassal, into a port (MoD rules)."""
    if not board.commanders:
        return False
    owner = controller(board, edition, to)
    return (house in board.vassals and to in edition.ports) or (owner != house and owner in board.family(house))


def is_attack(board: Board, house: str, area: str) -> bool:
    """Whether moving in starts a battle (a garrison fights too) or meets a neutral force."""
    force, garrison = board.forces.get(area), board.garrisons.get(area)
    guarded = garrison is not None and garrison.house != house
    return area in board.neutral or guarded or (force is not None and force.house != house)


def marching_order(board: Board, area: str) -> str:
    """The order that moves units out of an area: that of a leader whose token lies face down, else the one there."""
    turned = any(leader.area == area and leader.active for leader in board.leaders.values())
    return LEADER_MARCH if turned else board.orders[area].order


def marching_strength(board: Board, edition: Edition, house: str, answer: March, to: str) -> list[Item]:
    """What counts against a neutral force before others lend support: units, march order, own supporters."""
    order = marching_order(board, answer.area)
    siege = besieges(board, edition, to)
    items = unit_items(edition, answer.moves[to], house, siege=siege, growth=board.growth)
    items.append(Item("order", edition.orders[order].modifier, order, area=answer.area, house=house))
    more = hooks_of(edition).march_items
    items += more(board, edition, house, answer, to) if more is not None else ()
    for area in supporters(board, edition, to):
        if board.orders[area].house == house:
            value = support_strength(board, edition, area, siege=siege)
            items.append(Item("support", value, area=area, house=house))
    return items


def lenders(board: Board, edition: Edition, house: str, to: str) -> list[str]:
    """Support orders of other houses that could help a march into `to`."""
    return [area for area in supporters(board, edition, to) if board.orders[area].house != house]


def could_overcome(board: Board, edition: Edition, house: str, answer: March, to: str) -> bool:
    """Whether a neutral force can be overcome if everyone entitled helps (1e rules: neutral forces; EX-20)."""
    own = total(marching_strength(board, edition, house, answer, to))
    siege = besieges(board, edition, to)
    lent = sum(support_strength(board, edition, area, siege=siege) for area in lenders(board, edition, house, to))
    return own + lent >= board.neutral[to]


def empties(board: Board, answer: March) -> bool:
    """Whether the march leaves no unit behind."""
    leaving = sum(sum(units.values()) for units in answer.moves.values())
    return leaving == board.forces[answer.area].size()


def may_leave_token(board: Board, edition: Edition, house: str, area: str) -> bool:
    """Whether a token may be left in an emptied area: land, not the own home, not marked yet, and Power at hand
    (FAQ-02); a vassal takes it from the pool.
    """
    facts = edition.areas[area]
    if facts.kind != "land" or facts.home_of == house or area in board.tokens:
        return False
    return free_tokens(board, edition, house) > 0 if house in board.vassals else board.power[house] > 0


def refuse_moves(
    board: Board, edition: Edition, house: str, answer: March, reachable: tuple[str, ...]
) -> Refusal | None:
    """Why these units cannot go to these areas."""
    where = f"marches.{answer.area}"
    leaving: dict[str, int] = {}
    for to, units in answer.moves.items():
        if to not in reachable:
            return Refusal("area-not-adjacent", f"{to} cannot be reached from {answer.area}", where)
        if not units or any(count < 1 for count in units.values()):
            return Refusal("nothing-moves", f"name at least one unit that goes to {to}", where)
        for unit, count in units.items():
            leaving[unit] = leaving.get(unit, 0) + count
    standing = board.forces[answer.area].units
    for unit, count in leaving.items():
        if count > standing.get(unit, 0):
            words = f"{answer.area} has {standing.get(unit, 0)} {unit} able to march, not {count}"
            return Refusal("units-not-there", words, where)
    return _refuse_flight(board, edition, house, answer)


def _refuse_flight(board: Board, edition: Edition, house: str, answer: March) -> Refusal | None:
    """Only what flies goes where no march leads (MoD rules: marching and flying with dragons)."""
    if not any(edition.units[unit].flies for unit in board.forces[answer.area].units):
        return None
    walkers = {to: [u for u in units if not edition.units[u].flies] for to, units in answer.moves.items()}
    beyond = set(answer.moves) - set(reach(board, edition, house, answer.area))
    for to in answer.moves:
        if to in beyond and walkers[to]:
            words = f"{', '.join(walkers[to])} cannot march from {answer.area} to {to}; only dragons fly there"
            return Refusal("area-not-adjacent", words, f"marches.{answer.area}")
    return None


def _refuse_attack(board: Board, edition: Edition, house: str, answer: March) -> Refusal | None:
    where = f"marches.{answer.area}"
    attacked = [to for to in answer.moves if is_attack(board, house, to)]
    if len(attacked) > 1:
        return Refusal("one-battle-a-march", f"one march attacks one area, not {' and '.join(attacked)}", where)
    for to in attacked:
        if to in board.neutral and not could_overcome(board, edition, house, answer, to):
            words = f"the neutral force of {board.neutral[to]} in {to} is too strong for this march"
            return Refusal("neutral-too-strong", words, where)
    return None


def _refuse_port(board: Board, edition: Edition, answer: March) -> Refusal | None:
    """A port holds only so many ships."""
    for to, units in answer.moves.items():
        force = board.forces.get(to)
        if to in edition.ports and sum(units.values()) + (force.size() if force else 0) > edition.port_limit:
            words = f"{to} holds {edition.port_limit} ships at most"
            return Refusal("port-full", words, f"marches.{answer.area}")
    return None


def supply_changes(answer: March) -> dict[str, int]:
    """How a march changes the number of units in each area."""
    changes = {to: sum(units.values()) for to, units in answer.moves.items()}
    changes[answer.area] = -sum(changes.values())
    return changes


def _if_refused_help(board: Board, edition: Edition, house: str, answer: March) -> March:
    """The march as it ends when others lend no support against a neutral force: those units stay."""
    for to in answer.moves:
        if to in board.neutral and total(marching_strength(board, edition, house, answer, to)) < board.neutral[to]:
            return March(answer.area, {t: units for t, units in answer.moves.items() if t != to})
    return answer


def check_march(position: Position, decision: d.ResolveMarch, answer: March) -> Refusal | None:
    """Why this march is not legal."""
    board, edition, house = position.board, edition_of(position), decision.house
    where = f"marches.{answer.area}"
    if answer.area not in decision.options:
        return Refusal("no-march-order-there", f"{answer.area} holds no march order of {house}", "marches")
    refusal = hooks_of(edition).refuse_march(board, edition, house, answer)
    if refusal is not None:
        return refusal
    if not answer.moves:
        words = "a Power token is left only where all units leave"
        return Refusal("token-needs-empty-area", words, where) if answer.leave_token else None
    refusal = refuse_moves(board, edition, house, answer, decision.options[answer.area])
    refusal = refusal or _refuse_attack(board, edition, house, answer) or _refuse_port(board, edition, answer)
    if refusal is not None:
        return refusal
    if not fits(board, edition, house, supply_changes(answer)):
        return Refusal("supply-exceeded", "the armies after this march would exceed the supply limits", where)
    alone = _if_refused_help(board, edition, house, answer)
    if alone is not answer and not fits(board, edition, house, supply_changes(alone)):
        words = "should the hoped-for support not come, the units that stay would exceed the supply limits"
        return Refusal("supply-exceeded", words, where)
    if answer.leave_token and not empties(board, answer):
        return Refusal("token-needs-empty-area", "a Power token is left only where all units leave", where)
    if answer.leave_token and not may_leave_token(board, edition, house, answer.area):
        words = "no token can be left: at sea, at home, where one lies, or without available Power"
        return Refusal("token-not-allowed", words, where)
    return None


def splits(units: Mapping[str, int], destinations: tuple[str, ...]) -> Iterator[dict[str, dict[str, int]]]:
    """Every way to send units to destinations or keep them."""

    def shares(count: int, places: int) -> Iterator[tuple[int, ...]]:
        if not places:
            yield ()
            return
        for first in range(count + 1):
            for rest in shares(count - first, places - 1):
                yield (first, *rest)

    kinds = list(units)
    for parts in product(*(shares(units[kind], len(destinations)) for kind in kinds)):
        moves: dict[str, dict[str, int]] = {}
        for kind, part in zip(kinds, parts, strict=True):
            for to, count in zip(destinations, part, strict=True):
                if count:
                    moves.setdefault(to, {})[kind] = count
        yield moves


def every_march(position: Position, decision: d.ResolveMarch) -> Iterator[March]:
    """Every legal march, those that stay first for each area; tokens both ways where allowed."""
    board, edition = position.board, edition_of(position)
    for area, destinations in decision.options.items():
        force = board.forces.get(area)
        units = force.units if force is not None and destinations else {}
        for moves in splits(units, destinations):
            for answer in _with_leaders(board, edition, decision.house, March(area, moves)):
                if check_march(position, decision, answer) is not None:
                    continue
                yield answer
                if moves and empties(board, answer) and may_leave_token(board, edition, decision.house, area):
                    yield msgspec.structs.replace(answer, leave_token=True)


def _with_leaders(board: Board, edition: Edition, house: str, answer: March) -> Iterator[March]:
    """A march, and the same with all else that may be said of it."""
    yield answer
    yield from hooks_of(edition).more_marches(board, edition, house, answer)


def sample_march(position: Position, decision: d.ResolveMarch, pick: Pick) -> March:
    """One legal march: each unit goes somewhere at random; after eight illegal tries everyone stays."""
    board, edition = position.board, edition_of(position)
    areas = list(decision.options)
    area = areas[pick(len(areas))]
    destinations = decision.options[area]
    for _ in range(8):
        moves: dict[str, dict[str, int]] = {}
        for unit, count in board.forces[area].units.items() if destinations else ():
            for _each in range(count):
                choice = pick(len(destinations) + 1)
                if choice:
                    group = moves.setdefault(destinations[choice - 1], {})
                    group[unit] = group.get(unit, 0) + 1
        answer = March(area, moves)
        others = list(hooks_of(edition).more_marches(board, edition, decision.house, answer))
        if others:
            answer = (answer, *others)[pick(len(others) + 1)]
        if check_march(position, decision, answer) is None:
            token = bool(moves) and empties(board, answer) and may_leave_token(board, edition, decision.house, area)
            return msgspec.structs.replace(answer, leave_token=token and pick(2) == 1)
    return March(area)


def retreat_areas(board: Board, edition: Edition, house: str, area: str, origin: str) -> tuple[str, ...]:
    """Where losing defenders may go: adjacent or by own ships, not where the attacker came from, free or their own
    (EX-29).
    """
    found = []
    for to in reach(board, edition, house, area):
        force = board.forces.get(to)
        if to == origin or to in board.neutral or (force is not None and force.house != house):
            continue
        if controller(board, edition, to) in (None, house):
            found.append(to)
    return tuple(found)


MARCHES = Law(March, check_march, every_march, sample_march)
