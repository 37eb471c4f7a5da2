"""The table below the band, and the Iron Bank's in the corner with loan signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from adjudicator.thrones.rules.registry import find_edition
from adjudicator.thrones.state import Loan, Realm
from atlas import lettering
from atlas.svg import Piece, capitals, disc, group, plate, solid, square, stroke, tag, text
from atlas.theme import Arms, Theme, find_theme, read_arms
from atlas.thrones import tokens
from atlas.thrones.layout import heading
from atlas.thrones.pieces import banner_of
from atlas.thrones.scene import DECKS, HEAD, ROW, Paper, Scene
from atlas.thrones.tokens import ARMS, PICTURES, coin, glyph, picture

INK = "#2f2419"
STEP, SIGNS_IN_ROW = 30.0, 4


def signs(loan: Loan, theme: Theme) -> str:
    """All signs of a loan, in rows of four around 0, 0."""
    drawings = [sign for part in loan.parts for sign in _part_signs(part, theme)]
    rows = [drawings[n : n + SIGNS_IN_ROW] for n in range(0, len(drawings), SIGNS_IN_ROW)]
    top = -15.5 * (len(rows) - 1)
    return "".join(
        group(sign, x=(n - (len(row) - 1) / 2) * STEP, y=top + at * STEP)
        for at, row in enumerate(rows)
        for n, sign in enumerate(row)
    )


def _part_signs(part: dict[str, Any], theme: Theme) -> list[str]:
    """Return the signs of one part of a loan; a star for any effect not listed."""
    match part["does"]:
        case "gain-power":
            return [PICTURES["crown"], _number(f"+{part['power']}")]
        case "more-supply":
            arrow = tag("path", d="M-6 9V-1H-11L0-11L11-1H6V9Z", fill="#2f6d3c")
            return [arrow, group(PICTURES["barrel"])]
        case "improve":
            return [laid(picture(part["mark"], theme))] * part["areas"]
        case "burn-castle":
            return [group(PICTURES["ruin"], scale=1.1), laid(PICTURES["crown"]), laid(PICTURES["barrel"])]
        case "place-units":
            return [glyph(kind, INK, scale=1.2) for kind, count in part["units"].items() for _ in range(count)]
        case "kill":
            struck = tag("path", d="M-11 11L11-11", stroke="#a31d12", stroke_width=3, stroke_linecap="round")
            return [glyph(kind, INK, scale=1.2) + struck for kind in part["units"]]
        case "look-at-deck":
            return [PICTURES["eye"], _number(f"{part['cards']}")]
        case _:
            return [glyph("star", theme.gold, scale=2)]


def laid(sign: str) -> str:
    """A sign as a token that lies on the board: on a round with a golden rim."""
    return disc(13, "#fff6dc", "#a67c2d", 2) + group(sign, scale=0.86)


def _number(words: str) -> str:
    return capitals(words, 0, 7, 20, INK)


LEFT, COUNTER = 40.0, 58.0
# The alliances that are no houses of the boards.
ALLIES = read_arms("thrones/data/allies.toml")
# Where a column begins and ends.
Column = tuple[float, float]


def empty(paper: Paper) -> str:
    """The table with nothing in it."""
    table, width, theme = paper.table, paper.drawn.width, paper.theme
    if not table.rows:
        return ""
    columns, low = table.columns(width), HEAD + table.rows * ROW
    parts = [
        plate((None, 0, width, table.height), theme.panel),
        tag("path", d=f"M{LEFT:g} 2H{width - LEFT:g}", stroke=theme.gold, stroke_width=1.2),
        *(heading(paper.say(name), x, 26, theme) for name, (x, _) in columns.items()),
    ]
    lines = "".join(f"M{LEFT:g} {HEAD + n * ROW:g}H{width - LEFT:g}" for n in range(1, table.rows))
    lines += "".join(f"M{x - 12:g} {HEAD:g}V{low - 4:g}" for x, _ in list(columns.values())[1:])
    parts.append(tag("path", d=lines, stroke=theme.panel_line, stroke_width=0.8, stroke_opacity=0.7))
    return group(*parts, x=0, y=paper.foot)


def table_pieces(scene: Scene) -> Iterator[Piece]:
    """What each house has, row by row, and what lies on the alliance decks."""
    table, realm = scene.table, scene.board.realm
    if not table.rows:
        return
    columns = table.columns(scene.drawn.width)
    for row, house in enumerate(scene.board.houses):
        y = scene.foot + HEAD + (row + 0.5) * ROW
        yield square(tokens.counter(house, 0.9), COUNTER, y, 18)
        yield from _tactics(scene, house, columns["tactics"], y)
        if "cells" in columns:
            yield from _cells(scene, house, columns["cells"], y)
        if realm is not None:
            cards = [scene.edition.alliances.get(card) for card in realm.alliances.get(house, [])]
            chips = [(card.name.say(scene.language), card.deck) for card in cards if card is not None]
            yield from _chips(chips, columns["alliances"], y)
    if realm is not None:
        yield from _decks(scene, realm, scene.foot + HEAD + table.rows * ROW + DECKS / 2)


def _tactics(scene: Scene, house: str, column: Column, y: float) -> Iterator[Piece]:
    """The tactics cards of a house that lie open, or the one it has chosen, face down."""
    tactics = scene.board.tactics
    if tactics is None:
        return
    names = [(scene.name(scene.edition.tactics, card), house) for card in tactics.open.get(house, ())]
    if tactics.laid and tactics.decks.get(house):
        yield square(_back(house), column[0] + 12, y, 20, scene.say("face-down"))
        column = (column[0] + 34, column[1])
    yield from _chips(names, column, y)


def _cells(scene: Scene, house: str, column: Column, y: float) -> Iterator[Piece]:
    """The leaders whom a house holds captive, behind bars."""
    captive = scene.captives(house)
    step = min(33.0, (column[1] - column[0] - 28) / max(1, len(captive) - 1))
    for n, leader in enumerate(captive):
        yield square(banner_of(leader, scene, bars=True), column[0] + 16 + n * step, y, 21, scene.leader(leader))


def _decks(scene: Scene, realm: Realm, y: float) -> Iterator[Piece]:
    """The four decks: whose they are, what lies on top, and who alone may draw."""
    decks, alliances = scene.edition.alliance_decks, scene.edition.alliances
    room = (scene.drawn.width - 2 * LEFT) / max(1, len(decks))
    for n, deck in enumerate(decks):
        x, half = LEFT + (n + 0.5) * room, room / 2 - 6
        top = realm.tops.get(deck)
        name = alliances[top].name.say(scene.language) if top in alliances else ""
        label = f"{scene.say(deck)}: {name or scene.say('face-down')}"
        svg = _deck(deck, scene.say(deck), name, room - 12, scene.theme.gold)
        yield Piece(svg, round(x), round(y), (-half - 3, -32, 2 * half + 8, 66), label)
        friend = realm.permanent.get(deck)
        if friend:
            bound = disc(14, "#f3c64a", "#3a2800", 1.4) + tokens.counter(friend, 0.62)
            yield square(bound, x + half - 6, y - 22, 16, f"{scene.say('permanent')}: {scene.say(friend)}")


def _arms(name: str) -> Arms:
    return ALLIES.get(name) or ARMS.get(name) or ALLIES["mercenaries"]


def _chips(names: Sequence[tuple[str, str]], column: Column, y: float) -> Iterator[Piece]:
    """Names on little cards side by side: in one line, or smaller in two."""
    if not names:
        return
    room = column[1] - column[0]
    lines, size = [list(names)], 15.0
    if _wide(names, size) > room:
        half = (len(names) + 1) // 2
        lines = [list(names)] if len(names) == 1 else [list(names[:half]), list(names[half:])]
        size = min(13.0, *(13.0 * room / max(1.0, _wide(line, 13.0)) for line in lines))
    step = 21.0 if len(lines) > 1 else 0.0
    for row, line in enumerate(lines):
        x = column[0]
        for name, owner in line:
            wide = _wide([(name, owner)], size) - 0.4 * size
            svg = _chip(name, owner, size)
            at = y + (row - (len(lines) - 1) / 2) * step
            yield Piece(svg, round(x), round(at), (-2, -size, wide + 5, 2 * size), name)
            x += wide + 0.4 * size


def _wide(names: Sequence[tuple[str, str]], size: float) -> float:
    return sum(lettering.width_of(_typographic_name(name), lettering.SERIF, size) + 2.1 * size for name, _ in names)


def _typographic_name(name: str) -> str:
    return name.replace("'", "’")


@lru_cache(maxsize=512)
def _chip(name: str, owner: str, size: float) -> str:
    """A name on a little card, its left end in the colour of whose it is."""
    look, wide, high = _arms(owner), _wide([(name, owner)], size) - 0.4 * size, 1.5 * size
    paper = plate((None, -high / 2, wide, high), "#fffaf0", look.edge, 1.3, rx=4)
    band = plate((0, -high / 2, size * 0.62, high), look.colour, rx=3)
    return paper + band + text(_typographic_name(name), size * 1.05, size * 0.33, size=size, fill=INK, anchor=None)


@lru_cache(maxsize=16)
def _back(house: str) -> str:
    """A tactics card, face down."""
    look = _arms(house)
    return (
        plate((-11, -16, 22, 32), look.colour, look.edge, 1.6, rx=3)
        + plate((-8, -13, 16, 26), "none", look.mark, 0.9, rx=2)
        + tokens.counter(house, 0.5)
    )


@lru_cache(maxsize=256)
def _deck(deck: str, whose: str, top: str, wide: float, gold: str) -> str:
    """Draw an alliance deck: its owner's mark, and the top card if face up."""
    look = _arms(deck)
    fill, ink = ("#fffaf0", INK) if top else (look.colour, look.mark)
    pile = "".join(plate((d - wide / 2, d - 26, wide - 6, 50), look.tint, look.edge, rx=6) for d in (6.0, 3.0))
    card = tag(
        "rect", fill=fill, stroke=look.edge, stroke_width=1.6, x=-wide / 2, y=-26, width=wide - 6, height=50, rx=6
    )
    seal = group(
        solid(look.outline, look.colour, look.edge, 1.8),
        capitals(look.letter, 0, 6.6, 18, look.mark),
        x=-wide / 2 + 24,
        y=-1,
    )
    rim = "" if top else stroke(f"M{-wide / 2 + 5:.1f}-21H{wide / 2 - 11:.1f}V19H{-wide / 2 + 5:.1f}Z", gold, 1.0)
    lines, size = lettering.fit(_typographic_name(top or whose), lettering.SERIF, 16.0, (wide - 62, 40.0))
    first = size * 0.3 - (len(lines) - 1) * size * 0.5
    words = "".join(text(line, 18 - 3, first + n * size - 1, size=size, fill=ink) for n, line in enumerate(lines))
    return pile + card + rim + seal + words


