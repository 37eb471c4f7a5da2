"""What makes it a map to hang up: waves, the Wall, a compass rose, a frame, and ways that are no borders."""

from __future__ import annotations

import math
from collections.abc import Iterator

from adjudicator.thrones.rules.control import fair
from atlas.svg import Piece, capitals, disc, group, path, plate, round_solid, solid, square, stroke, tag
from atlas.theme import Theme
from atlas.thrones.geometry import Geometry, Spot, Way
from atlas.thrones.scene import Scene
from atlas.thrones.symbols import GLYPHS, PICTURES, arms, picture
from atlas.thrones.tokens import counter

CARTOUCHE = (34.0, 34.0, 318.0, 108.0)


def waves(width: float, height: float, theme: Theme) -> str:
    """Little waves all over, to be covered by land."""
    marks, at = [], (0, 0)
    for row in range(1, int(height / 44)):
        for column in range(int(width / 92) + 1):
            # A fixed scramble keeps the rows from lining up.
            x, y = (
                92 * column + 46 * (row % 2) + (37 * row + 53 * column) % 29 - 14,
                44 * row + (29 * row + 41 * column) % 17,
            )
            step = f"{x - at[0]} {y - at[1]}".replace(" -", "-")
            marks.append(f"m{step}q5-5 10 0t10 0")
            # Where the pen is then.
            at = x + 20, y
    return tag(
        "path",
        d="".join(marks),
        fill="none",
        stroke=theme.wave,
        stroke_width=1.1,
        stroke_linecap="round",
        stroke_opacity=0.6,
    )


def the_wall(drawn: Geometry, theme: Theme) -> str:
    """The Wall of ice along its arc, with battlements."""
    for arc in drawn.arcs:
        if arc.kind == "wall":
            line = path(arc.points())
            return (
                tag("path", d=line, fill="none", stroke=theme.coast, stroke_width=11)
                + tag("path", d=line, fill="none", stroke=theme.ice, stroke_width=8.4)
                + tag(
                    "path", d=line, fill="none", stroke="#ffffff", stroke_width=4, stroke_dasharray="5 4", opacity=0.9
                )
            )
    return ""


def compass(x: float, y: float, radius: float, theme: Theme) -> str:
    """A rose of eight points."""
    parts = [
        disc(radius * 0.66, "none", theme.gold, 1.2),
        disc(radius * 0.6, "none", theme.gold, 0.6, stroke_dasharray="1 3"),
    ]
    for n in (1, 3, 5, 7, 0, 2, 4, 6):
        length = radius if n % 2 == 0 else radius * 0.56
        width = radius * (0.13 if n % 2 == 0 else 0.1)
        tip = f"0 {-length:.1f}"
        parts.append(
            tag(
                "g",
                solid(f"M{tip}L{width:.1f} {-width:.1f}L0 0Z", theme.gold, theme.sea_ink, 0.7),
                solid(f"M{tip}L{-width:.1f} {-width:.1f}L0 0Z", theme.face, theme.sea_ink, 0.7),
                transform=f"rotate({n * 45})",
            )
        )
    parts.append(disc(3.2, theme.sea_ink))
    parts.append(capitals("N", 0, -radius - 6, 17, theme.sea_ink))
    return group(*parts, x=x, y=y)


def frame(width: float, height: float, theme: Theme) -> str:
    """A double border with chequered edges and corner knots."""
    parts = [
        plate((4, 4, width - 8, height - 8), "none", theme.coast, 8),
        plate((10, 10, width - 20, height - 20), "none", theme.panel, 6),
        plate((10, 10, width - 20, height - 20), "none", theme.gold, 4, stroke_dasharray="24 24"),
        plate((13.5, 13.5, width - 27, height - 27), "none", theme.coast, 1.4),
    ]
    for x, y in ((10.0, 10.0), (width - 10, 10.0), (10.0, height - 10), (width - 10, height - 10)):
        parts.append(solid("M0-11L11 0L0 11L-11 0Z", theme.gold, theme.coast, 2, transform=f"translate({x:g} {y:g})"))
    return "".join(parts)


def cartouche(theme: Theme) -> str:
    """The empty scroll for the title."""
    x, y, width, height = CARTOUCHE
    notch = 12.0
    west, north, east, south = x, y, x + width, y + height
    outline = (
        f"M{west + notch} {north}H{east - notch}Q{east - notch} {north + notch} {east} {north + notch}V{south - notch}"
        f"Q{east - notch} {south - notch} {east - notch} {south}H{west + notch}"
        f"Q{west + notch} {south - notch} {west} {south - notch}V{north + notch}"
        f"Q{west + notch} {north + notch} {west + notch} {north}Z"
    )
    return (
        tag("path", d=outline, fill="#000", fill_opacity=0.2, transform="translate(2 3)")
        + solid(outline, theme.panel, theme.coast, 2)
        + plate((x + 9, y + 17, width - 18, height - 34), "none", theme.gold, 1)
    )


def relief(kind: str, x: float, y: float) -> str:
    """A mountain, tree, reeds or a hill, drawn thin."""
    return tag("path", d=GLYPHS[kind], fill="none", transform=f"translate({x:g} {y:g})")


def bridge(x: float, y: float, angle: float, theme: Theme) -> str:
    """A bridge of stone with two parapets."""
    return tag("g", picture("bridge", theme), transform=f"translate({x:g} {y:g}) rotate({angle:g})")


def moles(line: str, theme: Theme) -> str:
    """The walls of harbours: blocks of stone along path data."""
    return (
        stroke(line, theme.coast, 7)
        + stroke(line, theme.panel, 4.4)
        + stroke(line, theme.border, 4.4, stroke_dasharray="1.2 6")
    )


def lane(start: tuple[float, float], end: tuple[float, float], theme: Theme) -> str:
    """A dotted sea lane with a ring at each end: these two are neighbours."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay)
    bow = (ax + bx) / 2 - (by - ay) / length * 8, (ay + by) / 2 + (bx - ax) / length * 8
    course = f"M{ax} {ay}Q{bow[0]:.1f} {bow[1]:.1f} {bx} {by}"
    ends = "".join(disc(4.2, theme.panel, theme.sea_ink, 1.8, cx=x, cy=y) for x, y in (start, end))
    return stroke(course, theme.sea_ink, 2.6, stroke_dasharray="1 5", stroke_linecap="round") + ends


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
        + round_solid(heads, body, ink, 3.2)
        + stroke(line, body, 6.2)
        + tag("path", d=heads, fill=body)
    )
    if way.houses:
        first = (len(way.at) - 1) // 2
        (ax, ay), (bx, by) = way.at[first : first + 2]
        x, y = round((ax + bx) / 2, 1), round((ay + by) / 2, 1)
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


def fords(scene: Scene) -> Iterator[Piece]:
    """The fords: stepping stones while they are open, white water and a bar where the weather closes them."""
    state = "ford-open" if fair(scene.edition, scene.board) else "ford-closed"
    for ford in scene.drawn.fords:
        label = f"{scene.say(state)}: {scene.area(ford.a)} – {scene.area(ford.b)}"
        # Drawn for a river that runs north and south, and turned as the river runs.
        svg = tag("g", PICTURES[state], transform=f"rotate({ford.angle:g})")
        yield square(svg, *ford.at, 20, label)
