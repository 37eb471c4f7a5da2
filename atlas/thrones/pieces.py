"""What changes from position to position, as small pieces that a picture can paste on a finished map."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from adjudicator.thrones.rules import control
from adjudicator.thrones.state.board import CLOSED, Board, Force
from adjudicator.thrones.state.components import LeaderToken, OrderToken
from adjudicator.thrones.state.edition import Edition
from atlas.svg import Arrow, Piece, capitals, group, path, solid, square, stroke, tag
from atlas.theme import Theme, theme_named
from atlas.thrones import ornament, tokens
from atlas.thrones.geometry import Anchors, Flat, Geometry, Spot, corners, geometry
from atlas.thrones.symbols import arms, say
from atlas.thrones.tokens import ALLIED_GREEN

STEP, LEADER_ROOM = 26.0, 48.0
# Over the units, where a map has no place of its own for leaders.
ABOVE = 32.0
TITLES = ("Ser", "Lord", "Lady", "King", "Queen")


def standing(board: Board, edition: Edition, area: str, spots: Anchors, language: str) -> Iterator[Piece]:
    """The leaders who stand in an area, side by side."""
    if not board.leaders:
        return
    here = [leader for leader, facts in board.leaders.items() if facts.area == area]
    x, y = spots.leaders or (spots.units[0], spots.units[1] - ABOVE)
    step = min(STEP, LEADER_ROOM / max(1, len(here) - 1))
    for n, leader in enumerate(here):
        at = x + (n - (len(here) - 1) / 2) * step
        yield square(banner_of(leader, board, edition, language), at, y, 20, told(leader, board, edition, language))


def held(board: Board, house: str) -> list[str]:
    """The leaders in the cells of a house."""
    return [leader for leader, facts in board.leaders.items() if facts.cell == house]


def banner_of(leader: str, board: Board, edition: Edition, language: str, *, bars: bool = False) -> str:
    """The banner of a leader as he is now: face up or face down, perhaps behind bars."""
    now, facts = board.leaders[leader], edition.leaders.get(leader)
    strength = _strength(facts, active=now.active)
    name, allied = _name(leader, edition, language), facts is not None and facts.allied
    # The first two letters of the name without titles.
    letters = next((word for word in name.split() if word not in TITLES), name)[:2]
    return _banner(now.house, letters, strength, now.active, allied, bars)


def told(leader: str, board: Board, edition: Edition, language: str) -> str:
    """A leader in words: his name, his strength as he lies, and whether he is turned."""
    now, facts = board.leaders[leader], edition.leaders.get(leader)
    turned = f", {say('turned', language)}" if now.active else ""
    return f"{_name(leader, edition, language)} ({_strength(facts, active=now.active)}{turned})"


def _name(leader: str, edition: Edition, language: str) -> str:
    facts = edition.leaders.get(leader)
    return facts.name.say(language) if facts else say(leader, language)


def _strength(facts: LeaderToken | None, *, active: bool) -> str:
    return "?" if facts is None else str(facts.marching if active else facts.idle)


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
    if bars:
        cage = "M-10-19V18M10-19V18M-15-18.4H15M-15 17.6H15"
        parts.append(stroke(cage, "#f4ecd9", 4.4))
        parts.append(stroke(cage, "#3a3a3e", 2.6))
    return group(*parts)


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


def tints(board: Board, edition: Edition, drawn: Geometry, theme: Theme) -> Iterator[Piece]:
    """A wash of colour over every land area a house controls, grey hatching over those nobody may enter."""
    for area, facts in edition.areas.items():
        if facts.kind != "land" or area not in drawn.areas:
            continue
        if board.neutral.get(area) == CLOSED:
            yield _closed(drawn.name, theme.name, area)
            continue
        house = control.controller(board, edition, area)
        if house is None:
            continue
        yield _tint(drawn.name, theme.name, area, house)


@cache
def _tint(sheet: str, theme: str, area: str, house: str) -> Piece:
    """An area in a house's colour; the same path every time, and a long one."""
    drawn = geometry(sheet)
    return Piece(group(_wash(area, house, drawn, theme_named(theme))), 0, 0, _bounds(drawn, area))


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


