"""What changes from position to position, as small pieces that a picture can paste on a finished map."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from adjudicator.thrones.rules import control
from adjudicator.thrones.state.board import CLOSED, Board, Force
from adjudicator.thrones.state.components import OrderToken
from atlas.svg import Arrow, Piece, capitals, group, path, solid, square, stroke, tag
from atlas.theme import theme_named
from atlas.thrones import ornament, tokens
from atlas.thrones.geometry import Anchors, Flat, Geometry, Spot, corners, direction, geometry
from atlas.thrones.scene import Scene
from atlas.thrones.symbols import PICTURES, arms
from atlas.thrones.tokens import ALLIED_GREEN

STEP, LEADER_ROOM = 26.0, 48.0
# Over the units, where a map has no place of its own for leaders.
ABOVE = 32.0
TITLES = ("Ser", "Lord", "Lady", "King", "Queen")


def _standing(scene: Scene, area: str, spots: Anchors) -> Iterator[Piece]:
    """The leaders who stand in an area, side by side."""
    here = scene.leaders_in(area)
    x, y = spots.leaders or (spots.units[0], spots.units[1] - ABOVE)
    step = min(STEP, LEADER_ROOM / max(1, len(here) - 1))
    for n, leader in enumerate(here):
        at = x + (n - (len(here) - 1) / 2) * step
        yield square(banner_of(leader, scene), at, y, 20, scene.leader(leader))


def banner_of(leader: str, scene: Scene, *, bars: bool = False) -> str:
    """The banner of a leader as he is now: face up or face down, perhaps behind bars."""
    now, facts = scene.board.leaders[leader], scene.edition.leaders.get(leader)
    name, allied = scene.name(scene.edition.leaders, leader), facts is not None and facts.allied
    # The first two letters of the name without titles.
    letters = next((word for word in name.split() if word not in TITLES), name)[:2]
    return _banner(now.house, letters, scene.strength(leader), now.active, allied, bars)


@cache
def _banner(house: str, letters: str, strength: str, active: bool, allied: bool, bars: bool) -> str:
    """A swallow-tailed banner: of paper below a bar in the colour of the house while face up, all in that colour with a
    golden edge while face down; the bar of an allied leader is green."""
    look = arms(house)
    cloth = "M-12-17H12V16.5L0 11.5L-12 16.5Z"
    fill, ink, edge = (look.colour, look.mark, "#f3c64a") if active else ("#fffaf0", "#20160c", look.edge)
    bar = ALLIED_GREEN if allied else look.colour
    parts = [
        tag("path", d=cloth, fill="#000", fill_opacity=0.3, transform="translate(1.2 1.8)"),
        solid(cloth, fill, "#2a1c0a" if active else edge, 3.2 if active else 1.8),
        stroke(cloth, "#f3c64a", 1.8) if active else "",
        solid("M-11.4-16.4H11.4V-12.6H-11.4Z", bar, look.edge, 0.8),
        capitals(letters, 0, -1.4, 12, ink),
        capitals(strength, 0, 9.6, 12.5, ink),
    ]
    return group(*parts, PICTURES["cage"] if bars else "")


# Units around an arrow for its line and its head.
ROOM = 14
# Pieces in a port are smaller, to fit between mole and land.
IN_PORT = 0.8
DASHES = {"retreat": "9 7", "transport": "2 8", "support": "4 5", "raid": "12 5 3 5"}


def area_path(drawn: Geometry, area: str) -> str:
    """Path data of an area, holes included."""
    return "".join(path(drawn.ring_points(ring), closed=True) for ring in drawn.areas[area].rings)


def softly(rings: Iterable[Flat]) -> str:
    """Path data of rings that lie along a coast or border at a distance: nobody sees there what is finer than a whole
    unit."""
    return "".join(path(((round(x), round(y)) for x, y in corners(ring)), closed=True) for ring in rings)


def tints(scene: Scene) -> Iterator[Piece]:
    """A wash of colour over every land area a house controls, grey hatching over those nobody may enter."""
    sheet, theme = scene.drawn.name, scene.theme.name
    for area, facts in scene.edition.areas.items():
        if facts.kind != "land" or area not in scene.drawn.areas:
            continue
        if scene.board.neutral.get(area) == CLOSED:
            yield _closed(sheet, theme, area)
        elif (house := control.controller(scene.board, scene.edition, area)) is not None:
            yield _tint(sheet, theme, area, house)


@cache
def _tint(sheet: str, theme: str, area: str, house: str) -> Piece:
    """An area in a house's colour; the same path every time, and a long one."""
    drawn, opacity, tint = geometry(sheet), theme_named(theme).tint, arms(house).tint
    inner = softly(drawn.areas[area].inner)
    # A thin wash, stronger along the inside of its border.
    whole, edge = (area_path(drawn, area) + inner, opacity * 0.5 + 0.5), (inner, opacity)
    washes = (tag("path", d=d, fill=tint, fill_opacity=much, fill_rule="evenodd") for d, much in (whole, edge))
    return Piece(group(*washes), 0, 0, _bounds(drawn, area))