# The table's west, north, width and height; the middles of its slots, a card's size.
TABLE = (1040.0, 40.0, 520.0, 336.0)
SLOT_Y, CARD = 236.0, (146.0, 206.0)
SLOTS = (1136.0, 1300.0, 1464.0)


def table(paper: Paper) -> str:
    """The empty table: its name, and a price over every slot."""
    theme, bank = paper.theme, paper.edition.bank
    if paper.drawn.width <= TABLE[0] or bank is None:
        return ""
    x, y, wide, high = TABLE
    board = (
        plate((x + 3, y + 5, wide, high), "#000", rx=14, fill_opacity=0.2)
        + plate((x, y, wide, high), theme.panel, theme.coast, 2.4, rx=14)
        + plate((x + 8, y + 8, wide - 16, high - 16), "none", theme.gold, rx=9)
    )
    name, middle = paper.say("iron-bank"), x + wide / 2
    size, reach = _heading_size(name)
    title = capitals(name, middle, y + 46, size, theme.ink)
    mark = glyph("iron-bank", theme.gold, scale=1.25)
    signs = "".join(group(mark, x=middle + side * reach, y=y + 38) for side in (-1, 1))
    slots = "".join(_slot(at, theme) for at in SLOTS)
    # What a loan costs in each slot, on coins at the slots' heads.
    priced = zip(SLOTS, bank.costs, strict=False)
    prices = "".join(group(coin(cost), x=x, y=SLOT_Y - CARD[1] / 2) for x, cost in priced)
    return board + title + signs + slots + prices


