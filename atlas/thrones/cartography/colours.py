"""The palettes of an edition's pictures, chosen on a board on which every colour of a map appears."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from itertools import cycle

from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.registry import edition_named
from adjudicator.thrones.state.board import CLOSED, Battle, Board, Force, Leader, Placed, View
from adjudicator.thrones.state.edition import Edition
from atlas import packing
from atlas.parts import Arrow, Look
from atlas.raster import Canvas
from atlas.theme import THEMES
from atlas.thrones.geometry import geometry
from atlas.thrones.map import painted
from atlas.thrones.map_names import sheet_of

WIDTH, NARROW = 1000, 640
EVERY = tuple(f"{theme}{few}" for theme in THEMES for few in ("", "-few"))


def palettes(sheet: str, wanted: Collection[str] = EVERY) -> dict[str, str]:
    """The colours by theme, and as `<theme>-few` those of small files, as hexadecimal digits, six a colour.

    `wanted`: these alone.
    """
    found = {}
    view = full_board(sheet)
    areas = list(view.board.forces)
    arrows = [Arrow(a, b, view.board.forces[a].house) for a, b in zip(areas, areas[1:], strict=False)][::4]
    # A seventh and an eighth house have washes of their own.
    more = max(0, len(view.board.houses) - 6)
    few = partial(packing.few_colours, few=packing.FEW + 12 * more, flat=packing.FLAT + 8 * more)
    for name in THEMES:
        for key, width, choose in ((name, WIDTH, packing.palette), (f"{name}-few", NARROW, few)):
            if key in wanted:
                canvas = painted(Canvas, view, Look(theme=name, arrows=arrows), width, None)
                found[key] = choose(canvas.image).hex()
    return found


def full_board(sheet: str) -> View:
    """A board that could not be: every house everywhere, with everything it has."""
    drawn = geometry(sheet)
    rules = edition_named(drawn.edition)
    starts = [
        THRONES.start(rules.id, players, "colours", (), (), THRONES.revision)
        for players in sorted(rules.setups, reverse=True)
    ]
    view = THRONES.view(next(game for game in starts if sheet_of(rules, game.board) == sheet), None)
    board, orders = view.board, cycle(rules.orders)
    areas = [area for area in rules.areas if area in drawn.areas]
    for area, house in zip(areas, cycle(board.houses), strict=False):
        land = rules.areas[area].kind == "land"
        kinds = [kind for kind, facts in rules.units.items() if (facts.terrain == "land") == land]
        board.forces[area] = Force(house, dict.fromkeys(kinds, 2), dict.fromkeys(kinds[:1], 1))
        board.orders[area] = Placed(house, next(orders))
        if land:
            board.tokens[area] = house
    closed = [area for setup in rules.setups.values() for area in setup.closed]
    board.neutral |= dict.fromkeys(closed[:3], CLOSED)
    first, second = list(board.forces)[:2]
    board.battle = Battle(second, board.houses[0], board.houses[1], first, next(orders), {})
    if any(shape.anchors.extra for shape in drawn.areas.values()):
        _strewn(board, rules, areas)
    if board.realm:
        board.leaders = {
            leader: Leader(house, area=area, active=n % 2 == 0)
            for n, (leader, house, area) in enumerate(zip(rules.leaders, cycle(board.houses), areas, strict=False))
        }
        board.realm.claim = [*board.houses]
        board.realm.alliances = {board.houses[0]: list(rules.alliances)[::6]}
    return view


def _strewn(board: Board, rules: Edition, areas: list[str]) -> None:
    """Tokens laid on land, and loans in every slot."""
    for area, mark in zip(areas, cycle(("barrel", "crown", "ruin", "stronghold")), strict=False):
        board.improvements[area] = [mark]
    if board.bank:
        board.loyalty = dict.fromkeys(areas[::3], 1)
        board.growth = {"dragon": 2}
        board.bank.slots = list(rules.loans)[: len(board.bank.slots)]
