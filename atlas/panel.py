"""Title, wildling track and the band below the map: influence tracks, supply, rounds, houses."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones import control
from adjudicator.thrones.board import Board
from adjudicator.thrones.edition import Edition
from atlas import lettering, symbols, tokens
from atlas.geometry import Geometry
from atlas.ornament import CARTOUCHE
from atlas.pieces import Piece, square
from atlas.svg import group, tag, text
from atlas.theme import Theme
from atlas.words import say

TRACK_X, TRACK_Y, TRACK_STEP, ROW = 62.0, 70.0, 51.0, 76.0
SUPPLY_X, SUPPLY_Y, SUPPLY_STEP = 366.0, 166.0, 41.0
ROUND_X, ROUND_Y, ROUND_STEP = 352.0, 248.0, 30.0
HOUSE_X, HOUSE_Y, HOUSE_STEP = 690.0, 78.0, 40.0
WILD_X, WILD_Y, WILD_STEP = 472.0, 68.0, 37.0


def band(drawn: Geometry, edition: Edition, theme: Theme, language: str, height: float) -> str:
    """The empty band: slots, headings and numbers."""
    top = drawn.height
    background = tag("rect", y=top, width=drawn.width, height=height, fill=theme.panel) + tag(
        "path", d=f"M0 {top}H{drawn.width:g}M0 {top + 5}H{drawn.width:g}", stroke=theme.gold, stroke_width=1.6
    )
    rules = tag("path", d=f"M326 {top + 34}V{top + height - 34}M662 {top + 34}V{top + height - 34}", stroke=theme.panel_line, stroke_width=1)
    return background + group(rules) + group(_tracks(edition, theme, language), _supply(edition, theme, language), _rounds(edition, theme, language), _houses(theme, language), x=0, y=top)


def wildling_slots(edition: Edition, theme: Theme, language: str) -> str:
    """The wildling track in the ice beyond the Wall."""
    parts = [text(say("wildlings", language), WILD_X + WILD_STEP * (len(edition.wildling_track) - 1) / 2, WILD_Y - 25, font=lettering.CAPITALS, size=15, fill=theme.ink if theme.name != "night" else "#10181e", spacing=1.5)]
    for n, strength in enumerate(edition.wildling_track):
        x = WILD_X + n * WILD_STEP
        parts.append(tag("circle", cx=x, cy=WILD_Y, r=14, fill=theme.face, fill_opacity=0.75, stroke=theme.coast, stroke_width=1.3))
        parts.append(text(str(strength), x, WILD_Y + 5.4, font=lettering.CAPITALS, size=15, fill="#43525c"))
    return "".join(parts)


def _heading(words: str, x: float, y: float, theme: Theme, anchor: str | None = None) -> str:
    return text(words, x, y, font=lettering.CAPITALS, size=15, fill=theme.gold if theme.name == "night" else "#6d4c12", anchor=anchor, spacing=0.8)


def _slot(x: float, y: float, radius: float, theme: Theme) -> str:
    return tag("circle", cx=x, cy=y, r=radius, fill=theme.land, fill_opacity=0.8, stroke=theme.panel_line, stroke_width=1.3)


def _tracks(edition: Edition, theme: Theme, language: str) -> str:
    parts = []
    for row, track in enumerate(edition.tracks):
        y = TRACK_Y + row * ROW
        parts.append(_heading(say(track, language), 40, y - 26, theme))
        for place in range(len(edition.stars)):
            x = TRACK_X + place * TRACK_STEP
            parts.append(_slot(x, y, 19, theme))
            parts.append(text(str(place + 1), x, y + 5.4, font=lettering.CAPITALS, size=15, fill=theme.panel_line))
            if track == "kings-court":
                stars = edition.stars[place]
                parts += [
                    group(tag("path", d=symbols.GLYPHS["star"], fill=theme.gold), x=x + (n - (stars - 1) / 2) * 11, y=y + 28, scale=0.85)
                    for n in range(stars)
                ]
    return "".join(parts)


def _supply(edition: Edition, theme: Theme, language: str) -> str:
    parts = [_heading(say("supply", language), 346, TRACK_Y - 26, theme)]
    for level, limits in enumerate(edition.supply_limits):
        x = SUPPLY_X + level * SUPPLY_STEP
        parts.append(tag("rect", x=x - 17, y=58, width=34, height=108, rx=6, fill=theme.land, fill_opacity=0.8, stroke=theme.panel_line, stroke_width=1.1))
        parts.append(text(str(level), x, SUPPLY_Y + 18, font=lettering.CAPITALS, size=15, fill=theme.ink))
        parts.append(text("·".join(str(n) for n in limits), x, SUPPLY_Y + 33, size=11.5, fill=theme.faint))
    return "".join(parts)


def _rounds(edition: Edition, theme: Theme, language: str) -> str:
    parts = [_heading(say("round", language), 346, ROUND_Y - 22, theme)]
    for n in range(edition.rounds):
        x = ROUND_X + 6 + n * ROUND_STEP
        parts.append(_slot(x, ROUND_Y, 13, theme))
        parts.append(text(str(n + 1), x, ROUND_Y + 4.8, font=lettering.CAPITALS, size=13, fill=theme.faint))
    return "".join(parts)


def _houses(theme: Theme, language: str) -> str:
    return (
        _heading(say("houses", language), 682, TRACK_Y - 26, theme)
        + group(symbols.castle(theme), x=878, y=TRACK_Y - 32, scale=0.9)
        + group(symbols.crown(theme), x=942, y=TRACK_Y - 31, scale=1.1)
    )


def pieces(board: Board, edition: Edition, drawn: Geometry, theme: Theme, language: str, title: str | None, seat: str | None) -> Iterator[Piece]:
    """Everything that moves on the tracks, and the words that change."""
    top = drawn.height
    yield from _title(board, theme, language, title)
    if board.wildlings in edition.wildling_track:
        x = WILD_X + edition.wildling_track.index(board.wildlings) * WILD_STEP
        yield square(_ring(16, "#b3261e", str(board.wildlings), "#fff6e6"), x, WILD_Y, 20)
    yield from _track_pieces(board, edition, top)
    yield from _supply_pieces(board, top)
    yield square(_ring(14.5, theme.gold, str(board.round), "#fffaf0"), ROUND_X + 6 + (board.round - 1) * ROUND_STEP, top + ROUND_Y, 18)
    yield from _house_pieces(board, edition, top, theme, language, seat)
    if board.revealed:
        names = [edition.westeros[c].name.say(language) if c in edition.westeros else say(c, language) for c in board.revealed.values()]
        yield _line(" · ".join(names).replace("'", "’"), drawn.width / 2, top + 303, lettering.ITALIC, 17, theme.ink)


def _ring(radius: float, fill: str, number: str, ink: str) -> str:
    return (
        tag("circle", r=radius, fill="#000", fill_opacity=0.25, cx=1, cy=1.6)
        + tag("circle", r=radius, fill=fill, stroke="#2a1c0a", stroke_width=1.6)
        + text(number, 0, radius * 0.36, font=lettering.CAPITALS, size=radius * 1.05, fill=ink)
    )


def _line(words: str, x: float, y: float, font: str, size: float, fill: str, room: float = 940.0, spacing: float = 0.0) -> Piece:
    wide = lettering.width_of(words, font, size, spacing)
    size = size * min(1.0, room / max(wide, 1.0))
    half = min(wide, room) / 2 + 6
    return Piece(text(words, 0, 0, font=font, size=size, fill=fill, spacing=spacing), round(x), round(y), (-half, -size, 2 * half, size * 1.45))


def _title(board: Board, theme: Theme, language: str, title: str | None) -> Iterator[Piece]:
    x, y, width, height = CARTOUCHE
    name = title or say("title", language)
    yield _line(name, x + width / 2, y + height * 0.5, lettering.CAPITALS, 31, theme.ink, width - 40)
    below = f"{say('round', language)} {board.round} · {say('over' if board.ending else 'consolidation' if board.phase == 'power' else board.phase, language)}"
    yield _line(below, x + width / 2, y + height * 0.76, lettering.ITALIC, 20, theme.faint, width - 40, 0.6)


def _track_pieces(board: Board, edition: Edition, top: float) -> Iterator[Piece]:
    for row, track in enumerate(edition.tracks):
        badge = edition.badges.get(track, "")
        for place, house in enumerate(board.tracks.get(track, [])):
            x, y = TRACK_X + place * TRACK_STEP, top + TRACK_Y + row * ROW
            yield square(tokens.counter(house, 1.08), x, y, 22)
            if board.holders.get(badge) == house:
                spent = badge in board.spent
                mark = tag("circle", r=10.6, fill="#9a927f" if spent else "#f7d774", stroke="#3a2800", stroke_width=1.4)
                yield square(mark + symbols.glyph(symbols.BADGES.get(badge, "star"), "#3a2800", scale=0.74), x + 16, y - 15, 13)


def _supply_pieces(board: Board, top: float) -> Iterator[Piece]:
    stacked: dict[int, int] = {}
    for house in board.houses:
        level = board.supply.get(house, 0)
        height = stacked.get(level, 0)
        stacked[level] = height + 1
        yield square(tokens.counter(house, 0.6), SUPPLY_X + level * SUPPLY_STEP, top + SUPPLY_Y - 12 - height * 21, 13)


def _house_pieces(board: Board, edition: Edition, top: float, theme: Theme, language: str, seat: str | None) -> Iterator[Piece]:
    for row, house in enumerate(board.houses):
        y = top + HOUSE_Y + row * HOUSE_STEP
        held = control.settlements(board, edition, house)
        name = edition.houses[house].name.say(language) if house in edition.houses else say(house, language)
        yield square(tokens.counter(house, 0.95), HOUSE_X + 8, y, 18)
        yield _left(name, HOUSE_X + 34, y + 6, 18, theme, bold=house == seat)
        yield _line(f"{held}/{board.victory}", 878, y + 6, lettering.CAPITALS, 17, "#b3261e" if held >= board.victory - 1 else theme.ink)
        yield _line(str(board.power.get(house, 0)), 942, y + 6, lettering.CAPITALS, 17, theme.ink)


def _left(words: str, x: float, y: float, size: float, theme: Theme, *, bold: bool) -> Piece:
    wide = lettering.width_of(words, lettering.SERIF, size)
    svg = text(words, 0, 0, size=size, fill=theme.ink, anchor=None)
    if bold:
        svg += tag("path", d=f"M0 4.5H{wide:.1f}", stroke=theme.gold, stroke_width=2.4)
    return Piece(svg, round(x), round(y), (-3, -size, wide + 8, size * 1.5))