def _wash(area: str, house: str, drawn: Geometry, theme: Theme) -> str:
    """An area hand-coloured: a thin wash, stronger along the inside of its border."""
    shape = drawn.areas[area]
    inner = softly(shape.inner)
    tint = arms(house).tint
    return tag(
        "path", d=area_path(drawn, area) + inner, fill=tint, fill_opacity=theme.tint * 0.5 + 0.5, fill_rule="evenodd"
    ) + tag("path", d=inner, fill=tint, fill_opacity=theme.tint, fill_rule="evenodd")


def on_the_map(board: Board, edition: Edition, drawn: Geometry, language: str) -> Iterator[Piece]:
    """Fords, then control tokens, garrisons, neutral forces, units, orders and the battle, area by area."""
    yield from ornament.fords(board, edition, drawn, language)
    for area, shape in drawn.areas.items():
        spots, facts = shape.anchors, edition.areas[area]
        house = board.tokens.get(area)
        if house and spots.token:
            yield square(tokens.power_token(house), *spots.token, 18, facts.name.say(language))
        if area in board.garrisons and spots.token:
            # Beside a token on the same spot, which only an edict can bring about.
            garrison, (x, y) = board.garrisons[area], spots.token
            yield square(tokens.garrison(garrison.house, garrison.strength), x + (20 if house else 0), y, 15)
        yield from _laid(board, area, spots, facts.name.say(language), language)
        if 0 < board.neutral.get(area, 0) < CLOSED:
            yield square(tokens.neutral(board.neutral[area]), *spots.units, 24)
        force = board.forces.get(area)
        small = IN_PORT if facts.kind == "port" else 1.0
        if force and force.size():
            chief = board.commanders.get(force.house, "")
            told = f"{facts.name.say(language)}: {told_units(force, edition, language)}"
            yield _force(force, *spots.units, told, small, chief)
        yield from standing(board, edition, area, spots, language)
        placed = board.orders.get(area)
        if placed:
            token = edition.orders.get(placed.order)
            label = token.name.say(language) if token else ""
            chief = board.commanders.get(placed.house, "") if token and token.vassal else ""
            yield square(_order(placed.house, token, small, chief), *spots.order, 26 * small, label)
    if board.battle:
        yield from _battle(board, drawn)


def _laid(board: Board, area: str, spots: Anchors, name: str, language: str) -> Iterator[Piece]:
    """What lies on an area for longer than a round: tokens that change what it offers, and loyalty."""
    marks = board.improvements.get(area, [])
    if spots.site and ("stronghold" in marks or "ruin" in marks):
        mark = "stronghold" if "stronghold" in marks else "ruin"
        yield square(tokens.rebuilt(mark), *spots.site, 21, f"{name}: {say(mark, language)}")
    row = [(tokens.improved(mark), f"{name}: {say(mark, language)}") for mark in marks if mark in ("barrel", "crown")]
    loyal = board.loyalty.get(area, 0)
    if loyal:
        row.insert(0, (tokens.loyalty(loyal), f"{name}: {loyal} × {say('loyalty', language)}"))
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


def told_units(force: Force, edition: Edition, language: str) -> str:
    """The units of a force in words: how many of each kind, routed ones among them."""
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
    length = max(1.0, math.hypot(bx - ax, by - ay))
    ux, uy = (bx - ax) / length, (by - ay) / length
    bend = min(40.0, length * 0.18)
    mx, my = (ax + bx) / 2 - uy * bend, (ay + by) / 2 + ux * bend
    ex, ey = bx - ux * 20, by - uy * 20
    reach = max(1.0, math.hypot(ex - mx, ey - my))
    hx, hy = (ex - mx) / reach, (ey - my) / reach
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
