"""Map ornament, and the parts that change by position as pieces to paste on a map."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, partial

from adjudicator.thrones.rules import control
from adjudicator.thrones.rules.control import fair
from adjudicator.thrones.state import CLOSED, Board, Force, OrderToken
from atlas.svg import Arrow, Box, Piece, capitals, disc, group, path, plate, round_solid, solid, square, stroke, tag
from atlas.theme import Theme, find_theme
from atlas.thrones import tokens
from atlas.thrones.geometry import Anchors, Flat, Geometry, Spot, Way, corners, direction, geometry
from atlas.thrones.scene import Scene
from atlas.thrones.tokens import ALLIED_GREEN, GLYPHS, PICTURES, arms, counter, picture

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
            drawn_line = partial(tag, "path", d=line, fill="none")
            return (
                drawn_line(stroke=theme.coast, stroke_width=11)
                + drawn_line(stroke=theme.ice, stroke_width=8.4)
                + drawn_line(stroke="#ffffff", stroke_width=4, stroke_dasharray="5 4", opacity=0.9)
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


def lane(start: Spot, end: Spot, theme: Theme) -> str:
    """A dotted sea lane with a ring at each end: these two are neighbours."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay)
    bow = (ax + bx) / 2 - (by - ay) / length * 8, (ay + by) / 2 + (bx - ax) / length * 8
    course = f"M{ax} {ay}Q{bow[0]:.1f} {bow[1]:.1f} {bx} {by}"
    ends = "".join(disc(4.2, theme.panel, theme.sea_ink, 1.8, cx=x, cy=y) for x, y in (start, end))
    return stroke(course, theme.sea_ink, 2.6, stroke_dasharray="1 5", stroke_linecap="round") + ends


HEAD, HALF = 17.0, 8.5


def arrows(drawn: Geometry, theme: Theme) -> str:
    """Draw the printed arrows, two-headed; a house's own in its colour and shape."""
    return "".join(_printed_arrow(way, theme) for way in drawn.ways)


def _printed_arrow(way: Way, theme: Theme) -> str:
    """Draw a printed two-headed arrow; a house's own has its colour and shield."""
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
    ux, uy, _ = direction(before, tip)
    x, y = tip[0] - ux * HEAD, tip[1] - uy * HEAD
    return [tip, (x - uy * HALF, y + ux * HALF), (x + uy * HALF, y - ux * HALF)]


def _middle(head: list[Spot]) -> Spot:
    return (head[1][0] + head[2][0]) / 2, (head[1][1] + head[2][1]) / 2


def fords(scene: Scene) -> Iterator[Piece]:
    """Yield the fords: stepping stones if open; white water and a bar if closed."""
    state = "ford-open" if fair(scene.edition, scene.board) else "ford-closed"
    for ford in scene.drawn.fords:
        label = f"{scene.say(state)}: {scene.area(ford.a)} – {scene.area(ford.b)}"
        # Drawn for a river that runs north and south, and turned as the river runs.
        svg = tag("g", PICTURES[state], transform=f"rotate({ford.angle:g})")
        yield square(svg, *ford.at, 20, label)


STEP, LEADER_ROOM = 26.0, 48.0
# Over the units, where a map has no place of its own for leaders.
ABOVE = 32.0
TITLES = ("Ser", "Lord", "Lady", "King", "Queen")


def _leader_banners(scene: Scene, area: str, spots: Anchors) -> Iterator[Piece]:
    """The leaders who stand in an area, side by side."""
    here = scene.leaders_in(area)
    x, y = spots.leaders or (spots.units[0], spots.units[1] - ABOVE)
    step = min(STEP, LEADER_ROOM / max(1, len(here) - 1))
    for n, leader in enumerate(here):
        at = x + (n - (len(here) - 1) / 2) * step
        yield square(banner_of(leader, scene), at, y, 20, scene.leader(leader))


def banner_of(leader: str, scene: Scene, *, bars: bool = False) -> str:
    """Draw a leader's banner: face up or down, behind bars if `bars`."""
    now, facts = scene.board.leaders[leader], scene.edition.leaders.get(leader)
    name, allied = scene.name(scene.edition.leaders, leader), facts is not None and facts.allied
    # The first two letters of the name without titles.
    letters = next((word for word in name.split() if word not in TITLES), name)[:2]
    return _banner(now.house, letters, scene.strength(leader), now.active, allied, bars)


@cache
def _banner(house: str, letters: str, strength: str, active: bool, allied: bool, bars: bool) -> str:
    """Draw a swallow-tailed banner, of paper with a house-coloured bar while face up.
    Face down it is all in that colour with a golden edge; the bar of an allied leader is green."""
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


