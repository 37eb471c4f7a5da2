"""Ways from area to area that are no borders: arrows printed on the map, and fords, as the weather has them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from adjudicator.thrones.rules.control import fair
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from atlas.svg import Piece, group, path, square, stroke, tag
from atlas.theme import Theme
from atlas.thrones.arms import arms
from atlas.thrones.geometry import Geometry, Spot, Way
from atlas.thrones.tokens import counter
from atlas.thrones.words import say

HEAD, HALF = 17.0, 8.5


def arrows(drawn: Geometry, theme: Theme) -> str:
    """The printed arrows, with heads at both ends; those of one house in its colour and with its shape."""
    return "".join(_arrow(way, theme) for way in drawn.ways)


def _arrow(way: Way, theme: Theme) -> str:
    body, ink = (arms(way.houses[0]).colour, theme.gold) if way.houses else (theme.face, theme.coast)
    start, end = _head(way.at[1], way.at[0]), _head(way.at[-2], way.at[-1])
    line = _course([_middle(start), *way.at[1:-1], _middle(end)])
    heads = path(start, closed=True) + path(end, closed=True)
    svg = (
        stroke(line, ink, 9.6)
        + tag("path", d=heads, fill=body, stroke=ink, stroke_width=3.2, stroke_linejoin="round")
        + stroke(line, body, 6.2)
        + tag("path", d=heads, fill=body)
    )
    if way.houses:
        x, y = _halfway(way.at)
        svg += "".join(group(counter(house, 0.72), x=x + 24 * n, y=y) for n, house in enumerate(way.houses))
    return svg


def _course(points: list[Spot]) -> str:
    """A smooth line: straight to the middle of each leg, round each corner between."""
    if len(points) == 2:
        return path(points)
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(points, points[1:], strict=False)]
    turns = zip(points[1:-1], [*middles[1:-1], points[-1]], strict=True)
    return f"M{points[0][0]:.1f} {points[0][1]:.1f}" + "".join(
        f"Q{x:.1f} {y:.1f} {to[0]:.1f} {to[1]:.1f}" for (x, y), to in turns
    )


def _head(before: Spot, tip: Spot) -> list[Spot]:
    """The tip of an arrow and the corners behind it."""
    length = max(1.0, math.dist(before, tip))
    ux, uy = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    x, y = tip[0] - ux * HEAD, tip[1] - uy * HEAD
    return [tip, (x - uy * HALF, y + ux * HALF), (x + uy * HALF, y - ux * HALF)]


def _middle(head: list[Spot]) -> Spot:
    return (head[1][0] + head[2][0]) / 2, (head[1][1] + head[2][1]) / 2


def _halfway(at: tuple[Spot, ...]) -> Spot:
    (ax, ay), (bx, by) = at[(len(at) - 1) // 2], at[(len(at) - 1) // 2 + 1]
    return round((ax + bx) / 2, 1), round((ay + by) / 2, 1)


def fords(board: Board, edition: Edition, drawn: Geometry, language: str) -> Iterator[Piece]:
    """The fords: stepping stones while they are open, white water and a bar where the weather closes them."""
    open_ = fair(edition, board)
    for ford in drawn.fords:
        names = " – ".join(edition.areas[area].name.say(language) for area in (ford.a, ford.b))
        label = f"{say('ford-open' if open_ else 'ford-closed', language)}: {names}"
        yield square(_ford(ford.angle, open_), *ford.at, 20, label)


@cache
def _ford(angle: float, open_: bool) -> str:
    """A ford across a river that runs north and south, turned as the river runs."""
    return tag("g", _stones() if open_ else _flood(), transform=f"rotate({angle:g})")


def _stones() -> str:
    """Shallow water and four stones in it, a path to either side."""
    shallow = tag("ellipse", rx=11, ry=9.5, fill="#b5dcee", stroke="#2f6f9a", stroke_width=1.1)
    path_ = stroke("M-18 0H-10M10 0H18", "#6d4c12", 3.4, stroke_linecap="round", stroke_dasharray="3 4")
    places = ((-7.4, -1.2, 3.2), (-2.5, 1.3, 3.5), (2.7, -1.3, 3.5), (7.5, 1.1, 3.2))
    stones = "".join(
        tag("ellipse", cx=x, cy=y, rx=size, ry=size * 0.86, fill="#f3e6c4", stroke="#4a3520", stroke_width=1.3)
        for x, y, size in places
    )
    return shallow + path_ + stones


def _flood() -> str:
    """Deep water with white crests, and a bar across the way."""
    deep = tag("ellipse", rx=12, ry=10.5, fill="#1c5277", stroke="#0d2c42", stroke_width=1.3)
    crests = stroke(
        "M-8-4q2.7-3 5.3 0t5.3 0t5.3 0M-8 4.6q2.7-3 5.3 0t5.3 0t5.3 0", "#e6f3fa", 1.7, stroke_linecap="round"
    )
    bar = stroke("M0-9V9", "#fff3e4", 5.4, stroke_linecap="round") + stroke(
        "M0-9V9", "#b3261e", 3.2, stroke_linecap="round"
    )
    return deep + crests + bar
