"""Which march is carried out next, and how its units split."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import partial

from adjudicator.thrones.rules.forced import only_idle
from adjudicator.thrones.rules.march_legality import MARCHES, is_attack
from adjudicator.thrones.sheets.conditions.context import Attempt, Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voices, in_sequence
from adjudicator.thrones.sheets.instructions.splitting import FEWER, Moves, fed, march_of
from adjudicator.thrones.sheets.instructions.wishes import marches_that_take
from adjudicator.thrones.sheets.kind import Kind
from adjudicator.thrones.sheets.sheet import MarchPlan
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.steward import marches as steward


def resolve_march(voices: Voices, scene: Scene, decision: d.ResolveMarch, trail: Trail) -> Iterator[Choice]:
    """The first area of the sequence that does not wait: its first plan that holds and is legal, else it stays.

    Wishes of what to take come after the plans of all areas, and before any stays. If all areas wait, the first goes by
    what is written after its waiting. Once a stop-condition holds, every march that is left stays.
    """
    order = in_sequence(decision.options, *(voice.sheet.marches.sequence for voice in voices))
    for voice in voices:
        stop = voice.sheet.marches.stop
        if stop is not None and trail.holds(f"{voice.prefix}marches.stop", stop):
            yield Choice(voice.by, f"{voice.prefix}marches.stop", March(order[0]))
    taking = [wish for voice in voices for wish in voice.sheet.marches.wishes if wish.take]
    idle = []
    for area in order:
        waits = yield from _area(voices, scene, trail, area, may_wait=len(order) > 1)
        idle += [] if waits else [area]
        if not waits and not taking:
            break
    yield from marches_that_take(voices, scene, decision, trail)
    if idle:
        # One that no wish names stays first, so that the others may still serve.
        named = {area for wish in taking for area in wish.origins}
        yield Choice("default", "", March(next((area for area in idle if area not in named), idle[0])))
    yield from _area(voices, scene, trail, order[0], may_wait=False)
    yield Choice("default", "", March(order[0]))


def _area(voices: Voices, scene: Scene, trail: Trail, area: str, *, may_wait: bool) -> Generator[Choice, None, bool]:
    """What the plans of one marching area propose; returns whether a plan said to wait, while there is another."""
    for voice in voices:
        place, plans = f"{voice.prefix}marches.{area}", voice.sheet.marches.areas.get(area, ())
        going = [fed(scene.board, scene.edition, scene.me, area, plan.moves) for plan in plans]
        judge = partial(_plan_holds, place, plans, [moves for moves, _ in going], scene, trail, area)
        for number, (plan, (moves, stay)) in enumerate(zip(plans, going, strict=True)):
            where = f"{place}[{number}]"
            if not trail.counts(place, plans, number, judge):
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
            if stay:
                trail.skip(where, FEWER, str(stay))
            yield Choice(voice.by, where, march_of(plan, scene, area, moves))
    return False


def plans_of(voices: Voices, scene: Scene, decision: d.ResolveMarch, area: str, trail: Trail) -> Iterator[Choice]:
    """What the plans of one marching area propose now; a plan that waits is noted as `waits`."""
    yield from _area(voices, scene, trail, area, may_wait=len(decision.options) > 1)


def _plan_holds(
    place: str,
    plans: Sequence[MarchPlan],
    going: Sequence[Moves],
    scene: Scene,
    trail: Trail,
    area: str,
    number: int,
    noted: bool,
) -> bool:
    """Whether the condition of a plan holds, strengths meaning the attack that the plan describes."""
    when, moves = plans[number].when, going[number]
    if when is None:
        return True
    goal = next((to for to in moves if is_attack(scene.board, scene.me, to)), next(iter(moves), None))
    if goal is not None:
        scene.attempt = Attempt(area, goal, moves[goal])
    try:
        return trail.holds(f"{place}[{number}]", when) if noted else trail.is_true(when)
    finally:
        scene.attempt = None


KINDS = (
    Kind(
        decision=d.ResolveMarch,
        part="marches",
        law=MARCHES,
        forced=lambda q: March(area) if (area := only_idle(q)) is not None else None,
        instruction=resolve_march,
        steward=steward.march,
        default=lambda p, q: March(next(iter(q.options))),
        words="The units stay where they are, if no plan and no wish speaks for them.",
    ),
)
