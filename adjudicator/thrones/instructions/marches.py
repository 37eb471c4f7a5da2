"""Which march is carried out next, and how its units split."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

from adjudicator.thrones import decisions as d
from adjudicator.thrones.answers import March
from adjudicator.thrones.instructions.voices import Choice, Trail, Voice, Voices, in_sequence
from adjudicator.thrones.marches import empties, is_attack, may_leave_token
from adjudicator.thrones.scene import Attempt, Scene
from adjudicator.thrones.sheet import MarchPlan, Move

Moves = dict[str, dict[str, int]]


def resolve_march(voices: Voices, scene: Scene, decision: d.ResolveMarch, trail: Trail) -> Iterator[Choice]:
    """The first area of the sequence that does not wait: its first plan that holds and is legal, else it stays.

    If all of them wait, the first goes by what is written after its waiting. Once a stop-condition holds, every march
    that is left stays.
    """
    order = in_sequence(decision.options, *(voice.sheet.marches.sequence for voice in voices))
    for voice in voices:
        stop = voice.sheet.marches.stop
        if stop is not None and trail.holds(f"{voice.prefix}marches.stop", stop):
            yield Choice(voice.by, f"{voice.prefix}marches.stop", March(order[0]))
    for area in order:
        waits = yield from _area(voices, scene, trail, area, may_wait=len(order) > 1)
        if not waits:
            yield Choice("default", "", March(area))
    yield from _area(voices, scene, trail, order[0], may_wait=False)
    yield Choice("default", "", March(order[0]))


def _area(voices: Voices, scene: Scene, trail: Trail, area: str, *, may_wait: bool) -> Generator[Choice, None, bool]:
    """What the plans of one marching area propose; returns whether a plan said to wait, while there is another."""
    force = scene.board.forces.get(area)
    units = force.units if force is not None and force.house == scene.me else {}
    for voice in voices:
        for number, plan in enumerate(voice.sheet.marches.areas.get(area, ())):
            where = f"{voice.prefix}marches.{area}[{number}]"
            moves = split(plan.moves, units)
            if not _plan_holds(where, plan, scene, trail, area, moves):
                continue
            if plan.wait and may_wait:
                trail.skip(where, "waits", "another march goes first")
                return True
            if plan.wait:
                trail.skip(where, "nothing-to-wait-for", "no other march is left to go first")
                continue
            if plan.moves and not moves:
                trail.skip(where, "nothing-moves", f"no units in {area} that this plan could move")
                continue
            yield _march(voice, where, plan, scene, area, moves)
    return False


def _plan_holds(where: str, plan: MarchPlan, scene: Scene, trail: Trail, area: str, moves: Moves) -> bool:
    """Whether the plan's condition holds, strengths meaning the attack that the plan describes."""
    if plan.when is None:
        return True
    goal = next((to for to in moves if is_attack(scene.board, scene.me, to)), next(iter(moves), None))
    if goal is not None:
        scene.attempt = Attempt(area, goal, moves[goal])
    try:
        return trail.holds(where, plan.when)
    finally:
        scene.attempt = None


def _march(voice: Voice, where: str, plan: MarchPlan, scene: Scene, area: str, moves: Moves) -> Choice:
    answer = March(area, moves)
    token = plan.leave_token == "must"
    if plan.leave_token == "if-possible" and moves:
        token = empties(scene.board, answer) and may_leave_token(scene.board, scene.edition, scene.me, area)
    return Choice(voice.by, where, March(area, moves, leave_token=token))


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
