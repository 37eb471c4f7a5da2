"""The Iron Bank's table in the corner of a wide map: three slots with their prices, and the loans that lie there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from atlas import lettering
from atlas.parts import Piece, square
from atlas.svg import group, tag, text
from atlas.theme import Theme, theme_named
from atlas.thrones import symbols, tokens
from atlas.thrones.editions import edition_named
from atlas.thrones.geometry import Geometry
from atlas.thrones.loan_signs import signs
from atlas.thrones.words import say

# The table's west, north, width and height; the middles of its slots, a card's size.
TABLE = (1040.0, 40.0, 520.0, 336.0)
SLOT_Y, CARD = 236.0, (146.0, 206.0)
SLOTS = (1136.0, 1300.0, 1464.0)


def table(drawn: Geometry, edition: Edition, theme: Theme, language: str) -> str:
    """The empty table: its name, and a price over every slot."""
    if drawn.width <= TABLE[0] or edition.bank is None:
        return ""
    x, y, wide, high = TABLE
    board = (
        tag("rect", x=x + 3, y=y + 5, width=wide, height=high, rx=14, fill="#000", fill_opacity=0.2)
        + tag("rect", x=x, y=y, width=wide, height=high, rx=14, fill=theme.panel, stroke=theme.coast, stroke_width=2.4)
        + tag("rect", x=x + 8, y=y + 8, width=wide - 16, height=high - 16, rx=9, fill="none", stroke=theme.gold)
    )
    name, middle = say("iron-bank", language), x + wide / 2
    size, reach = _heading(language)
    title = text(name, middle, y + 46, font=lettering.CAPITALS, size=size, fill=theme.ink)
    mark = symbols.glyph("iron-bank", theme.gold, scale=1.25)
    signs = "".join(group(mark, x=middle + side * reach, y=y + 38) for side in (-1, 1))
    return board + title + signs + "".join(_slot(at, theme) for at in SLOTS) + _prices(edition)


def _heading(language: str) -> tuple[float, float]:
    """The size of the table's name, and how far from its middle its signs stand."""
    name, room = say("iron-bank", language), TABLE[2] - 150
    size = min(25.0, 25.0 * room / lettering.width_of(name, lettering.CAPITALS, 25))
    return size, lettering.width_of(name, lettering.CAPITALS, size) / 2 + 32


def _slot(x: float, theme: Theme) -> str:
    wide, high = CARD
    empty: dict[str, str | float] = {
        "fill": theme.land_shade,
        "fill_opacity": 0.55,
        "stroke": theme.panel_line,
        "stroke_dasharray": "7 5",
    }
    mark = symbols.glyph("iron-bank", theme.panel_line, scale=2.6)
    return tag(
        "rect", x=x - wide / 2, y=SLOT_Y - high / 2, width=wide, height=high, rx=9, stroke_width=1.6, **empty
    ) + group(mark, x=x, y=SLOT_Y + 8, opacity=0.4)


def _prices(edition: Edition) -> str:
    """What a loan costs in each slot, on coins at the slots' heads."""
    costs = edition.bank.costs if edition.bank else ()
    return "".join(
        group(symbols.coin(cost), x=x, y=SLOT_Y - CARD[1] / 2) for x, cost in zip(SLOTS, costs, strict=False)
    )


def loans(board: Board, edition: Edition, theme: Theme, language: str) -> Iterator[Piece]:
    """The loans in their slots, and who pays less because of the token of Braavos."""
    if board.bank is None or edition.bank is None:
        return
    for x, cost, name in zip(SLOTS, edition.bank.costs, board.bank.slots, strict=False):
        if name in edition.loans:
            loan = edition.loans[name]
            wide, high = CARD
            box = (-wide / 2 - 3, -high / 2 - 18, wide + 8, high + 24)
            svg = _card(loan.id, loan.name.say(language), theme.name, edition.id)
            label = f"{say('iron-bank', language)}: {loan.name.say(language)} ({cost})"
            yield Piece(svg, round(x), SLOT_Y, box, label)
            yield square(symbols.coin(cost), x, SLOT_Y - high / 2, 17)
    if board.bank.token:
        x = TABLE[0] + TABLE[2] / 2 + _heading(language)[1]
        yield square(_discount(board.bank.token, edition.bank.discount), x, TABLE[1] + 38, 24)


@lru_cache(maxsize=64)
def _discount(house: str, less: int) -> str:
    """The token of Braavos with the house that holds it."""
    return tokens.counter(house, 0.95) + group(symbols.coin(-less), x=12, y=12, scale=0.62)


@lru_cache(maxsize=256)
def _card(loan: str, name: str, theme_id: str, edition_id: str) -> str:
    """A loan as a card: its name, and small signs of what it does."""
    theme, facts = theme_named(theme_id), edition_named(edition_id).loans[loan]
    wide, high = CARD
    paper = (
        tag("rect", x=-wide / 2 + 2, y=-high / 2 + 3, width=wide, height=high, rx=9, fill="#000", fill_opacity=0.25)
        + tag("rect", x=-wide / 2, y=-high / 2, width=wide, height=high, rx=9, fill="#3c4a4f", stroke="#1d2528")
        + tag("rect", x=-wide / 2 + 7, y=-high / 2 + 7, width=wide - 14, height=high - 14, rx=5, fill="#f4ecd9")
        + tag("path", d=f"M{-wide / 2 + 18:g} 12H{wide / 2 - 18:g}", stroke=theme.gold, stroke_width=1.4)
    )
    lines, size = lettering.fit(name.replace("'", "’"), lettering.CAPITALS, 19.0, (wide - 38, 70.0))
    first = -32 - (len(lines) - 1) * size * 0.5
    title = "".join(
        text(line, 0, first + n * size * 1.05, font=lettering.CAPITALS, size=size, fill="#2f2419")
        for n, line in enumerate(lines)
    )
    return paper + title + group(signs(facts, theme), x=0, y=54)
