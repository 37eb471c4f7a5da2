"""The parts of the band below a map: where they stand, what is empty, the victory track and dragons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from adjudicator.thrones.rules import control
from adjudicator.thrones.rules.registry import edition_named
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from atlas.svg import Piece, capitals, disc, group, square, tag, text
from atlas.theme import Theme, theme_named
from atlas.thrones import chart, symbols, tokens
from atlas.thrones.geometry import Geometry, geometry
from atlas.thrones.symbols import say

TRACK_STEP = 51.0


class Layout(msgspec.Struct, frozen=True):
    """Places in map units from the band's upper left.

    `places`: how many an influence track has, `step` from one to the next; `middle` and `houses`: how far the parts in
    the middle and the list of houses lie east of their places on a map 1000 units wide; `columns`: the middles of the
    list's numbers; `dividers`: lines between the parts; `victory`: the first place of the victory track, if there is
    one.
    """

    places: int
    step: float
    dividers: tuple[float, ...]
    columns: tuple[float, ...]
    middle: float = 0.0
    houses: float = 0.0
    victory: float | None = None


@cache
def _layout(sheet: str) -> Layout:
    drawn = geometry(sheet)
    edition = edition_named(drawn.edition)
    homes = sum(house.home in drawn.areas for house in edition.houses.values())
    places = min(len(edition.stars), homes)
    if edition.claimed:
        return Layout(places, TRACK_STEP, (350.0, 714.0), (976.0, 1040.0), 36.0, 74.0)
    if drawn.width > 1000:
        return Layout(places, TRACK_STEP, (472.0, 808.0, 1182.0), (1424.0, 1490.0, 1552.0), 146.0, 520.0, 846.0)
    return Layout(places, min(TRACK_STEP, 232.0 / max(1, places - 1)), (326.0, 662.0), (878.0, 942.0))


def band_layout(drawn: Geometry) -> Layout:
    """The layout of a map's band."""
    return _layout(drawn.name)


def heading(words: str, x: float, y: float, theme: Theme, anchor: str | None = None) -> str:
    """The name of a part of the band."""
    return capitals(words, x, y, 15, theme.gold if theme.name == "night" else "#6d4c12", anchor=anchor, spacing=0.8)


def slot(x: float, y: float, radius: float, theme: Theme) -> str:
    """An empty place."""
    return tag(
        "circle", cx=x, cy=y, r=radius, fill=theme.land, fill_opacity=0.8, stroke=theme.panel_line, stroke_width=1.3
    )


# From the band's upper left; columns as high as those of supply, the row below as low as the rounds.
STEP, FOOT, TOP, STACK = 41.0, 166.0, 36.0, 92.0
ROW_Y, ROW_STEP = 248.0, 41.0
MOST = 5


def columns(edition: Edition, lay: Layout, theme: Theme, language: str) -> str:
    """The empty victory track and the empty row for the strength of dragons."""
    if lay.victory is None:
        return ""
    parts = [heading(say("victory", language), lay.victory - 20, TOP, theme)]
    goal = max(setup.victory for setup in edition.setups.values())
    for place in range(goal + 1):
        x, last = lay.victory + place * STEP, place == goal
        fill, line, opacity = (theme.gold, theme.gold, 0.3) if last else (theme.land, theme.panel_line, 0.8)
        look: dict[str, str | float] = {"fill": fill, "fill_opacity": opacity, "stroke": line, "stroke_width": 1.1}
        parts.append(tag("rect", x=x - 17, y=FOOT - 108, width=34, height=108, rx=6, **look))
        parts.append(capitals(str(place), x, FOOT + 18, 15, theme.ink))
    parts.append(group(symbols.crown(), x=lay.victory + goal * STEP, y=FOOT + 30, scale=0.9))
    parts.append(heading(say("dragons", language), lay.victory - 20, ROW_Y - 22, theme))
    for strength in range(MOST + 1):
        x = _strength_x(lay.victory, strength)
        parts.append(slot(x, ROW_Y, 15, theme))
        parts.append(capitals(str(strength), x, ROW_Y + 5.2, 14, theme.faint))
    return "".join(parts)


def _strength_x(start: float, strength: int) -> float:
    return start + strength * ROW_STEP


