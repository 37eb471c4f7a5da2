"""What lies on the tracks and in the band, and the words that change with the round, as pieces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from adjudicator.thrones.rules import control
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from atlas import lettering
from atlas.svg import Piece, capitals, disc, group, square, tag, text
from atlas.theme import Theme
from atlas.thrones import chart, house_table, layout, symbols, tokens
from atlas.thrones.geometry import Geometry
from atlas.thrones.layout import Layout, band_layout
from atlas.thrones.ornament import CARTOUCHE
from atlas.thrones.symbols import say

# Phases whose name on the map is not their id.
_PHASES = {"power": "consolidation"}


def standings(
    board: Board, edition: Edition, drawn: Geometry, theme: Theme, language: str, title: str | None, seat: str | None
) -> Iterator[Piece]:
    """Everything that moves on the tracks, and the words that change."""
    top, lay = drawn.height, band_layout(drawn)
    yield from _title(board, theme, language, title)
    if len(edition.wildling_track) > 1 and board.wildlings in edition.wildling_track:
        x = layout.WILD_X + edition.wildling_track.index(board.wildlings) * layout.WILD_STEP
        yield square(_ring(16, "#b3261e", str(board.wildlings), "#fff6e6"), x, layout.WILD_Y, 20)
    yield from _track_pieces(board, edition, lay, top, theme)
    yield from _supply_pieces(board, lay.middle, top)
    yield from layout.pieces(board, edition, lay, top)
    for number in board.growing:
        yield square(layout.egg(), _round_x(lay, number), top + layout.ROUND_Y + 22, 10)
    if 1 <= board.round <= edition.rounds:
        x = _round_x(lay, board.round)
        yield square(_ring(14.5, theme.gold, str(board.round), "#fffaf0"), x, top + layout.ROUND_Y, 18)
    yield from _house_pieces(board, edition, lay, top, theme, language, seat)
    yield from house_table.loans(board, edition, theme, language)
    yield from chart.claims(board, edition, language)
    yield from chart.weather(board, edition, language)
    yield from house_table.table_pieces(board, edition, drawn.width, top + layout.BAND, theme, language)
    if board.revealed:
        names = [
            edition.westeros[c].name.say(language) if c in edition.westeros else say(c, language)
            for c in board.revealed.values()
        ]
        yield _line(" · ".join(names).replace("'", "’"), drawn.width / 2, top + 303, lettering.ITALIC, 17, theme.ink)


def _round_x(lay: Layout, number: int) -> float:
    return lay.middle + layout.ROUND_X + 6 + (number - 1) * layout.ROUND_STEP


@cache
def _ring(radius: float, fill: str, number: str, ink: str) -> str:
    return (
        tag("circle", r=radius, fill="#000", fill_opacity=0.25, cx=1, cy=1.6)
        + disc(radius, fill, "#2a1c0a", 1.6)
        + capitals(number, 0, radius * 0.36, radius * 1.05, ink)
    )


@lru_cache(maxsize=4096)
def _line(
    words: str, x: float, y: float, font: str, size: float, fill: str, room: float = 940.0, spacing: float = 0.0
) -> Piece:
    wide = lettering.width_of(words, font, size, spacing)
    size = size * min(1.0, room / max(wide, 1.0))
    half = min(wide, room) / 2 + 6
    return Piece(
        text(words, 0, 0, font=font, size=size, fill=fill, spacing=spacing),
        round(x),
        round(y),
        (-half, -size, 2 * half, size * 1.45),
    )


def _title(board: Board, theme: Theme, language: str, title: str | None) -> Iterator[Piece]:
    x, y, width, height = CARTOUCHE
    name = title or say("title", language)
    yield _line(name, x + width / 2, y + height * 0.5, lettering.CAPITALS, 31, theme.ink, width - 40)
    phase = "over" if board.ending else _PHASES.get(board.phase, board.phase)
    below = f"{say('round', language)} {board.round} · {say(phase, language)}" if board.round else say(phase, language)
    yield _line(below, x + width / 2, y + height * 0.76, lettering.ITALIC, 20, theme.faint, width - 40, 0.6)


def _track_pieces(board: Board, edition: Edition, lay: Layout, top: float, theme: Theme) -> Iterator[Piece]:
    for row, track in enumerate(edition.tracks):
        if track == "kings-court" and layout.stars_vary(edition):
            yield from _stars(board, edition, lay, top, row, theme)
        badge = edition.badges.get(track, "")
        for place, house in enumerate(board.tracks.get(track, [])):
            x, y = layout.track_spot(lay, row, place)
            y += top
            yield square(tokens.counter(house, 1.08), x, y, 22)
            if board.holders.get(badge) == house:
                spent = badge in board.spent
                yield square(_badge(badge, spent), x + 15, y - 14, 13)


def _stars(board: Board, edition: Edition, lay: Layout, top: float, row: int, theme: Theme) -> Iterator[Piece]:
    """The stars below each place of a track, for so many players."""
    setup = edition.setups.get(len(board.houses))
    for place, count in enumerate((setup and setup.stars) or edition.stars):
        if count:
            x, y = layout.track_spot(lay, row, place)
            yield square(layout.stars(count, theme.name), x, top + y + layout.STARS_BELOW, 22)


@cache
def _badge(badge: str, spent: bool) -> str:
    """The mark of who holds a badge, grey when it is spent."""
    mark = disc(10.6, "#9a927f" if spent else "#f7d774", "#3a2800", 1.4)
    return mark + symbols.glyph(symbols.BADGES.get(badge, "star"), "#3a2800", scale=0.74)


def _supply_pieces(board: Board, east: float, top: float) -> Iterator[Piece]:
    levels = [board.supply.get(house, 0) for house in board.houses]
    stacked: dict[int, int] = {}
    for house, level in zip(board.houses, levels, strict=True):
        height = stacked.get(level, 0)
        stacked[level] = height + 1
        step = min(21.0, layout.SUPPLY_STACK / max(1, levels.count(level) - 1))
        yield square(
            tokens.counter(house, 0.6),
            east + layout.SUPPLY_X + level * layout.SUPPLY_STEP,
            top + layout.SUPPLY_Y - 12 - height * step,
            13,
        )


def _house_pieces(
    board: Board, edition: Edition, lay: Layout, top: float, theme: Theme, language: str, seat: str | None
) -> Iterator[Piece]:
    step = min(layout.HOUSE_STEP, layout.HOUSE_ROOM / max(1, len(board.houses) - 1))
    left = layout.HOUSE_X + lay.houses
    for row, house in enumerate(board.houses):
        y = top + layout.HOUSE_Y + row * step
        name = edition.houses[house].name.say(language) if house in edition.houses else say(house, language)
        yield square(tokens.counter(house, min(0.95, step / 30)), left + 8, y, 18)
        if board.ending and house in board.ending.winners:
            # Behind the name, in its own row.
            beside = lettering.width_of(name, lettering.SERIF, 18)
            yield square(_crown(), left + 34 + beside + 14, y, 13)
        if house in board.vassals:
            yield from _vassal(board, edition, lay, house, name, left + 34, y, theme, language)
            continue
        yield _left(name, left + 34, y + 6, 18, theme.ink, theme.gold if house == seat else "")
        held = control.settlements(board, edition, house)
        ink = "#b3261e" if held >= board.victory - 1 else theme.ink
        numbers = [(f"{held}/{board.victory}", ink), (str(board.power.get(house, 0)), theme.ink)]
        if board.bank:
            numbers.append((str(len(board.bank.loans.get(house, ()))), theme.ink))
        for x, (number, colour) in zip(lay.columns, numbers, strict=False):
            yield _line(number, x, y + 6, lettering.CAPITALS, 17, colour)


def _vassal(
    board: Board, edition: Edition, lay: Layout, house: str, name: str, x: float, y: float, theme: Theme, language: str
) -> Iterator[Piece]:
    """A vassal's name in faint italics, how many settlements it holds, and who commands it."""
    yield _left(name, x, y + 6, 18, theme.faint, "", lettering.ITALIC)
    held = control.settlements(board, edition, house)
    yield _line(str(held), lay.columns[0], y + 6, lettering.CAPITALS, 17, theme.faint)
    commander = board.commanders.get(house)
    if commander:
        label = f"{name}: {say('commander', language)} {edition.houses[commander].name.say(language)}"
        yield square(tokens.command(commander), lay.columns[1], y, 12, label)


@cache
def _crown() -> str:
    return group(symbols.crown(), scale=1.15)


@lru_cache(maxsize=1024)
def _left(words: str, x: float, y: float, size: float, ink: str, line: str, font: str = lettering.SERIF) -> Piece:
    """Words that begin at a place, with a line of a colour under them if there is one."""
    wide = lettering.width_of(words, font, size)
    svg = text(words, 0, 0, font=font, size=size, fill=ink, anchor=None)
    if line:
        svg += tag("path", d=f"M0 4.5H{wide:.1f}", stroke=line, stroke_width=2.4)
    return Piece(svg, round(x), round(y), (-3, -size, wide + 8, size * 1.5))