def _heading_size(name: str) -> tuple[float, float]:
    """Return the size of the table's name, and how far off its middle signs stand."""
    size = min(25.0, 25.0 * (TABLE[2] - 150) / lettering.width_of(name, lettering.CAPITALS, 25))
    return size, lettering.width_of(name, lettering.CAPITALS, size) / 2 + 32


def _slot(x: float, theme: Theme) -> str:
    """Draw an empty, dashed slot for a loan card, its middle at x."""
    wide, high = CARD
    paper = tag(
        "rect",
        x=x - wide / 2,
        y=SLOT_Y - high / 2,
        width=wide,
        height=high,
        rx=9,
        stroke_width=1.6,
        fill=theme.land_shade,
        fill_opacity=0.55,
        stroke=theme.panel_line,
        stroke_dasharray="7 5",
    )
    return paper + group(glyph("iron-bank", theme.panel_line, scale=2.6), x=x, y=SLOT_Y + 8, opacity=0.4)


def loans(scene: Scene) -> Iterator[Piece]:
    """The loans in their slots, and who pays less because of the token of Braavos."""
    bank, edition = scene.board.bank, scene.edition
    if bank is None or edition.bank is None:
        return
    wide, high = CARD
    for x, cost, loan in zip(SLOTS, edition.bank.costs, bank.slots, strict=False):
        if loan in edition.loans:
            name = edition.loans[loan].name.say(scene.language)
            box = (-wide / 2 - 3, -high / 2 - 18, wide + 8, high + 24)
            label = f"{scene.say('iron-bank')}: {name} ({cost})"
            yield Piece(_card(loan, name, scene.theme.name, edition.id), round(x), SLOT_Y, box, label)
            yield square(coin(cost), x, SLOT_Y - high / 2, 17)
    if bank.token:
        x = TABLE[0] + TABLE[2] / 2 + _heading_size(scene.say("iron-bank"))[1]
        # The token of Braavos with the house that holds it.
        less = tokens.counter(bank.token, 0.95) + group(coin(-edition.bank.discount), x=12, y=12, scale=0.62)
        yield square(less, x, TABLE[1] + 38, 24)


@lru_cache(maxsize=256)
def _card(loan: str, name: str, theme_id: str, edition_id: str) -> str:
    """A loan as a card: its name, and small signs of what it does."""
    theme, facts = find_theme(theme_id), find_edition(edition_id).loans[loan]
    wide, high = CARD
    paper = (
        plate((-wide / 2 + 2, -high / 2 + 3, wide, high), "#000", rx=9, fill_opacity=0.25)
        + plate((-wide / 2, -high / 2, wide, high), "#3c4a4f", "#1d2528", rx=9)
        + plate((-wide / 2 + 7, -high / 2 + 7, wide - 14, high - 14), "#f4ecd9", rx=5)
        + tag("path", d=f"M{-wide / 2 + 18:g} 12H{wide / 2 - 18:g}", stroke=theme.gold, stroke_width=1.4)
    )
    lines, size = lettering.fit(_typographic_name(name), lettering.CAPITALS, 19.0, (wide - 38, 70.0))
    first = -32 - (len(lines) - 1) * size * 0.5
    title = "".join(capitals(line, 0, first + n * size * 1.05, size, INK) for n, line in enumerate(lines))
    return paper + title + group(signs(facts, theme), x=0, y=54)
