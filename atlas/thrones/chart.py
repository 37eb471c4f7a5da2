"""The map: ground, lettering, ways that are no borders, seas of A Storm of Swords."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from adjudicator.thrones.state import Area
from atlas import lettering
from atlas.svg import Piece, capitals, disc, group, path, plate, square, stroke, tag, text, words
from atlas.theme import Theme
from atlas.thrones import pieces, tokens
from atlas.thrones.geometry import PLAIN, Geometry, Label, Spot, backward_arcs
from atlas.thrones.pieces import area_path, rounded_path
from atlas.thrones.scene import Paper, Scene
from atlas.thrones.tokens import PICTURES, flag, harbour_sign, home_shield, picture

# The claim track: its first place, from one to the next, and how many there are.
CLAIM_X, CLAIM_Y, CLAIM_STEP, CLAIM_PLACES = 72.0, 214.0, 45.0, 6
# The weather: middle, how far its places are from there, and the rose within.
WEATHER, RING, WEATHER_ROSE = (926.0, 158.0), 88.0, 38.0


def claim_slots(paper: Paper) -> str:
    """The empty claim track with its numbers."""
    theme, title = paper.theme, paper.say("claim")
    middle = CLAIM_X + CLAIM_STEP * (CLAIM_PLACES - 1) / 2
    west = middle - lettering.width_of(title, lettering.CAPITALS, 15) / 2 - 14
    parts = [
        capitals(title, middle, CLAIM_Y - 29, 15, theme.sea_ink),
        group(PICTURES["flag"], x=west, y=CLAIM_Y - 33, scale=0.8),
    ]
    for n in range(CLAIM_PLACES):
        x = CLAIM_X + n * CLAIM_STEP

        parts.append(
            tag(
                "circle",
                cx=x,
                cy=CLAIM_Y,
                r=19,
                stroke_width=1.3,
                fill=theme.panel,
                fill_opacity=0.85,
                stroke=theme.coast,
            )
        )
        parts.append(capitals(str(n + 1), x, CLAIM_Y + 5.4, 15, theme.faint))
    return group(*parts, data_track="claim")


def claims(scene: Scene) -> Iterator[Piece]:
    """The tokens on the claim track, the oldest on the highest number."""
    for n, house in enumerate(scene.board.realm.claim if scene.board.realm else ()):
        number = max(1, CLAIM_PLACES - n)
        label = f"{scene.say('claim')} {number}: {scene.house(house)}"
        yield square(tokens.counter(house, 1.0), CLAIM_X + (number - 1) * CLAIM_STEP, CLAIM_Y, 22, label)


def weather_wheel(weather: Sequence[str], theme: Theme) -> str:
    """Draw the compass with the weather track around it: sun if fair, cloud if stormy."""
    parts = [
        disc(RING, "none", theme.gold, 1.4, stroke_opacity=0.8),
        disc(RING - 5, "none", theme.gold, 0.7, stroke_dasharray="1 4"),
        pieces.compass(0, 0, WEATHER_ROSE, theme),
    ]
    for place, sign in enumerate(weather):
        x, y = _wheel_spot(place, len(weather))
        parts.append(disc(22, theme.panel, theme.coast, 1.4, cx=x, cy=y))
        parts.append(group(PICTURES["sun" if sign == "fair" else "cloud"], x=x, y=y))
    return group(*parts, x=WEATHER[0], y=WEATHER[1])


def weather(scene: Scene) -> Iterator[Piece]:
    """The weather marker: a ring of gold around the place where it lies."""
    realm, signs = scene.board.realm, scene.edition.weather
    if realm is None or not signs:
        return
    place = realm.weather % len(signs)
    x, y = _wheel_spot(place, len(signs))
    label = f"{scene.say('weather')}: {scene.say(signs[place])}"
    yield square(PICTURES["weather"], WEATHER[0] + x, WEATHER[1] + y, 29, label)


def _wheel_spot(place: int, places: int) -> Spot:
    """Return a weather place's offset from the middle, clockwise from west."""
    angle = math.pi + 2 * math.pi * place / places
    return round(RING * math.cos(angle), 1), round(RING * math.sin(angle), 1)


ROSE = (906.0, 104.0, 54.0)


def ground(paper: Paper) -> str:
    """Draw sea, land and relief; areas are paths `area-<id>` titled with their names."""
    drawn, theme, signs = paper.drawn, paper.theme, paper.edition.weather
    far, middle, near = (rounded_path(rings) for rings in drawn.shoals)
    shallows = (
        tag("path", d=far, fill="none", stroke=theme.sea_border, stroke_opacity=0.4)
        + tag("path", d=middle, fill=theme.sea_shoal, stroke=theme.sea_border, stroke_opacity=0.5)
        + tag("path", d=near, fill=theme.glow)
    )
    inland = tag("path", d=rounded_path(drawn.inland), fill=theme.land)
    bare = {*drawn.water, *drawn.impassable}
    rings = [ring for name, rings in drawn.decoration.items() for ring in rings if name not in bare]
    beyond = "".join(tag("path", d=path(drawn.ring_points(ring), closed=True), fill=theme.beyond) for ring in rings)
    areas = sorted(_shown(paper), key=lambda area: area.kind == "land")
    return (
        plate((None, None, drawn.width, drawn.height), theme.sea)
        + pieces.waves(drawn.width, drawn.height, theme)
        + tag("g", shallows, pointer_events="none")
        + beyond
        + tag("g", *(_area(area, paper) for area in areas), id="map-areas")
        + tag("g", inland, pointer_events="none", fill_rule="evenodd")
        + _impassable(drawn, theme)
        + _relief(drawn, theme)
        + (weather_wheel(signs, theme) if signs else pieces.compass(*ROSE, theme))
        + pieces.cartouche(theme)
    )


