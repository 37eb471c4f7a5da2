"""The band below a map: places, empty tracks, the victory track and dragons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from adjudicator.thrones.rules import control
from adjudicator.thrones.state import Edition
from atlas.svg import Piece, capitals, disc, group, plate, square, tag, text
from atlas.theme import Theme, find_theme
from atlas.thrones import chart, tokens
from atlas.thrones.geometry import Spot
from atlas.thrones.scene import BAND, Layout, Paper, Scene
from atlas.thrones.tokens import GLYPHS, PICTURES, glyph, loan, picture


def heading(words: str, x: float, y: float, theme: Theme) -> str:
    """Draw the name of a part of the band."""
    return capitals(words, x, y, 15, theme.gold if theme.name == "night" else "#6d4c12", anchor=None, spacing=0.8)


def slot(x: float, y: float, radius: float, theme: Theme) -> str:
    """An empty place."""
    return tag(
        "circle", cx=x, cy=y, r=radius, fill=theme.land, fill_opacity=0.8, stroke=theme.panel_line, stroke_width=1.3
    )


def _column(x: float, theme: Theme, *, last: bool = False) -> str:
    """Draw an empty column for stacked houses; `last`: the golden last of a track."""
    fill, line, opacity = (theme.gold, theme.gold, 0.3) if last else (theme.land, theme.panel_line, 0.8)
    return tag(
        "rect",
        x=x - 17,
        y=FOOT - 108,
        width=34,
        height=108,
        rx=6,
        fill=fill,
        fill_opacity=opacity,
        stroke=line,
        stroke_width=1.1,
    )


# From the band's upper left; columns as high as those of supply, the row below as low as the rounds.
STEP, FOOT, TOP, STACK = 41.0, 166.0, 36.0, 92.0
ROW_Y, ROW_STEP = 248.0, 41.0
MAX_STRENGTH = 5


def _victory(paper: Paper) -> str:
    """The empty victory track and the empty row for the strength of dragons."""
    start, theme = paper.lay.victory, paper.theme
    if start is None:
        return ""
    parts = [heading(paper.say("victory"), start - 20, TOP, theme)]
    goal = _goal(paper.edition)
    for place in range(goal + 1):
        x = start + place * STEP
        parts.append(_column(x, theme, last=place == goal))
        parts.append(capitals(str(place), x, FOOT + 18, 15, theme.ink))
    parts.append(group(PICTURES["crown"], x=start + goal * STEP, y=FOOT + 30, scale=0.9))
    parts.append(heading(paper.say("dragons"), start - 20, ROW_Y - 22, theme))
    for strength in range(MAX_STRENGTH + 1):
        x = start + strength * ROW_STEP
        parts.append(slot(x, ROW_Y, 15, theme))
        parts.append(capitals(str(strength), x, ROW_Y + 5.2, 14, theme.faint))
    return "".join(parts)


def _goal(edition: Edition) -> int:
    """The last place of the victory track."""
    return max(setup.victory for setup in edition.setups.values())


def house_stacks(levels: dict[str, int], x: float, y: float, step: float) -> Iterator[Piece]:
    """Yield houses on a track, a column per level from `x`, equal levels stacked."""
    heights = dict.fromkeys(levels.values(), 0)
    counts = list(levels.values())
    for house, level in levels.items():
        up = min(21.0, STACK / max(1, counts.count(level) - 1))
        yield square(tokens.counter(house, 0.6), x + level * step, y - heights[level] * up, 13)
        heights[level] += 1


def pieces(scene: Scene) -> Iterator[Piece]:
    """The houses on the victory track, and the mark of the dragons' strength."""
    board, top, start = scene.board, scene.drawn.height, scene.lay.victory
    if start is None:
        return
    goal = _goal(scene.edition)
    players = control.players_of(board)
    settlements = {house: min(goal, control.settlements(board, scene.edition, house)) for house in players}
    yield from house_stacks(settlements, start, top + FOOT - 12, STEP)
    if board.points:
        strength = min(MAX_STRENGTH, max(board.growth.values(), default=0))
        svg = disc(16, "#321040", "#e2b84c", 2) + glyph("dragon", "#fbe7f2")
        yield square(svg, start + strength * ROW_STEP, top + ROW_Y, 19)


@cache
def egg() -> str:
    """A token that will make dragons stronger, small enough for the track of rounds."""
    return disc(8.4, "#7d3a8c", "#e2b84c", 1.2) + glyph("dragon", "#fbe7f2", scale=0.62)


TRACK_X, TRACK_Y, ROW = 62.0, 70.0, 76.0
STARS_BELOW = 28.0
# How far headings stand above the first line of what they head: clear of the badges at the upper right of houses.
HEADING = 34.0
SUPPLY_X, SUPPLY_Y, SUPPLY_STEP = 366.0, 166.0, 41.0
ROUND_X, ROUND_Y, ROUND_STEP = 352.0, 248.0, 30.0
HOUSE_X, HOUSE_Y, HOUSE_STEP, HOUSE_ROOM = 690.0, 78.0, 40.0, 178.0
WILD_X, WILD_Y, WILD_STEP = 472.0, 68.0, 37.0


