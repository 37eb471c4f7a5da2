"""Pieces on the tracks and in the band, and the words that change with the round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from adjudicator.thrones.rules import control
from adjudicator.thrones.rules.registry import find_edition
from atlas import lettering
from atlas.svg import Piece, capitals, disc, group, square, tag, text
from atlas.thrones import chart, house_table, layout, tokens
from atlas.thrones.pieces import CARTOUCHE
from atlas.thrones.scene import Scene
from atlas.thrones.tokens import BADGES, PICTURES, glyph

# Phases whose name on the map is not their id.
_PHASES = {"power": "consolidation"}


def standings(scene: Scene) -> Iterator[Piece]:
    """Yield every piece beside the map that changes: markers, houses, loans, cards."""
    board, edition, top, lay, ink = scene.board, scene.edition, scene.drawn.height, scene.lay, scene.theme.ink
    yield from _title(scene)
    if len(edition.wildling_track) > 1 and board.wildlings in edition.wildling_track:
        x = layout.WILD_X + edition.wildling_track.index(board.wildlings) * layout.WILD_STEP
        yield square(_numbered_disc(16, "#b3261e", str(board.wildlings), "#fff6e6"), x, layout.WILD_Y, 20)
    yield from _track_pieces(scene)
    levels = {house: board.supply.get(house, 0) for house in board.houses}
    east, low = lay.middle + layout.SUPPLY_X, top + layout.SUPPLY_Y - 12
    yield from layout.house_stacks(levels, east, low, layout.SUPPLY_STEP)
    yield from layout.pieces(scene)
    first = lay.middle + layout.ROUND_X + 6 - layout.ROUND_STEP
    for number in board.growing:
        yield square(layout.egg(), first + number * layout.ROUND_STEP, top + layout.ROUND_Y + 22, 10)
    for number in range(edition.rounds + 1, find_edition(scene.drawn.edition).rounds + 1):
        # The game is over before this printed round.
        x = first + number * layout.ROUND_STEP
        yield square(capitals("×", 0, 5.2, 17, scene.theme.ink), x, top + layout.ROUND_Y, 18)
    if 1 <= board.round <= edition.rounds:
        x = first + board.round * layout.ROUND_STEP
        yield square(_numbered_disc(14.5, scene.theme.gold, str(board.round), "#fffaf0"), x, top + layout.ROUND_Y, 18)
    yield from _house_pieces(scene)
    yield from house_table.loans(scene)
    yield from chart.claims(scene)
    yield from chart.weather(scene)
    yield from house_table.table_pieces(scene)
    if board.revealed:
        names = " · ".join(scene.name(edition.westeros, card) for card in board.revealed.values())
        yield _line(names.replace("'", "’"), scene.drawn.width / 2, top + 303, lettering.ITALIC, 17, ink)


@cache
def _numbered_disc(radius: float, fill: str, number: str, ink: str) -> str:
    """Draw a numbered disc with a shadow, for wildlings and rounds."""
    return (
        tag("circle", r=radius, fill="#000", fill_opacity=0.25, cx=1, cy=1.6)
        + disc(radius, fill, "#2a1c0a", 1.6)
        + capitals(number, 0, radius * 0.36, radius * 1.05, ink)
    )


@lru_cache(maxsize=4096)
def _line(
    words: str, x: float, y: float, font: str, size: float, fill: str, room: float = 940.0, spacing: float = 0.0
) -> Piece:
    """Return a line of text as a piece, its middle at x, shrunk to fit `room`."""
    wide = lettering.width_of(words, font, size, spacing)
    size = size * min(1.0, room / max(wide, 1.0))
    half = min(wide, room) / 2 + 6
    return Piece(
        text(words, 0, 0, font=font, size=size, fill=fill, spacing=spacing),
        round(x),
        round(y),
        (-half, -size, 2 * half, size * 1.45),
    )


def _title(scene: Scene) -> Iterator[Piece]:
    """Yield the cartouche's texts: title, round and phase."""
    board, theme = scene.board, scene.theme
    x, y, width, height = CARTOUCHE
    name = scene.title or scene.say("title")
    yield _line(name, x + width / 2, y + height * 0.5, lettering.CAPITALS, 31, theme.ink, width - 40)
    below = scene.say("over" if board.ending else _PHASES.get(board.phase, board.phase))
    below = f"{scene.say('round')} {board.round} · {below}" if board.round else below
    yield _line(below, x + width / 2, y + height * 0.76, lettering.ITALIC, 20, theme.faint, width - 40, 0.6)