@cache
def _closed(sheet: str, theme: str, area: str) -> Piece:
    """An area out of play: grey, hatched."""
    drawn, ink = geometry(sheet), theme_named(theme).faint
    line = tag("path", d="M0 0V9", stroke=ink, stroke_width=2.6, stroke_opacity=0.55)
    turned = {"patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)"}
    shape = area_path(drawn, area)
    svg = group(
        tag("pattern", line, id=f"closed-{area}", width=9, height=9, **turned),
        tag("path", d=shape, fill="#7b7974", fill_opacity=0.55, fill_rule="evenodd"),
        tag("path", d=shape, fill=f"url(#closed-{area})", fill_rule="evenodd"),
    )
    return Piece(svg, 0, 0, _bounds(drawn, area))


def _bounds(drawn: Geometry, area: str) -> tuple[float, float, float, float]:
    """West and north of an area and its coast, width and height."""
    points = [spot for ring in drawn.areas[area].rings[:1] for spot in drawn.ring_points(ring)]
    west, east = min(x for x, _ in points) - 1, max(x for x, _ in points) + 1
    north, south = min(y for _, y in points) - 1, max(y for _, y in points) + 1
    return west, north, east - west, south - north


def on_the_map(scene: Scene) -> Iterator[Piece]:
    """Fords, then control tokens, garrisons, neutral forces, units, orders and the battle, area by area."""
    board = scene.board
    yield from ornament.fords(scene)
    for area, shape in scene.drawn.areas.items():
        spots, name = shape.anchors, scene.area(area)
        house = board.tokens.get(area)
        if house and spots.token:
            yield square(tokens.power_token(house), *spots.token, 18, name)
        if area in board.garrisons and spots.token:
            # Beside a token on the same spot, which only an edict can bring about.
            garrison, (x, y) = board.garrisons[area], spots.token
            yield square(tokens.garrison(garrison.house, garrison.strength), x + (20 if house else 0), y, 15)
        yield from _laid(scene, area, spots)
        if 0 < board.neutral.get(area, 0) < CLOSED:
            yield square(tokens.neutral(board.neutral[area]), *spots.units, 24)
        force = board.forces.get(area)
        small = IN_PORT if scene.edition.areas[area].kind == "port" else 1.0
        if force and force.size():
            chief = board.commanders.get(force.house, "")
            yield _force(force, *spots.units, f"{name}: {scene.units(force)}", small, chief)
        yield from _standing(scene, area, spots)
        placed = board.orders.get(area)
        if placed:
            token = scene.edition.orders.get(placed.order)
            label = token.name.say(scene.language) if token else ""
            chief = board.commanders.get(placed.house, "") if token and token.vassal else ""
            yield square(_order(placed.house, token, small, chief), *spots.order, 26 * small, label)
    if board.battle:
        yield from _battle(board, scene.drawn)


