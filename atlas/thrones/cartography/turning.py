"""Which way round areas are written: an arc that is written alike twice takes room once when a drawing is packed.

Two neighbours that are both written clockwise say their common arc once forward and once backward, and nothing is
alike. To fill an area either way does. So rings are turned until as many arcs as can be are written one way only, by
both neighbours and by the line along them (which follows them, where it is a plain one).
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence

import msgspec

from atlas.thrones.geometry import Geometry

Ring = tuple[int, ...]
# Kinds of arcs that are drawn as a line as well, always forward: dashes would lie otherwise.
FORWARD = frozenset(("mole", "river", "sea", "wall"))
TRIES = 30


def turned(drawn: Geometry) -> Geometry:
    """The same map with its rings turned; one that was turned before comes back as it was."""
    areas = {name: shape.rings for name, shape in drawn.areas.items()}
    found = [ring for rings in (*areas.values(), *drawn.decoration.values()) for ring in rings]
    straight = [ring if min(ring, key=abs) > 0 else _back(ring) for ring in found]
    ways = _best(straight, drawn)
    left = iter(ring if way > 0 else _back(ring) for ring, way in zip(straight, ways, strict=True))
    shapes = {
        name: msgspec.structs.replace(shape, rings=tuple(next(left) for _ in shape.rings))
        for name, shape in drawn.areas.items()
    }
    rest = {name: tuple(next(left) for _ in rings) for name, rings in drawn.decoration.items()}
    return msgspec.structs.replace(drawn, areas=shapes, decoration=rest)


def written(drawn: Geometry) -> int:
    """How many points are written that stand nowhere else the same way round."""
    rings = [ring for shape in drawn.areas.values() for ring in shape.rings]
    rings += [ring for of in drawn.decoration.values() for ring in of]
    return sum(_cost(number, steps, drawn) for number, steps in _steps(rings, [1] * len(rings)).items())


def _back(ring: Ring) -> Ring:
    return tuple(-step for step in reversed(ring))


def _steps(rings: Sequence[Ring], ways: Sequence[int]) -> dict[int, set[int]]:
    """By number of an arc, which ways it is written in rings that go these ways."""
    found: dict[int, set[int]] = defaultdict(set)
    for ring, way in zip(rings, ways, strict=True):
        for step in ring:
            found[abs(step)].add(way if step > 0 else -way)
    return found


def _cost(number: int, steps: set[int], drawn: Geometry) -> int:
    arc = drawn.arcs[number - 1]
    return len(arc.at) // 2 * len(steps | ({1} if arc.kind in FORWARD else set()))


def _best(rings: Sequence[Ring], drawn: Geometry) -> list[int]:
    """For each ring 1 or -1: the best of some ways, each bettered a ring at a time until nothing betters it."""
    around: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for place, ring in enumerate(rings):
        for step in ring:
            around[abs(step)].append((place, 1 if step > 0 else -1))

    def cost(numbers: Sequence[int], ways: Sequence[int]) -> int:
        return sum(_cost(n, {ways[place] * step for place, step in around[n]}, drawn) for n in numbers)

    own = [[abs(step) for step in ring] for ring in rings]
    found = []
    for attempt in range(TRIES):
        chance = random.Random(attempt)
        ways = [chance.choice((1, -1)) for _ in rings]
        while _bettered(ways, own, cost):
            pass
        found.append((cost(list(around), ways), attempt, ways))
    return min(found)[2]


def _bettered(ways: list[int], own: list[list[int]], cost: Callable[[Sequence[int], Sequence[int]], int]) -> bool:
    """Turn each ring that is better turned; whether any was."""
    any_turned = False
    for place, numbers in enumerate(own):
        before = cost(numbers, ways)
        ways[place] *= -1
        if cost(numbers, ways) < before:
            any_turned = True
        else:
            ways[place] *= -1
    return any_turned