def _track_pieces(scene: Scene) -> Iterator[Piece]:
    """Yield houses on the influence tracks, their badges, and varying stars."""
    board, edition, top = scene.board, scene.edition, scene.drawn.height
    for row, track in enumerate(edition.tracks):
        if track == "kings-court" and layout.stars_vary(edition):
            yield from _stars(scene, row)
        badge = edition.badges.get(track, "")
        for place, house in enumerate(board.tracks.get(track, [])):
            x, y = layout.track_spot(scene.lay, row, place)
            yield square(tokens.counter(house, 1.08), x, top + y, 22)
            if board.holders.get(badge) == house:
                yield square(_badge(badge, badge in board.spent), x + 15, top + y - 14, 13)


def _stars(scene: Scene, row: int) -> Iterator[Piece]:
    """The stars below each place of a track, for so many players."""
    setup = scene.edition.setups.get(len(scene.board.houses))
    for place, count in enumerate((setup and setup.stars) or scene.edition.stars):
        if count:
            x, y = layout.track_spot(scene.lay, row, place)
            yield square(layout.stars(count, scene.theme.name), x, scene.drawn.height + y + layout.STARS_BELOW, 22)


@cache
def _badge(badge: str, spent: bool) -> str:
    """The mark of who holds a badge, grey when it is spent."""
    mark = disc(10.6, "#9a927f" if spent else "#f7d774", "#3a2800", 1.4)
    return mark + glyph(BADGES.get(badge, "star"), "#3a2800", scale=0.74)


def _house_pieces(scene: Scene) -> Iterator[Piece]:
    """Yield a row per house: counter, name, settlements, Power, and loans if any.
    Winners have a crown; a vassal has a row of its own."""
    board, lay, ink = scene.board, scene.lay, scene.theme.ink
    step = min(layout.HOUSE_STEP, layout.HOUSE_ROOM / max(1, len(board.houses) - 1))
    left = layout.HOUSE_X + lay.houses
    for row, house in enumerate(board.houses):
        y = scene.drawn.height + layout.HOUSE_Y + row * step
        name = scene.house(house)
        yield square(tokens.counter(house, min(0.95, step / 30)), left + 8, y, 18)
        if board.ending and house in board.ending.winners:
            # Behind the name, in its own row.
            beside = lettering.width_of(name, lettering.SERIF, 18)
            yield square(group(PICTURES["crown"], scale=1.15), left + 34 + beside + 14, y, 13)
        settlements = control.settlements(board, scene.edition, house)
        if house in board.vassals:
            yield from _vassal(scene, house, settlements, left + 34, y)
            continue
        yield _left_aligned_text(name, left + 34, y + 6, 18, ink, scene.theme.gold if house == scene.seat else "")
        numbers = [(f"{settlements}/{board.victory}", "#b3261e" if settlements >= board.victory - 1 else ink)]
        numbers.append((str(board.power.get(house, 0)), ink))
        if board.bank:
            numbers.append((str(len(board.bank.loans.get(house, ()))), ink))
        for x, (number, colour) in zip(lay.columns, numbers, strict=False):
            yield _line(number, x, y + 6, lettering.CAPITALS, 17, colour)


def _vassal(scene: Scene, house: str, settlements: int, x: float, y: float) -> Iterator[Piece]:
    """Yield a vassal's name in faint italics, its settlements, and its commander."""
    faint, name, columns = scene.theme.faint, scene.house(house), scene.lay.columns
    yield _left_aligned_text(name, x, y + 6, 18, faint, "", lettering.ITALIC)
    yield _line(str(settlements), columns[0], y + 6, lettering.CAPITALS, 17, faint)
    commander = scene.board.commanders.get(house)
    if commander:
        label = f"{name}: {scene.say('commander')} {scene.house(commander)}"
        yield square(tokens.command(commander), columns[1], y, 12, label)


@lru_cache(maxsize=1024)
def _left_aligned_text(
    words: str, x: float, y: float, size: float, ink: str, line: str, font: str = lettering.SERIF
) -> Piece:
    """Words that begin at a place, with a line of a colour under them if there is one."""
    wide = lettering.width_of(words, font, size)
    svg = text(words, 0, 0, font=font, size=size, fill=ink, anchor=None)
    if line:
        svg += tag("path", d=f"M0 4.5H{wide:.1f}", stroke=line, stroke_width=2.4)
    return Piece(svg, round(x), round(y), (-3, -size, wide + 8, size * 1.5))