def pieces(board: Board, edition: Edition, lay: Layout, top: float) -> Iterator[Piece]:
    """The houses on the victory track, and the mark of the dragons' strength."""
    if lay.victory is None:
        return
    players = control.players_of(board)
    goal = max(setup.victory for setup in edition.setups.values())
    held = {house: min(goal, control.settlements(board, edition, house)) for house in players}
    stacked: dict[int, int] = {}
    for house, level in held.items():
        height = stacked.get(level, 0)
        stacked[level] = height + 1
        step = min(21.0, STACK / max(1, list(held.values()).count(level) - 1))
        yield square(tokens.counter(house, 0.6), lay.victory + level * STEP, top + FOOT - 12 - height * step, 13)
    if board.points:
        strength = max(board.growth.values(), default=0)
        yield square(_strong(), _strength_x(lay.victory, min(MOST, strength)), top + ROW_Y, 19)


@cache
def _strong() -> str:
    """A dragon on a dark round."""
    return disc(16, "#321040", "#e2b84c", 2) + symbols.glyph("dragon", "#fbe7f2")


@cache
def egg() -> str:
    """A token that will make dragons stronger, small enough for the track of rounds."""
    return disc(8.4, "#7d3a8c", "#e2b84c", 1.2) + symbols.glyph("dragon", "#fbe7f2", scale=0.62)


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
    top, lay = drawn.height, band_layout(drawn)
    background = tag("rect", y=top, width=drawn.width, height=height, fill=theme.panel) + tag(
        "path", d=f"M0 {top}H{drawn.width:g}M0 {top + 5}H{drawn.width:g}", stroke=theme.gold, stroke_width=1.6
    )
    rules = tag(
        "path",
        d="".join(f"M{x:g} {top + 34}V{top + height - 34}" for x in lay.dividers),
        stroke=theme.panel_line,
        stroke_width=1,
    )
    middle = (_supply(edition, theme, language), _rounds(edition, theme, language))
    return (
        background
        + group(rules)
        + group(
            _tracks(edition, lay, theme, language),
            group(*middle, x=lay.middle) if lay.middle else "".join(middle),
            columns(edition, lay, theme, language),
            _houses(edition, lay, theme, language),
            x=0,
            y=top,
        )
    )


def bid_spot(drawn: Geometry, edition: Edition, auction: str) -> tuple[float, float] | None:
    """Where a bid stands, on the map: beside the heading of its track, or behind the wildlings or claims; None where
    none of these is drawn."""
    if auction in edition.tracks:
        return band_layout(drawn).dividers[0] - 24, drawn.height + TRACK_Y + edition.tracks.index(auction) * ROW - 39
    if auction == "wildlings" and len(edition.wildling_track) > 1:
        return WILD_X + WILD_STEP * len(edition.wildling_track) - 4, WILD_Y
    if auction == "claim" and edition.claimed:
        return chart.CLAIM_X + chart.CLAIM_STEP * chart.CLAIM_PLACES - 4, chart.CLAIM_Y
    return None


def wildling_slots(edition: Edition, theme: Theme, language: str) -> str:
    """The wildling track in the ice beyond the Wall; none where there are no wildlings."""
    if len(edition.wildling_track) < 2:
        return ""
    parts = [
        capitals(
            say("wildlings", language),
            WILD_X + WILD_STEP * (len(edition.wildling_track) - 1) / 2,
            WILD_Y - 25,
            15,
            theme.ink if theme.name != "night" else "#10181e",
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
        parts.append(capitals(str(strength), x, WILD_Y + 5.4, 15, "#43525c"))
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
            parts.append(capitals(str(place + 1), x, y + 5.4, 15, theme.panel_line))
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
        parts.append(capitals(str(level), x, SUPPLY_Y + 18, 15, theme.ink))
        parts.append(text("·".join(str(n) for n in limits), x, SUPPLY_Y + 33, size=11.5, fill=theme.faint))
    return "".join(parts)


def _rounds(edition: Edition, theme: Theme, language: str) -> str:
    parts = [heading(say("round", language), 346, ROUND_Y - 22, theme)]
    for n in range(edition.rounds):
        x = ROUND_X + 6 + n * ROUND_STEP
        parts.append(slot(x, ROUND_Y, 13, theme))
        parts.append(capitals(str(n + 1), x, ROUND_Y + 4.8, 13, theme.faint))
    return "".join(parts)


def _houses(edition: Edition, lay: Layout, theme: Theme, language: str) -> str:
    signs = (symbols.flag() if edition.claimed else symbols.castle(theme), symbols.crown(), symbols.loan())
    drawn = [
        group(sign, x=x, y=TRACK_Y - HEADING - (6 if n == 0 else 5), scale=0.9 if n == 0 else 1.1)
        for n, (x, sign) in enumerate(zip(lay.columns, signs, strict=False))
    ]
    return heading(say("houses", language), 682 + lay.houses, TRACK_Y - HEADING, theme) + "".join(drawn)
