"""Places in a harbour: its sign on the mole, its ships and its order between mole and land."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import shapely
from shapely import LineString, Polygon

from atlas.thrones.cartography.anchors import Box
from atlas.thrones.geometry import HARBOUR, Anchors

SIGN = 22.0


def harbour(face: Polygon, land: Polygon, port: str) -> Anchors:
    """The places of a port: ships and order side by side, as far from its edges as they go, and the sign on its mole.

    ValueError with the name `port` where it is too small.
    """
    spots = _grid(face)
    order, ships = HARBOUR["order"], HARBOUR["units"]
    edge = np.asarray(shapely.distance(shapely.points(spots), face.exterior))
    pairs = np.array([(a, b) for a in np.flatnonzero(edge >= ships) for b in np.flatnonzero(edge >= order)])
    if not len(pairs):
        raise ValueError(f"{port}: no room for ships or an order")
    between = spots[pairs[:, 0]] - spots[pairs[:, 1]]
    kept = pairs[np.asarray(np.hypot(between[:, 0], between[:, 1])) >= ships + order]
    if not len(kept):
        raise ValueError(f"{port}: no room for ships and an order")
    # The tightest place of each pair decides; between equal ones ships lie west or north of the order.
    slack = np.minimum(edge[kept[:, 0]] - ships, edge[kept[:, 1]] - order)
    west = (spots[kept[:, 1]] - spots[kept[:, 0]]).sum(axis=1) > 0
    a, b = kept[int((slack + 0.5 * west).argmax())]
    mole = shapely.line_merge(face.exterior.difference(land.buffer(0.2)))
    longest = max(getattr(mole, "geoms", [mole]), key=lambda part: part.length)
    middle = LineString(longest).interpolate(0.5, normalized=True)
    sign = (round(middle.x, 1), round(middle.y, 1))
    return Anchors(name=sign, room=(SIGN, SIGN), units=_spot(spots[a]), order=_spot(spots[b]))


def around(havens: Mapping[str, Polygon]) -> list[Box]:
    """The boxes that ports take, sign and mole included, for others to keep clear of."""
    return [face.buffer(SIGN / 4).bounds for face in havens.values()]


def _grid(face: Polygon) -> np.ndarray:
    """Spots two units apart inside a face."""
    west, north, east, south = face.bounds
    x, y = np.meshgrid(np.arange(west, east, 2.0), np.arange(north, south, 2.0))
    inside = shapely.contains_xy(face, x.ravel(), y.ravel())
    return np.column_stack([x.ravel()[inside], y.ravel()[inside]])


def _spot(point: np.ndarray) -> tuple[float, float]:
    return round(float(point[0]), 1), round(float(point[1]), 1)
