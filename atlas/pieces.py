"""What changes from position to position, as small pieces with a place that a picture can paste on a finished map."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from adjudicator.thrones import control
from adjudicator.thrones.board import Board, Force
from adjudicator.thrones.edition import Edition
from atlas import tokens
from atlas.geometry import Geometry, corners
from atlas.svg import group, path, stroke, tag
from atlas.theme import Theme, arms

DASHES = {"retreat": "9 7", "transport": "2 8", "support": "4 5", "raid": "12 5 3 5"}


class Piece(msgspec.Struct, frozen=True):
    """A drawing around its place on the map, and its box: left and top from there, width, height."""

    svg: str
    x: float
    y: float
    box: tuple[float, float, float, float]
    label: str = ""


class Arrow(msgspec.Struct, frozen=True):
    """A move to draw: `kind` is march, transport, retreat, support or raid."""

    from_area: str
    to_area: str
    house: str
    kind: str = "march"


def square(svg: str, x: float, y: float, half: float, label: str = "") -> Piece:
    """A piece whose box reaches `half` units to every side."""
    return Piece(svg, round(x), round(y), (-half, -half, 2 * half, 2 * half), label)


def area_path(drawn: Geometry, area: str) -> str:
    """Path data of an area, holes included."""
    return "".join(path(drawn.ring_points(ring), closed=True) for ring in drawn.areas[area].rings)


def tints(board: Board, edition: Edition, drawn: Geometry, theme: Theme) -> Iterator[Piece]:
    """A wash of colour over every land area a house controls."""
    for area, facts in edition.areas.items():
        if facts.kind != "land":
            continue
        house = control.controller(board, edition, area)
        if house is None:
            continue
        points = [spot for ring in drawn.areas[area].rings[:1] for spot in drawn.ring_points(ring)]
        west, east = min(x for x, _ in points) - 1, max(x for x, _ in points) + 1
        north, south = min(y for _, y in points) - 1, max(y for _, y in points) + 1
        yield Piece(_wash(area, house, drawn, theme), 0, 0, (west, north, east - west, south - north))


def _wash(area: str, house: str, drawn: Geometry, theme: Theme) -> str:
    """An area hand-coloured: a thin wash, stronger along the inside of its border."""
    shape = drawn.areas[area]
    inner = "".join(path(corners(ring), closed=True) for ring in shape.inner)
    tint = arms(house).tint
    return tag(
        "path", d=area_path(drawn, area) + inner, fill=tint, fill_opacity=theme.tint * 0.5 + 0.5, fill_rule="evenodd"
    ) + tag("path", d=inner, fill=tint, fill_opacity=theme.tint, fill_rule="evenodd")


def on_the_map(board: Board, edition: Edition, drawn: Geometry, language: str) -> Iterator[Piece]:
    """Control tokens, neutral forces, units, orders and the battle, area by area."""
    for area, shape in drawn.areas.items():
        spots, facts = shape.anchors, edition.areas[area]
        house = board.tokens.get(area)
        if house and spots.token:
            yield square(tokens.power_token(house), *spots.token, 18, facts.name.say(language))
        if board.neutral.get(area):
            yield square(tokens.neutral(board.neutral[area]), *spots.units, 24)
        force = board.forces.get(area)
        if force and force.size():
            yield _force(force, *spots.units, f"{facts.name.say(language)}: {_told(force, edition, language)}")
        placed = board.orders.get(area)
        if placed:
            token = edition.orders.get(placed.order)
            label = token.name.say(language) if token else ""
            yield square(group(tokens.order(placed.house, token), scale=1.14), *spots.order, 26, label)
    if board.battle:
        yield from _battle(board, drawn)


def _force(force: Force, x: float, y: float, label: str = "") -> Piece:
    svg, half = tokens.units(force.house, force.units, force.routed)
    return Piece(svg, round(x), round(y), (-half, -25, 2 * half, 50), label)


def _told(force: Force, edition: Edition, language: str) -> str:
    counts = {kind: force.units.get(kind, 0) + force.routed.get(kind, 0) for kind in [*force.units, *force.routed]}
    known = {kind: facts.name.say(language) for kind, facts in edition.units.items()}
    return ", ".join(f"{n} × {known.get(kind, kind)}" for kind, n in counts.items())


def _battle(board: Board, drawn: Geometry) -> Iterator[Piece]:
    """The attackers on their way into the area, and crossed swords before it."""
    battle = board.battle
    if battle is None or battle.area not in drawn.areas or battle.origin not in drawn.areas:
        return
    (ax, ay), (bx, by) = drawn.areas[battle.origin].anchors.units, drawn.areas[battle.area].anchors.units
    length = max(1.0, math.hypot(bx - ax, by - ay))
    ux, uy = (bx - ax) / length, (by - ay) / length
    # Half a token's way before the defenders, the attackers behind the swords.
    x, y = bx - ux * min(52.0, length * 0.4), by - uy * min(52.0, length * 0.4)
    if battle.troop:
        half = tokens.units(battle.attacker, battle.troop, {})[1]
        back = 12 + half * abs(ux) + 18 * abs(uy)
        yield _force(Force(battle.attacker, battle.troop), x - ux * back, y - uy * back)
    yield square(tokens.battle(), x, y, 20)


def arrows(moves: Sequence[Arrow], drawn: Geometry) -> str:
    """Curved arrows in the houses' colours, drawn under the pieces. An unknown area raises KeyError."""
    return "".join(_arrow(move, drawn) for move in moves)


def _arrow(move: Arrow, drawn: Geometry) -> str:
    (ax, ay), (bx, by) = drawn.areas[move.from_area].anchors.units, drawn.areas[move.to_area].anchors.units
    length = max(1.0, math.hypot(bx - ax, by - ay))
    ux, uy = (bx - ax) / length, (by - ay) / length
    bend = min(40.0, length * 0.18)
    mx, my = (ax + bx) / 2 - uy * bend, (ay + by) / 2 + ux * bend
    ex, ey = bx - ux * 20, by - uy * 20
    reach = max(1.0, math.hypot(ex - mx, ey - my))
    hx, hy = (ex - mx) / reach, (ey - my) / reach
    curve = f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {ex - hx * 9:.1f} {ey - hy * 9:.1f}"
    left, right = (ex - hx * 17 - hy * 9, ey - hy * 17 + hx * 9), (ex - hx * 17 + hy * 9, ey - hy * 17 - hx * 9)
    look = arms(move.house)
    return (
        stroke(curve, "#fffaf0" if move.kind in DASHES else look.edge, 9, stroke_linecap="round", stroke_opacity=0.9)
        + tag("path", d=path([(ex, ey), left, right], closed=True), fill=look.colour, stroke=look.edge, stroke_width=3)
        + stroke(curve, look.colour, 5.4, stroke_linecap="round", stroke_dasharray=DASHES.get(move.kind))
    )