def _laid(scene: Scene, area: str, spots: Anchors) -> Iterator[Piece]:
    """What lies on an area for longer than a round: tokens that change what it offers, and loyalty."""
    name, marks = scene.area(area), scene.board.improvements.get(area, [])
    if spots.site and ("stronghold" in marks or "ruin" in marks):
        mark = "stronghold" if "stronghold" in marks else "ruin"
        yield square(tokens.rebuilt(mark), *spots.site, 21, f"{name}: {scene.say(mark)}")
    row = [(tokens.improved(mark), f"{name}: {scene.say(mark)}") for mark in marks if mark in ("barrel", "crown")]
    loyal = scene.board.loyalty.get(area, 0)
    if loyal:
        row.insert(0, (tokens.loyalty(loyal), f"{name}: {loyal} × {scene.say('loyalty')}"))
    if spots.extra:
        x, y = spots.extra
        step = min(23.0, 60.0 / max(1, len(row) - 1))
        for n, (svg, label) in enumerate(row):
            yield square(svg, x + (n - (len(row) - 1) / 2) * step, y, 18, label)


@cache
def _order(house: str, token: OrderToken | None, small: float = 1.0, commander: str = "") -> str:
    return group(tokens.order(house, token, commander), scale=1.14 * small)


def _force(force: Force, x: float, y: float, label: str = "", small: float = 1.0, commander: str = "") -> Piece:
    svg, half = tokens.units(force.house, force.units, force.routed, commander)
    if small != 1.0:
        svg = group(svg, scale=small)
    return Piece(svg, round(x), round(y), (-half * small, -25 * small, 2 * half * small, 50 * small), label)


def _battle(board: Board, drawn: Geometry) -> Iterator[Piece]:
    """The attackers on their way into the area, and crossed swords before it."""
    battle = board.battle
    if battle is None or battle.area not in drawn.areas or battle.origin not in drawn.areas:
        return
    start, (bx, by) = drawn.areas[battle.origin].anchors.units, drawn.areas[battle.area].anchors.units
    ux, uy, length = direction(start, (bx, by))
    # Half a token's way before the defenders, the attackers behind the swords.
    x, y = bx - ux * min(52.0, length * 0.4), by - uy * min(52.0, length * 0.4)
    if battle.troop:
        half = tokens.units(battle.attacker, battle.troop, {})[1]
        back = 12 + half * abs(ux) + 18 * abs(uy)
        chief = board.commanders.get(battle.attacker, "")
        yield _force(Force(battle.attacker, battle.troop), x - ux * back, y - uy * back, commander=chief)
    yield square(tokens.battle(), x, y, 20)


def arrow(move: Arrow, drawn: Geometry) -> Piece:
    """A curved arrow in its house's colour, drawn under names and pieces. An unknown area raises KeyError."""
    return arrow_between(
        move.house, move.kind, drawn.areas[move.from_area].anchors.units, drawn.areas[move.to_area].anchors.units
    )


@lru_cache(maxsize=2048)
def arrow_between(house: str, kind: str, start: Spot, end: Spot) -> Piece:
    """An arrow from spot to spot, its line as its kind has it."""
    (ax, ay), (bx, by) = start, end
    ux, uy, length = direction(start, end)
    bend = min(40.0, length * 0.18)
    mx, my = (ax + bx) / 2 - uy * bend, (ay + by) / 2 + ux * bend
    ex, ey = bx - ux * 20, by - uy * 20
    hx, hy, _ = direction((mx, my), (ex, ey))
    curve = f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {ex - hx * 9:.1f} {ey - hy * 9:.1f}"
    left, right = (ex - hx * 17 - hy * 9, ey - hy * 17 + hx * 9), (ex - hx * 17 + hy * 9, ey - hy * 17 - hx * 9)
    look = arms(house)
    svg = (
        stroke(curve, "#fffaf0" if kind in DASHES else look.edge, 9, stroke_linecap="round", stroke_opacity=0.9)
        + solid(path([(ex, ey), left, right], closed=True), look.colour, look.edge, 3)
        + stroke(curve, look.colour, 5.4, stroke_linecap="round", stroke_dasharray=DASHES.get(kind))
    )
    # A curve stays within its corners; its line and its head reach some units farther.
    west, north = math.floor(min(ax, mx, ex)) - ROOM, math.floor(min(ay, my, ey)) - ROOM
    east, south = math.ceil(max(ax, mx, ex)) + ROOM, math.ceil(max(ay, my, ey)) + ROOM
    return Piece(svg, 0, 0, (west, north, east - west, south - north))