def rounded_path(rings: Iterable[Flat]) -> str:
    """Return path data of rings along coasts or borders, rounded to whole units.
    Nobody sees finer detail there."""
    return "".join(path(((round(x), round(y)) for x, y in corners(ring)), closed=True) for ring in rings)


def tints(scene: Scene) -> Iterator[Piece]:
    """Yield a wash of colour over each controlled land area, grey hatching if barred."""
    sheet, theme = scene.drawn.name, scene.theme.name
    for area, facts in scene.edition.areas.items():
        if facts.kind != "land" or area not in scene.drawn.areas:
            continue
        if scene.board.neutral.get(area) == CLOSED:
            yield _closed_area(sheet, theme, area)
        elif (house := control.controller(scene.board, scene.edition, area)) is not None:
            yield _tint(sheet, theme, area, house)


@cache
def _tint(sheet: str, theme: str, area: str, house: str) -> Piece:
    """An area in a house's colour; the same path every time, and a long one."""
    drawn, opacity, tint = geometry(sheet), find_theme(theme).tint, arms(house).tint
    inner = rounded_path(drawn.areas[area].inner)
    # A thin wash, stronger along the inside of its border.
    whole, edge = (area_path(drawn, area) + inner, opacity * 0.5 + 0.5), (inner, opacity)
    washes = (tag("path", d=d, fill=tint, fill_opacity=much, fill_rule="evenodd") for d, much in (whole, edge))
    return Piece(group(*washes), 0, 0, _bounds(drawn, area))


@cache
def _closed_area(sheet: str, theme: str, area: str) -> Piece:
    """Draw an area out of play: grey, hatched."""
    drawn, ink = geometry(sheet), find_theme(theme).faint
    line = tag("path", d="M0 0V9", stroke=ink, stroke_width=2.6, stroke_opacity=0.55)
    turned = {"patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)"}
    shape = area_path(drawn, area)
    svg = group(
        tag("pattern", line, id=f"closed-{area}", width=9, height=9, **turned),
        tag("path", d=shape, fill="#7b7974", fill_opacity=0.55, fill_rule="evenodd"),
        tag("path", d=shape, fill=f"url(#closed-{area})", fill_rule="evenodd"),
    )
    return Piece(svg, 0, 0, _bounds(drawn, area))


def _bounds(drawn: Geometry, area: str) -> Box:
    """West and north of an area and its coast, width and height."""
    points = [spot for ring in drawn.areas[area].rings[:1] for spot in drawn.ring_points(ring)]
    west, east = min(x for x, _ in points) - 1, max(x for x, _ in points) + 1
    north, south = min(y for _, y in points) - 1, max(y for _, y in points) + 1
    return west, north, east - west, south - north


def map_pieces(scene: Scene) -> Iterator[Piece]:
    """Yield fords, then by area control, garrisons, neutrals, units and orders.
    A battle comes last."""
    board = scene.board
    yield from fords(scene)
    for area, shape in scene.drawn.areas.items():
        spots, name = shape.anchors, scene.area(area)
        house = board.tokens.get(area)
        if house and spots.token:
            yield square(tokens.power_token(house), *spots.token, 18, name)
        if area in board.garrisons and spots.token:
            # Beside a token on the same spot, which only an override can bring about.
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
        yield from _leader_banners(scene, area, spots)
        placed = board.orders.get(area)
        if placed:
            token = scene.edition.orders.get(placed.order)
            label = token.name.say(scene.language) if token else ""
            chief = board.commanders.get(placed.house, "") if token and token.vassal else ""
            yield square(_order(placed.house, token, small, chief), *spots.order, 26 * small, label)
    if board.battle:
        yield from _battle(board, scene.drawn)


def _laid(scene: Scene, area: str, spots: Anchors) -> Iterator[Piece]:
    """Yield lasting tokens of an area: those that change what it offers, and loyalty."""
    name, marks = scene.area(area), scene.board.improvements.get(area, [])
    if spots.site and ("stronghold" in marks or "ruin" in marks):
        mark = "stronghold" if "stronghold" in marks else "ruin"
        yield square(tokens.castle_token(mark), *spots.site, 21, f"{name}: {scene.say(mark)}")
    row = [
        (tokens.improvement_token(mark), f"{name}: {scene.say(mark)}") for mark in marks if mark in ("barrel", "crown")
    ]
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
    """Draw an order token, scaled by `small`; `commander` is a vassal's commander."""
    return group(tokens.order(house, token, commander), scale=1.14 * small)


def _force(force: Force, x: float, y: float, label: str = "", small: float = 1.0, commander: str = "") -> Piece:
    """Return a force's units as a piece at a place, scaled by `small`.
    `commander`: the house whose mark a vassal's units bear."""
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
    """Draw a curved arrow in its house's colour, under pieces. KeyError: unknown area."""
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