def band(paper: Paper) -> str:
    """The empty band: slots, headings and numbers."""
    top, width, lay, theme = paper.drawn.height, paper.drawn.width, paper.lay, paper.theme
    background = plate((None, top, width, BAND), theme.panel) + tag(
        "path", d=f"M0 {top}H{width:g}M0 {top + 5}H{width:g}", stroke=theme.gold, stroke_width=1.6
    )
    lines = "".join(f"M{x:g} {top + 34}V{top + BAND - 34}" for x in lay.dividers)
    middle = _draw_supply(paper) + _draw_rounds(paper)
    return (
        background
        + group(tag("path", d=lines, stroke=theme.panel_line, stroke_width=1))
        + group(
            _draw_tracks(paper),
            group(middle, x=lay.middle) if lay.middle else middle,
            _victory(paper),
            _draw_houses(paper),
            x=0,
            y=top,
        )
    )


def bid_spot(paper: Paper, auction: str) -> Spot | None:
    """Return a bid's spot: by its track's heading, or behind wildlings or claims.
    None where none of these is drawn."""
    edition = paper.edition
    if auction in edition.tracks:
        return paper.lay.dividers[0] - 24, paper.drawn.height + TRACK_Y + edition.tracks.index(auction) * ROW - 39
    if auction == "wildlings" and len(edition.wildling_track) > 1:
        return WILD_X + WILD_STEP * len(edition.wildling_track) - 4, WILD_Y
    if auction == "claim" and edition.claimed:
        return chart.CLAIM_X + chart.CLAIM_STEP * chart.CLAIM_PLACES - 4, chart.CLAIM_Y
    return None


def wildling_slots(paper: Paper) -> str:
    """Draw the wildling track beyond the Wall; nothing in games without wildlings."""
    theme, track = paper.theme, paper.edition.wildling_track
    if len(track) < 2:
        return ""
    ink = theme.ink if theme.name != "night" else "#10181e"
    middle = WILD_X + WILD_STEP * (len(track) - 1) / 2
    parts = [capitals(paper.say("wildlings"), middle, WILD_Y - 25, 15, ink, spacing=1.5)]
    for n, strength in enumerate(track):
        x = WILD_X + n * WILD_STEP
        place = {"cx": x, "cy": WILD_Y, "r": 14}
        parts.append(tag("circle", **place, fill=theme.face, fill_opacity=0.75, stroke=theme.coast, stroke_width=1.3))
        parts.append(capitals(str(strength), x, WILD_Y + 5.4, 15, "#43525c"))
    return group(*parts, data_track="wildlings")


def track_spot(lay: Layout, row: int, place: int) -> Spot:
    """Return the spot of a track's place, from the band's upper left.
    `row`: the track's number; `place`: the place on it, both from 0."""
    return TRACK_X + place * lay.step, TRACK_Y + row * ROW


@cache
def stars(count: int, theme: str, x: float = 0.0, y: float = 0.0) -> str:
    """Draw as many stars as special orders, side by side around a place."""
    star = tag("path", d=GLYPHS["star"], fill=find_theme(theme).gold)
    return "".join(group(star, x=x + (n - (count - 1) / 2) * 11, y=y, scale=0.85) for n in range(count))


def stars_vary(edition: Edition) -> bool:
    """Whether stars depend on the number of players and so cannot be printed."""
    return any(setup.stars for setup in edition.setups.values())


def _draw_tracks(paper: Paper) -> str:
    """Draw the empty influence tracks: headings, places and printed stars."""
    theme, edition, rows = paper.theme, paper.edition, []
    for row, track in enumerate(edition.tracks):
        parts = [heading(paper.say(track), 40, TRACK_Y + row * ROW - HEADING, theme)]
        for place, count in enumerate(edition.stars[: paper.lay.places]):
            x, y = track_spot(paper.lay, row, place)
            parts.append(slot(x, y, 19, theme))
            parts.append(capitals(str(place + 1), x, y + 5.4, 15, theme.panel_line))
            if track == "kings-court" and not stars_vary(edition):
                parts.append(stars(count, theme.name, x, y + STARS_BELOW))
        rows.append(group(*parts, data_track=track))
    return "".join(rows)


def _draw_supply(paper: Paper) -> str:
    """Draw the empty supply columns with the limits of each level below."""
    theme = paper.theme
    parts = [heading(paper.say("supply"), 346, TRACK_Y - HEADING, theme)]
    for level, limits in enumerate(paper.edition.supply_limits):
        x = SUPPLY_X + level * SUPPLY_STEP
        parts.append(_column(x, theme))
        parts.append(capitals(str(level), x, SUPPLY_Y + 18, 15, theme.ink))
        parts.append(text("·".join(str(n) for n in limits), x, SUPPLY_Y + 33, size=11.5, fill=theme.faint))
    return "".join(parts)


def _draw_rounds(paper: Paper) -> str:
    """Draw the empty round track with numbers."""
    parts = [heading(paper.say("round"), 346, ROUND_Y - 22, paper.theme)]
    for n in range(paper.edition.rounds):
        x = ROUND_X + 6 + n * ROUND_STEP
        parts.append(slot(x, ROUND_Y, 13, paper.theme))
        parts.append(capitals(str(n + 1), x, ROUND_Y + 4.8, 13, paper.theme.faint))
    return "".join(parts)


def _draw_houses(paper: Paper) -> str:
    """Draw the heading of the houses and the signs over their columns of numbers."""
    counted = PICTURES["flag"] if paper.edition.claimed else picture("castle", paper.theme)
    drawn = [
        group(sign, x=x, y=TRACK_Y - HEADING - (6 if n == 0 else 5), scale=0.9 if n == 0 else 1.1)
        for n, (x, sign) in enumerate(zip(paper.lay.columns, (counted, PICTURES["crown"], loan()), strict=False))
    ]
    return heading(paper.say("houses"), 682 + paper.lay.houses, TRACK_Y - HEADING, paper.theme) + "".join(drawn)
