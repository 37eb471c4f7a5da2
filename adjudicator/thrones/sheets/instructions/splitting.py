"""How the units of a marching area split, and the march that comes of it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import UNSET

from adjudicator.thrones.rules.battle_facts import besieges
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.march_legality import empties, may_leave_token, supply_changes
from adjudicator.thrones.rules.strength import total, unit_items
from adjudicator.thrones.rules.supply import fits
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.sheet import STAYS, MarchPlan, Move
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition

Moves = dict[str, dict[str, int]]
# A plan of which fewer units go than it says, as many as supply feeds, is noted so with the number that stays.
FEWER = "as-many-as-supply-feeds"


def march_of(plan: MarchPlan, scene: Scene, area: str, moves: Moves) -> March:
    """The march that a plan makes with these moves, and its token."""
    token = plan.leave_token == "must"
    if plan.leave_token == "if-possible" and moves:
        token = empties(scene.board, March(area, moves)) and may_leave_token(scene.board, scene.edition, scene.me, area)
    march = March(area, moves, leave_token=token)
    return _led(plan, scene, march) if plan.leaders else march


def _led(plan: MarchPlan, scene: Scene, march: March) -> March:
    """The march with leaders going where the plan says; of others what would happen anyway."""
    hooks = hooks_of(scene.edition)
    usual = hooks.completed(scene.board, scene.edition, scene.me, march)
    going = {} if usual.leaders is UNSET else dict(usual.leaders)
    for name, to in plan.leaders.items():
        leader = scene.board.leaders.get(name)
        if leader is None or leader.area != march.area:
            continue
        going.pop(name, None)
        if to != STAYS:
            going[name] = to
    return msgspec.structs.replace(march, leaders=going)


def split(wanted: tuple[Move, ...], units: Mapping[str, int]) -> Moves:
    """How many units of each kind go where: exact counts first, then `all` and the `rest`; empty groups are left
    out."""
    moves: Moves = {}
    left = dict(units)
    for move in wanted:
        if isinstance(move.units, dict):
            for unit, count in sorted(move.units.items()):
                _add(moves, move.to, unit, count)
                left[unit] = left.get(unit, 0) - count
    for move in wanted:
        if isinstance(move.units, str):
            pool = units if move.units == "all" else left
            for unit, count in list(pool.items()):
                going = count - move.keep.get(unit, 0)
                if going > 0:
                    _add(moves, move.to, unit, going)
                    left[unit] = left.get(unit, 0) - going
    return moves


def _add(moves: Moves, to: str, unit: str, count: int) -> None:
    if count > 0:
        group = moves.setdefault(to, {})
        group[unit] = group.get(unit, 0) + count


def fed(board: Board, edition: Edition, house: str, area: str, wanted: tuple[Move, ...]) -> tuple[Moves, int]:
    """The split of a house's units in an area, and how many of them stay for supply: of those that go as `all` or the
    `rest` as many go as supply feeds, the strongest. Exact counts go as they are, and none stay where it takes more
    than that."""
    force = board.forces.get(area)
    units = force.units if force is not None and force.house == house else {}
    moves = split(wanted, units)
    if not moves or fits(board, edition, house, supply_changes(March(area, moves))):
        return moves, 0
    exact = split(tuple(move for move in wanted if isinstance(move.units, dict)), units)
    loose = [
        (to, unit)
        for to, group in reversed(moves.items())
        for unit, count in group.items()
        for _ in range(count - exact.get(to, {}).get(unit, 0))
    ]

    def strength(one: tuple[str, str]) -> int:
        siege = besieges(board, edition, one[0])
        return total(unit_items(edition, {one[1]: 1}, house, siege=siege, growth=board.growth))

    left = {to: dict(group) for to, group in moves.items()}
    for stay, (to, unit) in enumerate(sorted(loose, key=strength), 1):
        left[to] = {kind: count - (kind == unit) for kind, count in left[to].items() if count > (kind == unit)}
        if not left[to]:
            break
        if fits(board, edition, house, supply_changes(March(area, left))):
            return left, stay
    return moves, 0
