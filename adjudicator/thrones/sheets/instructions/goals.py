"""Marches by goal: worked out at each march over everything of the house that may still march."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.improvements import facts_of
from adjudicator.thrones.rules.march_legality import is_attack
from adjudicator.thrones.rules.strength import total, unit_items
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.context import Attempt, Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voices
from adjudicator.thrones.sheets.instructions.splitting import Moves, march_of, split
from adjudicator.thrones.sheets.sheet import Goal
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition

ANY_OF: Mapping[str, Callable[[Board, Edition, str], bool]] = {
    "any-settlement": lambda board, edition, area: facts_of(board, edition, area).settlement != "none",
    "any-barrel": lambda board, edition, area: facts_of(board, edition, area).supply > 0,
    "any-crown": lambda board, edition, area: facts_of(board, edition, area).power > 0,
    "any-land": lambda board, edition, area: edition.areas[area].kind == "land",
    "any-sea": lambda board, edition, area: edition.areas[area].kind == "sea",
}


# What is weighed at one march at most, in parts of conditions, and what one that weighs hands of cards counts for:
# a sheet whose author means harm must not hold up a whole game.
MOST_WEIGHED, HANDS = 6_000, 8


class Aim:
    """One march that might serve a goal: where it goes, with what; `to` is what it is about."""

    def __init__(self, origin: str, to: str, moves: Moves) -> None:
        self.origin, self.to, self.moves = origin, to, moves


class Campaigning:
    """The goals of a house at one of its marches; `kept` is what earlier goals leave where it stands."""

    def __init__(self, scene: Scene, decision: d.ResolveMarch, order: list[str], trail: Trail) -> None:
        self.scene, self.decision, self.order, self.trail = scene, decision, order, trail
        self.kept: dict[str, int] = {}
        self._left = MOST_WEIGHED

    def marches(self, voices: Voices) -> Iterator[Choice]:
        """The marches that serve goals, in the order of the goals; what is not legal is passed over by who asks."""
        for voice in voices:
            goals = voice.sheet.marches.goals
            for number, goal in enumerate(goals):
                where = f"{voice.prefix}marches.goals[{number}]"
                found, cost = False, _cost(goal)
                for aim in self._aims(goal, self._origins(goal)):
                    self._left -= cost
                    if self._left < 0:
                        self.trail.skip(where, "too-much-to-weigh", "the goals mean more marches than can be weighed")
                        return
                    if self._holds(where, goal, aim):
                        found = True
                        yield Choice(voice.by, where, march_of(goal, self.scene, aim.origin, aim.moves))
                if not found:
                    self.trail.skip(where, "no-march-serves", "none of the marches that are left serves this goal now")

    def _origins(self, goal: Goal) -> list[str]:
        return [area for area in goal.origins or self.order if area in self.decision.options]

    def _holds(self, where: str, goal: Goal, aim: Aim) -> bool:
        """Whether a march leaves what must stay, and the goal's condition holds for it."""
        if self._strips(aim):
            return False
        if goal.when is None:
            return True
        self.scene.attempt = Attempt(aim.origin, aim.to, aim.moves[aim.to])
        try:
            if not self.trail.is_true(goal.when):
                return False
            self.trail.held(where, goal.when)
            return True
        finally:
            self.scene.attempt = None

    def _strips(self, aim: Aim) -> bool:
        """Whether a march takes from an area what an earlier goal keeps there."""
        least = self.kept.get(aim.origin)
        if least is None:
            return False
        leaving = sum(self._strength(units) for units in aim.moves.values())
        return self.scene.defence(aim.origin) - leaving < least

    def _strength(self, units: Mapping[str, int]) -> int:
        scene = self.scene
        return total(unit_items(scene.edition, units, scene.me, growth=scene.board.growth))

    def _aims(self, goal: Goal, origins: list[str]) -> Iterator[Aim]:
        """Every march from some areas that might serve a goal, best first."""
        for area in goal.hold:
            yield from self._relief(goal, area, origins)
        for to in self._targets(goal, origins):
            for origin in origins:
                if to in self.decision.options[origin]:
                    for units in self._bands(goal, origin):
                        yield from self._with_rest(goal, origin, to, units)
        if not goal.take and not goal.hold:
            for origin in origins:
                moves = split(goal.moves, self._standing(origin))
                if moves and all(to in self.decision.options[origin] for to in moves):
                    fought = next((to for to in moves if is_attack(self.scene.board, self.scene.me, to)), None)
                    yield Aim(origin, fought or next(iter(moves)), moves)

    def _relief(self, goal: Goal, area: str, origins: list[str]) -> Iterator[Aim]:
        """Marches that bring what an own area lacks; once it lacks nothing it keeps that."""
        scene = self.scene
        force = scene.board.forces.get(area)
        holder = force.house if force is not None else controller(scene.board, scene.edition, area)
        if holder != scene.me:
            return
        lacks = goal.strength - scene.defence(area)
        if lacks <= 0:
            self.kept[area] = max(self.kept.get(area, 0), goal.strength)
            return
        for origin in origins:
            if area in self.decision.options[origin]:
                bands = list(self._bands(goal, origin))
                for units in [band for band in bands if self._strength(band) >= lacks][:1] or bands[-1:]:
                    yield from self._with_rest(goal, origin, area, units)

    def _targets(self, goal: Goal, origins: list[str]) -> list[str]:
        """The areas to take, each once, in the order of the goal; of a kind those of others come first."""
        board, edition, me = self.scene.board, self.scene.edition, self.scene.me
        found: dict[str, None] = {}
        for wish in goal.take:
            of_kind = ANY_OF.get(wish)
            if of_kind is None:
                found[wish] = None
                continue
            reached = {to for origin in origins for to in self.decision.options[origin] if of_kind(board, edition, to)}
            owned = {to: controller(board, edition, to) for to in reached}
            found.update(dict.fromkeys(sorted(reached, key=lambda to: (owned[to] is None, edition.area_order[to]))))
        return [to for to in found if not self._mine(to, me)]

    def _mine(self, area: str, me: str) -> bool:
        board = self.scene.board
        return not is_attack(board, me, area) and controller(board, self.scene.edition, area) == me

    def _standing(self, origin: str) -> Mapping[str, int]:
        """The units that may march from an area."""
        force = self.scene.board.forces.get(origin)
        return force.units if force is not None and force.house == self.scene.me else {}

    def _bands(self, goal: Goal, origin: str) -> Iterator[dict[str, int]]:
        """The units that a goal sends from an area: as counted, all, or ever more of them, the weakest first."""
        standing = self._standing(origin)
        if isinstance(goal.units, dict):
            if all(standing.get(unit, 0) >= count for unit, count in goal.units.items()) and any(goal.units.values()):
                yield {unit: count for unit, count in goal.units.items() if count}
            return
        free = {unit: count - goal.keep.get(unit, 0) for unit, count in standing.items()}
        free = {unit: count for unit, count in free.items() if count > 0}
        if goal.units == "all":
            if free:
                yield free
            return
        yield from _growing(free, {unit: self._strength({unit: 1}) for unit in free})

    def _with_rest(self, goal: Goal, origin: str, to: str, units: dict[str, int]) -> Iterator[Aim]:
        """The march of these units, with the others going as the goal says and, should that not be legal, without.

        Others never go where they would have to fight too.
        """
        standing = self._standing(origin)
        left = {unit: count - units.get(unit, 0) for unit, count in standing.items()}
        board, me = self.scene.board, self.scene.me
        peaceful = tuple(move for move in goal.moves if move.to == to or not is_attack(board, me, move.to))
        moves = split(peaceful, {unit: count for unit, count in left.items() if count > 0})
        if moves:
            joined = {area: dict(group) for area, group in moves.items()}
            there = joined.setdefault(to, {})
            for unit, count in units.items():
                there[unit] = there.get(unit, 0) + count
            yield Aim(origin, to, joined)
        yield Aim(origin, to, {to: dict(units)})


def _cost(goal: Goal) -> int:
    """What it takes to judge one march by a goal's condition."""
    if goal.when is None:
        return 1
    return sum(HANDS if isinstance(part, c.Winning | c.Odds) else 1 for part in c.parts(goal.when))


def _growing(free: Mapping[str, int], strength: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Ever stronger bands of these units, the weakest unit alone first, all of them last."""
    singles = [unit for unit in sorted(free, key=lambda unit: strength[unit]) for _ in range(free[unit])]
    bands: dict[tuple[str, ...], int] = {}
    for size in range(1, len(singles) + 1):
        for band in (tuple(singles[:size]), tuple(singles[-size:])):
            bands.setdefault(band, sum(strength[unit] for unit in band))
    for band in sorted(bands, key=lambda band: (bands[band], len(band))):
        counts: dict[str, int] = {}
        for unit in band:
            counts[unit] = counts.get(unit, 0) + 1
        yield counts
