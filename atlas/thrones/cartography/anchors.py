"""Places for names and tokens: boxes inside an area, off bridges and each other."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Polygon
from shapely.ops import polylabel

from atlas import lettering
from atlas.svg import Box
from atlas.thrones.geometry import Label, Spot

# Between spots that are tried, and between two boxes.
GRID, GAP = 3.0, 4.0


@dataclass(frozen=True)
class Item:
    """A thing to place: size, cost of standing outside, item to stay near."""

    width: float
    height: float
    outside: float = 60.0
    near: str = ""


class Ground:
    """The inside of an area on a grid, to know quickly how much of a box is inside."""

    def __init__(self, shape: Polygon) -> None:
        west, south, east, north = shape.bounds
        self.west, self.south = west, south
        xs = np.arange(west, east + GRID, GRID)
        ys = np.arange(south, north + GRID, GRID)
        gx, gy = np.meshgrid(xs, ys)
        inside = shapely.contains_xy(shape, gx.ravel(), gy.ravel()).reshape(gx.shape)
        self.sums = np.zeros((len(ys) + 1, len(xs) + 1))
        self.sums[1:, 1:] = inside.cumsum(0).cumsum(1)
        self.spots = np.column_stack([gx[inside], gy[inside]])

    def share_outside(self, item: Item) -> np.ndarray:
        """Return, for each spot, the share of the item's box that is outside the area."""
        rows, columns = self.sums.shape
        x, y = self.spots[:, 0], self.spots[:, 1]

        def at(value: np.ndarray, start: float, most: int) -> np.ndarray:
            return np.asarray(np.clip(np.rint((value - start) / GRID), 0, most - 1).astype(int))

        x0, x1 = at(x - item.width / 2, self.west, columns), at(x + item.width / 2, self.west, columns)
        y0, y1 = at(y - item.height / 2, self.south, rows), at(y + item.height / 2, self.south, rows)
        inside = self.sums[y1, x1] - self.sums[y0, x1] - self.sums[y1, x0] + self.sums[y0, x0]
        cells = max(1.0, (item.width / GRID) * (item.height / GRID))
        return np.asarray(np.clip(1.0 - inside / cells, 0.0, 1.0))


def place(
    shape: Polygon,
    items: dict[str, Item],
    taken: Sequence[Box],
    seed: str,
    near: Spot | None = None,
) -> tuple[dict[str, Spot], float]:
    """Return centres for items inside an area, and the cost of the best arrangement.
    Items keep clear of `taken` boxes and as close as possible to the spot `near` (default: the area's heart)."""
    ground = Ground(shape)
    heart = shapely.Point(near) if near else polylabel(shape, 2.0)
    spots = ground.spots
    own = {
        key: item.outside * ground.share_outside(item)
        + sum((_overlap(spots, item, box) * 40 for box in taken), np.zeros(len(spots)))
        + 0.02 * np.hypot(spots[:, 0] - heart.x, spots[:, 1] - heart.y)
        for key, item in items.items()
    }
    chance = random.Random(seed)
    best: dict[str, Spot] = {}
    lowest = float("inf")
    for _ in range(30):
        arrangement, cost = _settle(spots, items, own, chance)
        if cost < lowest:
            best, lowest = arrangement, cost
    return best, lowest


def _settle(
    spots: np.ndarray, items: dict[str, Item], own: dict[str, np.ndarray], chance: random.Random
) -> tuple[dict[str, Spot], float]:
    """Start from random spots and move each item to its best spot until none moves."""
    at = {key: spots[chance.randrange(len(spots))] for key in items}
    cost = dict.fromkeys(items, 0.0)
    for _ in range(12):
        moved = False
        for key in chance.sample(sorted(items), len(items)):
            price = own[key].copy()
            for other, spot in at.items():
                if other != key:
                    price += _overlap(spots, items[key], box_of(spot, items[other])) * 50
                    pull = 0.06 if items[key].near == other or items[other].near == key else 0.012
                    price += pull * np.hypot(spots[:, 0] - spot[0], spots[:, 1] - spot[1])
            if key == "name":
                price += 0.08 * np.clip(spots[:, 1] - at["units"][1] + 30, 0, None)
            n = int(price.argmin())
            moved = moved or tuple(spots[n]) != tuple(at[key])
            at[key], cost[key] = spots[n], float(price[n])
        if not moved:
            break
    return {key: (round(float(x), 1), round(float(y), 1)) for key, (x, y) in at.items()}, sum(cost.values())


def box_of(spot: Sequence[float] | np.ndarray, item: Item) -> Box:
    """Return the box of an item centred on a spot."""
    return (spot[0] - item.width / 2, spot[1] - item.height / 2, spot[0] + item.width / 2, spot[1] + item.height / 2)


def _overlap(spots: np.ndarray, item: Item, box: Box) -> np.ndarray:
    """Return for each spot the overlap with a box, as a share of the smaller."""
    x, y = spots[:, 0], spots[:, 1]
    wide = np.minimum(x + item.width / 2, box[2]) - np.maximum(x - item.width / 2, box[0]) + GAP
    high = np.minimum(y + item.height / 2, box[3]) - np.maximum(y - item.height / 2, box[1]) + GAP
    smaller = min(item.width * item.height, (box[2] - box[0]) * (box[3] - box[1]))
    return np.asarray(np.clip(wide, 0, None) * np.clip(high, 0, None) / max(smaller, 1.0))


def name_boxes(names: Sequence[str], land: bool) -> list[Spot]:
    """Return the sizes a name may take in one or more lines; only later names shrink."""
    font, size, spacing = (lettering.SERIF, 19.0, 0.0) if land else (lettering.ITALIC, 21.0, 1.0)
    boxes = []
    for most in range(1, 4):
        wide = 0.0
        for n, name in enumerate(names):
            ways = lettering.breaks(name, most)
            narrowest = min(max(lettering.width_of(line, font, size, spacing) for line in way) for way in ways)
            wide = max(wide, narrowest * (1.0 if n == 0 else 0.88))
        lines = [min(most, len(name.split())) * (1.0 if n == 0 else 0.88) for n, name in enumerate(names)]
        boxes.append((round(wide + 4, 1), round(max(lines) * size * lettering.LEADING, 1)))
    return sorted(set(boxes))


def label_box(label: Label) -> Box:
    """The box of a label's longest name, turned as it is."""
    wide = max(lettering.width_of(name, lettering.ITALIC, label.size, 0.6) for name in label.name.every())
    turn = math.radians(label.angle)
    across = wide / 2 * abs(math.cos(turn)) + label.size / 2 * abs(math.sin(turn))
    along = wide / 2 * abs(math.sin(turn)) + label.size / 2 * abs(math.cos(turn))
    x, y = label.at
    return (x - across, y - along, x + across, y + along)


def scatter(shape: Polygon, count: int, taken: Sequence[Box], seed: str) -> list[Spot]:
    """Return up to `count` spots in an area, off borders, `taken` boxes, each other."""
    chance = random.Random(seed)
    west, south, east, north = shape.bounds
    inner = shape.buffer(-13)
    spots: list[Spot] = []
    for _ in range(count * 80):
        x, y = round(chance.uniform(west, east)), round(chance.uniform(south, north))
        free = all(x < a - 12 or x > c + 12 or y < b - 9 or y > d + 9 for a, b, c, d in taken)
        alone = all((x - p) ** 2 + 1.6 * (y - q) ** 2 > 460 for p, q in spots)
        if free and alone and inner.contains(shapely.Point(x, y)):
            spots.append((x, y))
            if len(spots) == count:
                break
    return spots
