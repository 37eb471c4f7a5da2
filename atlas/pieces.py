"""What changes from position to position, as small pieces with a place, so that a picture can paste them on a finished map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from adjudicator.thrones import control
from adjudicator.thrones.board import Board, Force
from adjudicator.thrones.edition import Edition
from atlas import tokens
from atlas.geometry import Geometry
from atlas.svg import group, path, tag
from atlas.theme import Theme, arms


class Piece(msgspec.Struct, frozen=True):
    """A drawing in its own coordinates, its centre on the map, and the box around it: left, top, width, height from the centre."""

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
        wash = (
            tag("defs", tag("path", d=area_path(drawn, area), id=f"w-{area}"), tag("clipPath", tag("use", href=f"#w-{area}"), id=f"c-{area}"))
            + tag("use", href=f"#w-{area}", fill=arms(house).tint, fill_opacity=theme.tint, fill_rule="evenodd")
            + tag("use", href=f"#w-{area}", fill="none", stroke=arms(house).tint, stroke_width=15, stroke_opacity=0.5, clip_path=f"url(#c-{area})")
        )
        yield Piece(wash, 0, 0, (west, north, east - west, south - north))


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
            yield square(group(tokens.order(placed.house, token), scale=1.14), *spots.order, 26, token.name.say(language) if token else "")
    if board.battle:
        yield from _battle(board, drawn)


def _force(force: Force, x: float, y: float, label: str = "") -> Piece:
    svg, half = tokens.units(force.house, force.units, force.routed)
    return Piece(svg, round(x), round(y), (-half, -25, 2 * half, 50), label)


def _told(force: Force, edition: Edition, language: str) -> str:
    counts = {kind: force.units.get(kind, 0) + force.routed.get(kind, 0) for kind in [*force.units, *force.routed]}
    return ", ".join(f"{n} × {edition.units[kind].name.say(language) if kind in edition.units else kind}" for kind, n in counts.items())


def _battle(board: Board, drawn: Geometry) -> Iterator[Piece]:
    """The attackers on their way into the area, and crossed swords before it."""
    battle = board.battle
    if battle is None or battle.area not in drawn.areas or battle.origin not in drawn.areas:
        return
    (ax, ay), (bx, by) = drawn.areas[battle.origin].anchors.units, drawn.areas[battle.area].anchors.units
    if battle.troop:
        yield _force(Force(battle.attacker, battle.troop), ax + (bx - ax) * 0.5, ay + (by - ay) * 0.5)
    yield square(tokens.battle(), ax + (bx - ax) * 0.72, ay + (by - ay) * 0.72 - 12, 20)


def arrows(moves: Sequence[Arrow], drawn: Geometry) -> str:
    """Curved arrows in the houses' colours, drawn under the pieces; moves between unknown areas are an error (KeyError)."""
    out = []
    dashes = {"retreat": "9 7", "transport": "2 8", "support": "4 5", "raid": "12 5 3 5"}
    for move in moves:
        (ax, ay), (bx, by) = drawn.areas[move.from_area].anchors.units, drawn.areas[move.to_area].anchors.units
        length = max(1.0, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
        ux, uy = (bx - ax) / length, (by - ay) / length
        bend = min(40.0, length * 0.18)
        mx, my = (ax + bx) / 2 - uy * bend, (ay + by) / 2 + ux * bend
        ex, ey = bx - ux * 20, by - uy * 20
        look = arms(move.house)
        hx, hy = ex - mx, ey - my
        size = max(1.0, (hx * hx + hy * hy) ** 0.5)
        hx, hy = hx / size, hy / size
        curve = f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {ex - hx * 9:.1f} {ey - hy * 9:.1f}"
        head = f"M{ex:.1f} {ey:.1f}L{ex - hx * 17 - hy * 9:.1f} {ey - hy * 17 + hx * 9:.1f}L{ex - hx * 17 + hy * 9:.1f} {ey - hy * 17 - hx * 9:.1f}Z"
        dash = dashes.get(move.kind)
        out += [
            tag("path", d=curve, fill="none", stroke=look.edge, stroke_width=9, stroke_linecap="round", opacity=0.9),
            tag("path", d=head, fill=look.colour, stroke=look.edge, stroke_width=3, stroke_linejoin="round"),
            tag("path", d=curve, fill="none", stroke=look.colour, stroke_width=5.4, stroke_linecap="round", stroke_dasharray=dash),
        ]
    return "".join(out)
