"""The empty tracks: wildlings beyond the Wall, and the band below the map with influence, supply, rounds, houses."""

from __future__ import annotations

from functools import cache

from adjudicator.thrones.state.edition import Edition
from atlas import lettering
from atlas.svg import group, tag, text
from atlas.theme import Theme, theme_named
from atlas.thrones import realm_tracks, symbols, victory_track
from atlas.thrones.geometry import Geometry
from atlas.thrones.layout import Layout, heading, layout, slot
from atlas.thrones.words import say

BAND = 330.0
TRACK_X, TRACK_Y, ROW = 62.0, 70.0, 76.0
STARS_BELOW = 28.0
# How far headings stand above the first line of what they head: clear of the badges at the upper right of houses.
HEADING = 34.0
SUPPLY_X, SUPPLY_Y, SUPPLY_STEP, SUPPLY_STACK = 366.0, 166.0, 41.0, 92.0
ROUND_X, ROUND_Y, ROUND_STEP = 352.0, 248.0, 30.0
HOUSE_X, HOUSE_Y, HOUSE_STEP, HOUSE_ROOM = 690.0, 78.0, 40.0, 178.0
WILD_X, WILD_Y, WILD_STEP = 472.0, 68.0, 37.0


def band(drawn: Geometry, edition: Edition, theme: Theme, language: str, height: float) -> str:
    """The empty band: slots, headings and numbers."""
    top, lay = drawn.height, layout(drawn)
    background = tag("rect", y=top, width=drawn.width, height=height, fill=theme.panel) + tag(
        "path", d=f"M0 {top}H{drawn.width:g}M0 {top + 5}H{drawn.width:g}", stroke=theme.gold, stroke_width=1.6
    )
    rules = tag(
        "path",
        d="".join(f"M{x:g} {top + 34}V{top + height - 34}" for x in lay.dividers),
        stroke=theme.panel_line,
        stroke_width=1,
    )
    return (
        background
        + group(rules)
        + group(
            _tracks(edition, lay, theme, language),
            *_moved(lay.middle, _supply(edition, theme, language), _rounds(edition, theme, language)),
            victory_track.columns(edition, lay, theme, language),
            _houses(edition, lay, theme, language),
            x=0,
            y=top,
        )
    )


def bid_spot(drawn: Geometry, edition: Edition, auction: str) -> tuple[float, float] | None:
    """Where a bid stands, on the map: beside the heading of its track, or behind the wildlings or claims; None where
    none of these is drawn."""
    if auction in edition.tracks:
        return layout(drawn).dividers[0] - 24, drawn.height + TRACK_Y + edition.tracks.index(auction) * ROW - 39
    if auction == "wildlings" and len(edition.wildling_track) > 1:
        return WILD_X + WILD_STEP * len(edition.wildling_track) - 4, WILD_Y
    if auction == "claim" and edition.claimed:
        return realm_tracks.CLAIM_X + realm_tracks.CLAIM_STEP * realm_tracks.CLAIM_PLACES - 4, realm_tracks.CLAIM_Y
    return None


def _moved(east: float, *parts: str) -> tuple[str, ...]:
    return (group(*parts, x=east),) if east else parts


def wildling_slots(edition: Edition, theme: Theme, language: str) -> str:
    """The wildling track in the ice beyond the Wall; none where there are no wildlings."""
    if len(edition.wildling_track) < 2:
        return ""
    parts = [
        text(
            say("wildlings", language),
            WILD_X + WILD_STEP * (len(edition.wildling_track) - 1) / 2,
            WILD_Y - 25,
            font=lettering.CAPITALS,
            size=15,
            fill=theme.ink if theme.name != "night" else "#10181e",
            spacing=1.5,
        )
    ]
    for n, strength in enumerate(edition.wildling_track):
        x = WILD_X + n * WILD_STEP
        parts.append(
            tag(
                "circle",
                cx=x,
                cy=WILD_Y,
                r=14,
                fill=theme.face,
                fill_opacity=0.75,
                stroke=theme.coast,
                stroke_width=1.3,
            )
        )
        parts.append(text(str(strength), x, WILD_Y + 5.4, font=lettering.CAPITALS, size=15, fill="#43525c"))
    return group(*parts, data_track="wildlings")


def track_spot(lay: Layout, row: int, place: int) -> tuple[float, float]:
    """Where the houses of an influence track stand, from the band's upper left."""
    return TRACK_X + place * lay.step, TRACK_Y + row * ROW


@cache
def stars(count: int, theme: str, x: float = 0.0, y: float = 0.0) -> str:
    """As many stars as special orders, side by side around a place."""
    star = tag("path", d=symbols.GLYPHS["star"], fill=theme_named(theme).gold)
    return "".join(group(star, x=x + (n - (count - 1) / 2) * 11, y=y, scale=0.85) for n in range(count))


def stars_vary(edition: Edition) -> bool:
    """Whether the stars depend on the number of players, so that they can't be printed."""
    return any(setup.stars for setup in edition.setups.values())


def _tracks(edition: Edition, lay: Layout, theme: Theme, language: str) -> str:
    rows = []
    for row, track in enumerate(edition.tracks):
        parts = []
        parts.append(heading(say(track, language), 40, TRACK_Y + row * ROW - HEADING, theme))
        for place, count in enumerate(edition.stars[: lay.places]):
            x, y = track_spot(lay, row, place)
            parts.append(slot(x, y, 19, theme))
            parts.append(text(str(place + 1), x, y + 5.4, font=lettering.CAPITALS, size=15, fill=theme.panel_line))
            if track == "kings-court" and not stars_vary(edition):
                parts.append(stars(count, theme.name, x, y + STARS_BELOW))
        rows.append(group(*parts, data_track=track))
    return "".join(rows)


def _supply(edition: Edition, theme: Theme, language: str) -> str:
    parts = [heading(say("supply", language), 346, TRACK_Y - HEADING, theme)]
    for level, limits in enumerate(edition.supply_limits):
        x = SUPPLY_X + level * SUPPLY_STEP
        parts.append(
            tag(
                "rect",
                x=x - 17,
                y=58,
                width=34,
                height=108,
                rx=6,
                fill=theme.land,
                fill_opacity=0.8,
                stroke=theme.panel_line,
                stroke_width=1.1,
            )
        )
        parts.append(text(str(level), x, SUPPLY_Y + 18, font=lettering.CAPITALS, size=15, fill=theme.ink))
        parts.append(text("·".join(str(n) for n in limits), x, SUPPLY_Y + 33, size=11.5, fill=theme.faint))
    return "".join(parts)


def _rounds(edition: Edition, theme: Theme, language: str) -> str:
    parts = [heading(say("round", language), 346, ROUND_Y - 22, theme)]
    for n in range(edition.rounds):
        x = ROUND_X + 6 + n * ROUND_STEP
        parts.append(slot(x, ROUND_Y, 13, theme))
        parts.append(text(str(n + 1), x, ROUND_Y + 4.8, font=lettering.CAPITALS, size=13, fill=theme.faint))
    return "".join(parts)


def _houses(edition: Edition, lay: Layout, theme: Theme, language: str) -> str:
    signs = (symbols.flag() if edition.claimed else symbols.castle(theme), symbols.crown(), symbols.loan())
    drawn = [
        group(sign, x=x, y=TRACK_Y - HEADING - (6 if n == 0 else 5), scale=0.9 if n == 0 else 1.1)
        for n, (x, sign) in enumerate(zip(lay.columns, signs, strict=False))
    ]
    return heading(say("houses", language), 682 + lay.houses, TRACK_Y - HEADING, theme) + "".join(drawn)