def overlay(paper: Paper) -> str:
    """Draw borders, coasts, rivers, names and icons; none takes the pointer."""
    drawn, theme, areas = paper.drawn, paper.theme, _shown(paper)
    sea = stroke(_lines(drawn, "sea"), theme.sea_border, 2, stroke_dasharray="7 6", stroke_linecap="round")
    inland = stroke(_lines(drawn, "border"), theme.border, 1.9, stroke_linecap="round")
    coast = stroke(_lines(drawn, "coast", "island"), theme.coast, 2.3, stroke_linecap="round")
    river = _lines(drawn, "river")
    rivers = stroke(river, theme.coast, 7, stroke_opacity=0.55) + stroke(river, theme.river, 5, stroke_linecap="round")
    mole = _lines(drawn, "mole")
    return tag(
        "g",
        sea,
        inland,
        rivers,
        pieces.moles(mole, theme) if mole else "",
        coast,
        pieces.the_wall(drawn, theme),
        *(pieces.bridge(*b.at, b.angle, theme) for b in drawn.bridges),
        pieces.arrows(drawn, theme),
        *(pieces.lane(lane.start, lane.end, theme) for lane in drawn.lanes),
        *(_label(label, paper) for label in drawn.labels),
        *(_icons(area, paper) for area in areas),
        *(_name(area, paper) for area in areas),
        pointer_events="none",
    )


def _shown(paper: Paper) -> list[Area]:
    """The areas on this sheet, in the order of the data."""
    return [area for area in paper.edition.areas.values() if area.id in paper.drawn.areas]


def _lines(drawn: Geometry, *kinds: str) -> str:
    """Return path data of all arcs of some kinds, adjoining arcs joined.
    Plain lines run the way in which areas are written (see `cartography.faces`)."""
    chains: list[list[Spot]] = []
    backward = backward_arcs(drawn.name) if PLAIN.issuperset(kinds) else frozenset()
    for number, arc in enumerate(drawn.arcs, 1):
        if arc.kind in kinds:
            points = arc.points()[:: -1 if number in backward else 1]
            if chains and chains[-1][-1] == points[0]:
                chains[-1] += points[1:]
            else:
                chains.append(points)
    return "".join(path(chain) for chain in chains)


def _area(area: Area, paper: Paper) -> str:
    """Draw an area as a path `area-<id>`, titled with its name."""
    theme = paper.theme
    fill, opacity = {"land": (theme.land_shade, None), "port": (theme.river, 0.14)}.get(area.kind, ("#fff", 0.0))
    return tag(
        "path",
        tag("title", words(area.name.say(paper.language))),
        id=f"area-{area.id}",
        class_=f"area {area.kind}",
        d=area_path(paper.drawn, area.id),
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
    marks = (pieces.relief(kind, x, y) for kind, spots in drawn.relief.items() for x, y in spots)
    style = {"stroke": theme.relief, "stroke_linejoin": "round", "stroke_linecap": "round", "pointer_events": "none"}
    return tag("g", *marks, stroke_width=1.3, **style)


def _label(label: Label, paper: Paper) -> str:
    """Draw a name in italics: rivers in water colour along them, land wide and faint."""
    theme = paper.theme
    inked, halo = (theme.sea_ink, theme.halo) if label.river else (theme.faint, None)
    line = text(
        label.name.say(paper.language).replace("'", "’"),
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


def _name(area: Area, paper: Paper) -> str:
    """Draw the area's name, haloed, in lines that fit; a port gets an anchor instead."""
    spots, theme = paper.drawn.areas[area.id].anchors, paper.theme
    if area.kind == "port":
        return group(harbour_sign(theme), x=spots.name[0], y=spots.name[1])
    land = area.kind == "land"
    font, most, spacing = (lettering.SERIF, 19.0, 0.0) if land else (lettering.ITALIC, 21.0, 1.0)
    lines, size = lettering.fit(area.name.say(paper.language).replace("'", "’"), font, most, spots.room, spacing)
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


def _icons(area: Area, paper: Paper) -> str:
    """Settlement and its flag, barrels, crowns and the home shield."""
    spots = paper.drawn.areas[area.id].anchors
    parts = []
    if spots.token and area.home_of:
        parts.append(group(home_shield(area.home_of, paper.theme), x=spots.token[0], y=spots.token[1]))
    if spots.site:
        x, y = spots.site
        if area.claim:
            parts.append(group(flag(area.claim), x=x - 18, y=y - 1))
            x += 11
        kind = {"none": "town", "stronghold": "stronghold"}.get(area.settlement, "castle")
        parts.append(group(picture(kind, paper.theme), x=x, y=y + 1))
    if spots.goods:
        icons = [PICTURES["barrel"]] * area.supply + [PICTURES["crown"]] * area.power
        start = spots.goods[0] - 9 * (len(icons) - 1)
        parts += [group(icon, x=start + 18 * n, y=spots.goods[1]) for n, icon in enumerate(icons)]
    return "".join(parts)
