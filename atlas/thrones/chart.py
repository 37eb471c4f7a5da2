"""The map itself: ground, lettering, ways that are no borders, the seas of A Storm of Swords."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache

from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import Area
from adjudicator.thrones.state.edition import Edition
from atlas import lettering
from atlas.svg import Piece, capitals, disc, group, path, round_solid, square, stroke, tag, text, words
from atlas.theme import Theme
from atlas.thrones import ornament, symbols, tokens
from atlas.thrones.geometry import PLAIN, Arc, Geometry, Label, Spot, backward_arcs
from atlas.thrones.pieces import area_path, softly
from atlas.thrones.symbols import say
from atlas.thrones.tokens import home_shield

# The claim track: its first place, from one to the next, and how many there are.
CLAIM_X, CLAIM_Y, CLAIM_STEP, CLAIM_PLACES = 72.0, 214.0, 45.0, 6
# The weather: middle, how far its places are from there, and the rose within.
WEATHER, RING, WEATHER_ROSE = (926.0, 158.0), 88.0, 38.0


def claim_slots(theme: Theme, language: str) -> str:
    """The empty claim track with its numbers."""
    middle = CLAIM_X + CLAIM_STEP * (CLAIM_PLACES - 1) / 2
    parts = [
        capitals(say("claim", language), middle, CLAIM_Y - 29, 15, theme.sea_ink),
        group(
            symbols.flag(),
            x=middle - lettering.width_of(say("claim", language), lettering.CAPITALS, 15) / 2 - 14,
            y=CLAIM_Y - 33,
            scale=0.8,
        ),
    ]
    for n in range(CLAIM_PLACES):
        x = CLAIM_X + n * CLAIM_STEP
        look: dict[str, str | float] = {"fill": theme.panel, "fill_opacity": 0.85, "stroke": theme.coast}
        parts.append(tag("circle", cx=x, cy=CLAIM_Y, r=19, stroke_width=1.3, **look))
        parts.append(capitals(str(n + 1), x, CLAIM_Y + 5.4, 15, theme.faint))
    return group(*parts, data_track="claim")


def claims(board: Board, edition: Edition, language: str) -> Iterator[Piece]:
    """The tokens on the claim track, the oldest on the highest number."""
    if board.realm is None:
        return
    for n, house in enumerate(board.realm.claim):
        number = max(1, CLAIM_PLACES - n)
        name = edition.houses[house].name.say(language) if house in edition.houses else house
        label = f"{say('claim', language)} {number}: {name}"
        yield square(tokens.counter(house, 1.0), CLAIM_X + (number - 1) * CLAIM_STEP, CLAIM_Y, 22, label)


def weather_wheel(edition: Edition, theme: Theme) -> str:
    """The compass with the places of the weather marker around it: sun where it is fair, cloud where it storms."""
    parts = [
        disc(RING, "none", theme.gold, 1.4, stroke_opacity=0.8),
        disc(RING - 5, "none", theme.gold, 0.7, stroke_dasharray="1 4"),
        ornament.compass(0, 0, WEATHER_ROSE, theme),
    ]
    for place, weather in enumerate(edition.weather):
        x, y = _place(place, len(edition.weather))
        sign = _sun() if weather == "fair" else _cloud()
        parts.append(disc(22, theme.panel, theme.coast, 1.4, cx=x, cy=y))
        parts.append(group(sign, x=x, y=y))
    return group(*parts, x=WEATHER[0], y=WEATHER[1])


def weather(board: Board, edition: Edition, language: str) -> Iterator[Piece]:
    """The weather marker: a ring of gold around the place where it lies."""
    if board.realm is None or not edition.weather:
        return
    place = board.realm.weather % len(edition.weather)
    x, y = _place(place, len(edition.weather))
    label = f"{say('weather', language)}: {say(edition.weather[place], language)}"
    yield square(_marker(), WEATHER[0] + x, WEATHER[1] + y, 29, label)


def _place(place: int, places: int) -> tuple[float, float]:
    """Where a place lies from the middle: the first in the west, the next ones as a clock goes."""
    angle = math.pi + 2 * math.pi * place / places
    return round(RING * math.cos(angle), 1), round(RING * math.sin(angle), 1)


@cache
def _marker() -> str:
    return (
        disc(24.5, "none", "#2a1c0a", 7)
        + disc(24.5, "none", "#f3c64a", 4.4)
        + "".join(disc(2.4, "#8a1f14", cx=x, cy=y) for x, y in ((0, -24.5), (24.5, 0), (0, 24.5), (-24.5, 0)))
    )


def _sun() -> str:
    rays = "".join(
        f"M{9.5 * math.cos(a):.1f} {9.5 * math.sin(a):.1f}L{14.5 * math.cos(a):.1f} {14.5 * math.sin(a):.1f}"
        for a in (math.pi * n / 4 for n in range(8))
    )
    sun = disc(7, "#f3c64a", "#8a5a00", 1.4)
    return stroke(rays, "#b47a10", 2.2, stroke_linecap="round") + sun


def _cloud() -> str:
    cloud = "M-11 3A5 5 0 0 1-9-6A7 7 0 0 1 4-8A5.6 5.6 0 0 1 10-1.4A3.4 3.4 0 0 1 9.4 3Z"
    rain = stroke("M-7 6L-9 12M-1 6L-3 12M5 6L3 12", "#2f6f9a", 2, stroke_linecap="round")
    return round_solid(cloud, "#8794a0", "#2c3a45", 1.4) + rain


ROSE = (906.0, 104.0, 54.0)


def ground(drawn: Geometry, edition: Edition, theme: Theme, language: str) -> str:
    """Sea, land and relief. Every area is a path with the id `area-<id>` and its name as title."""
    size = {"width": drawn.width, "height": drawn.height}
    far, middle, near = (softly(rings) for rings in drawn.shoals)
    shallows = (
        tag("path", d=far, fill="none", stroke=theme.sea_border, stroke_opacity=0.4)
        + tag("path", d=middle, fill=theme.sea_shoal, stroke=theme.sea_border, stroke_opacity=0.5)
        + tag("path", d=near, fill=theme.glow)
    )
    inland = tag("path", d=softly(drawn.inland), fill=theme.land)
    bare = {*drawn.water, *drawn.impassable}
    rings = [ring for name, rings in drawn.decoration.items() for ring in rings if name not in bare]
    beyond = "".join(tag("path", d=path(drawn.ring_points(ring), closed=True), fill=theme.beyond) for ring in rings)
    areas = sorted(_shown(drawn, edition), key=lambda area: area.kind == "land")
    return (
        tag("rect", **size, fill=theme.sea)
        + ornament.waves(drawn.width, drawn.height, theme)
        + tag("g", shallows, pointer_events="none")
        + beyond
        + tag("g", *(_area(area, drawn, theme, language) for area in areas), id="map-areas")
        + tag("g", inland, pointer_events="none", fill_rule="evenodd")
        + _impassable(drawn, theme)
        + _relief(drawn, theme)
        + (weather_wheel(edition, theme) if edition.weather else ornament.compass(*ROSE, theme))
        + ornament.cartouche(theme)
    )


def over(drawn: Geometry, edition: Edition, theme: Theme, language: str) -> str:
    """Borders, coasts, rivers, names and icons; nothing here takes the pointer."""
    sea = stroke(_lines(drawn, "sea"), theme.sea_border, 2, stroke_dasharray="7 6", stroke_linecap="round")
    inland = stroke(_lines(drawn, "border"), theme.border, 1.9, stroke_linecap="round")
    coast = stroke(_lines(drawn, "coast", "island"), theme.coast, 2.3, stroke_linecap="round")
    river = _lines(drawn, "river")
    rivers = stroke(river, theme.coast, 7, stroke_opacity=0.55) + stroke(river, theme.river, 5, stroke_linecap="round")
    mole = _lines(drawn, "mole")
    areas = _shown(drawn, edition)
    names = "".join(_name(area, drawn, theme, language) for area in areas)
    icons = "".join(_icons(area, drawn, theme) for area in areas)
    return tag(
        "g",
        sea,
        inland,
        rivers,
        ornament.moles(mole, theme) if mole else "",
        coast,
        ornament.the_wall(drawn, theme),
        "".join(ornament.bridge(*b.at, b.angle, theme) for b in drawn.bridges),
        ornament.arrows(drawn, theme),
        "".join(ornament.lane(lane.start, lane.end, theme) for lane in drawn.lanes),
        "".join(_label(label, theme, language) for label in drawn.labels),
        icons,
        names,
        pointer_events="none",
    )


def _shown(drawn: Geometry, edition: Edition) -> list[Area]:
    """The areas on this sheet, in the order of the data."""
    return [area for area in edition.areas.values() if area.id in drawn.areas]


def _lines(drawn: Geometry, *kinds: str) -> str:
    """Path data of all arcs of some kinds, following arcs joined without a gap; plain lines the way round in which
    areas are written (see `cartography.faces`)."""
    chains: list[list[Spot]] = []
    backward = backward_arcs(drawn.name) if PLAIN.issuperset(kinds) else frozenset()
    for number, arc in enumerate(drawn.arcs, 1):
        if arc.kind in kinds:
            points = Arc.points(arc)[:: -1 if number in backward else 1]
            if chains and chains[-1][-1] == points[0]:
                chains[-1] += points[1:]
            else:
                chains.append(points)
    return "".join(path(chain) for chain in chains)


def _area(area: Area, drawn: Geometry, theme: Theme, language: str) -> str:
    fill, opacity = {"land": (theme.land_shade, None), "port": (theme.river, 0.14)}.get(area.kind, ("#fff", 0.0))
    return tag(
        "path",
        tag("title", words(area.name.say(language))),
        id=f"area-{area.id}",
        class_=f"area {area.kind}",
        d=area_path(drawn, area.id),
        fill=fill,
        fill_opacity=opacity,
        fill_rule="evenodd",
    )


def _impassable(drawn: Geometry, theme: Theme) -> str:
    """Grey land that nobody enters, hatched; on a map that has some."""
    if not drawn.impassable:
        return ""
    line = tag("path", d="M0 0V7", stroke=theme.faint, stroke_width=1.5, stroke_opacity=0.5)
    turned: dict[str, str | float] = {"patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)"}
    pattern = tag("pattern", line, id="impassable", width=7, height=7, **turned)
    rings = [ring for name in drawn.impassable for ring in drawn.decoration[name]]
    shapes = "".join(path(drawn.ring_points(ring), closed=True) for ring in rings)
    return tag(
        "g",
        pattern,
        tag("path", d=shapes, fill=theme.beyond, fill_opacity=0.2),
        tag("path", d=shapes, fill="#7b7974", fill_opacity=0.42),
        tag("path", d=shapes, fill="url(#impassable)"),
        pointer_events="none",
    )


def _relief(drawn: Geometry, theme: Theme) -> str:
    marks = (ornament.relief(kind, x, y) for kind, spots in drawn.relief.items() for x, y in spots)
    style = {"stroke": theme.relief, "stroke_linejoin": "round", "stroke_linecap": "round", "pointer_events": "none"}
    return tag("g", *marks, stroke_width=1.3, **style)


def _label(label: Label, theme: Theme, language: str) -> str:
    """A name in italics: of a river in the colour of water, along it; of land wide and faint."""
    inked, halo = (theme.sea_ink, theme.halo) if label.river else (theme.faint, None)
    line = text(
        label.name.say(language).replace("'", "’"),
        0,
        label.size * 0.3,
        font=lettering.ITALIC,
        size=label.size,
        spacing=0.4 if label.river else label.size * 0.09,
        fill=inked,
        halo=halo,
        halo_width=3.0,
    )
    return tag("g", line, transform=f"translate({label.at[0]:g} {label.at[1]:g}) rotate({label.angle:g})")


def _name(area: Area, drawn: Geometry, theme: Theme, language: str) -> str:
    """The area's name, in as many lines as fit its room, haloed; a port has an anchor instead."""
    spots = drawn.areas[area.id].anchors
    if area.kind == "port":
        return group(symbols.harbour_sign(theme), x=spots.name[0], y=spots.name[1])
    land = area.kind == "land"
    font, most, spacing = (lettering.SERIF, 19.0, 0.0) if land else (lettering.ITALIC, 21.0, 1.0)
    lines, size = lettering.fit(area.name.say(language).replace("'", "’"), font, most, spots.room, spacing)
    top = spots.name[1] - len(lines) * size * lettering.LEADING / 2
    return "".join(
        text(
            line,
            spots.name[0],
            top + size * (0.78 + n * lettering.LEADING),
            font=font,
            size=size,
            spacing=spacing,
            fill=theme.ink if land else theme.sea_ink,
            halo=theme.halo if land else theme.sea_halo,
        )
        for n, line in enumerate(lines)
    )


def _settlement(area: Area) -> Callable[[Theme], str]:
    if area.settlement == "none":
        return symbols.town
    return symbols.stronghold if area.settlement == "stronghold" else symbols.castle


def _icons(area: Area, drawn: Geometry, theme: Theme) -> str:
    """Settlement and its flag, barrels, crowns and the home shield."""
    spots = drawn.areas[area.id].anchors
    parts = []
    if spots.token and area.home_of:
        parts.append(group(home_shield(area.home_of, theme), x=spots.token[0], y=spots.token[1]))
    if spots.site:
        x, y = spots.site
        if area.claim:
            parts.append(group(symbols.flag(area.claim), x=x - 18, y=y - 1))
            x += 11
        parts.append(group(_settlement(area)(theme), x=x, y=y + 1))
    if spots.goods:
        icons = [symbols.barrel()] * area.supply + [symbols.crown()] * area.power
        start = spots.goods[0] - 9 * (len(icons) - 1)
        parts += [group(icon, x=start + 18 * n, y=spots.goods[1]) for n, icon in enumerate(icons)]
    return "".join(parts)
