"""What a first sheet of a Westeros game says: an order for each area, and where one march goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.thrones.rules.control import reach
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.board import Board
from narration.thrones.voice import Voice
from web.family_pages import FirstStep


def first_steps(view: Any, house: str, sheet: Sheet, v: Voice) -> Sequence[FirstStep]:
    """Orders, then a march to land that nobody holds."""
    board: Board = view.board
    armies = [area for area, force in board.forces.items() if force.house == house]
    armies.sort(key=v.edition.area_order.__getitem__)
    ordered = tuple((v.area(area), area in sheet.orders) for area in armies)
    return (
        FirstStep(
            v.say("Give an order to each area with units of yours"),
            v.say("An order says what the units there may do this round: march, defend, support, raid, gather Power."),
            all(done for _, done in ordered),
            ordered,
        ),
        _march(board, house, armies, sheet, v),
    )


def _march(board: Board, house: str, armies: Sequence[str], sheet: Sheet, v: Voice) -> FirstStep:
    done = bool(sheet.marches.wishes) or any(
        plan.moves for area in sheet.marches.areas if _marches(sheet, area, v) for plan in sheet.marches.areas[area]
    )
    what = v.say("Send somebody out: say where the units of a march order go")
    way = _way(board, house, armies, v)
    if way is None:
        return FirstStep(what, done=done)
    origin, goal = v.area(way[0]), v.area(way[1])
    why = v.say(
        "Lay a march order in {origin}, and send units to {goal}: it is in reach, and nobody stands there.",
        origin=origin,
        goal=goal,
    )
    return FirstStep(what, why, done)


def _marches(sheet: Sheet, area: str, v: Voice) -> bool:
    """Whether the sheet lays a march order there."""
    order = sheet.orders.get(area, ())
    wishes = (order,) if isinstance(order, str) else order
    return any(one in v.edition.orders and v.edition.orders[one].type == "march" for one in wishes)


def _way(board: Board, house: str, armies: Sequence[str], v: Voice) -> tuple[str, str] | None:
    """A march that takes land which nobody holds: from where the most units stand, what lies nearest to hand."""
    homes = {known.home for known in v.edition.houses.values()}
    land = [area for area in armies if v.edition.areas[area].kind == "land"]
    for origin in sorted(land, key=lambda area: (-board.forces[area].size(), v.edition.area_order[area])):
        for goal in sorted(reach(board, v.edition, house, origin), key=v.edition.area_order.__getitem__):
            held = goal in board.forces or goal in board.neutral or goal in board.tokens or goal in board.garrisons
            if v.edition.areas[goal].kind == "land" and not held and goal not in homes:
                return origin, goal
    return None
