"""The palettes of an edition's pictures, chosen on a board on which every colour of a map appears."""

from __future__ import annotations

from itertools import cycle

from adjudicator import face
from adjudicator.thrones.board import CLOSED, Battle, Force, Placed, View
from atlas import packing
from atlas.face import painted
from atlas.pieces import Arrow
from atlas.theme import THEMES, theme_named

WIDTH, NARROW = 1000, 640


def palettes(edition: str) -> dict[str, str]:
    """The colours by theme, and as `<theme>-few` those of small files, as hexadecimal digits, six a colour."""
    found = {}
    view = full_board(edition)
    areas = list(view.board.forces)
    arrows = [Arrow(a, b, view.board.forces[a].house) for a, b in zip(areas, areas[1:], strict=False)][::4]
    for name in THEMES:
        for key, width, choose in ((name, WIDTH, packing.palette), (f"{name}-few", NARROW, packing.few_colours)):
            canvas = painted(view, theme_named(name), "en", None, arrows, width, None, None)
            found[key] = choose(canvas.image).hex()
    return found


def full_board(edition: str) -> View:
    """A board that could not be: every house everywhere, with everything it has."""
    rules = face.edition(edition)
    view = face.view(face.start(edition, max(rules.setups), "colours"), None)
    board, orders = view.board, cycle(rules.orders)
    for area, house in zip(rules.areas, cycle(board.houses), strict=False):
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
    return view
