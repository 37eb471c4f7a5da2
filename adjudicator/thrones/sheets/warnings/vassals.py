"""The same warnings of what is written for a vassal, once it is plain which house is meant."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.prospects import AHEAD, Prospect
from adjudicator.thrones.sheets.sheet import NO_ORDER
from adjudicator.thrones.sheets.vassal_check import commanded
from adjudicator.thrones.sheets.warnings.marches import march_warnings
from adjudicator.thrones.sheets.warnings.orders import plans_without_order
from adjudicator.thrones.sheets.warnings.raids import raid_warnings
from adjudicator.thrones.state.decisions import PlaceOrders


def of_vassals(ahead: Prospect) -> Iterator[Refusal]:
    """Plans and raids of the vassals that a seat commands, or may come to command."""
    board = ahead.board
    if ahead.lasting or board.phase not in AHEAD:
        return
    for house, part in ahead.sheet.vassals.items():
        if not commanded(board, ahead.house, house) or house == s.ANY_VASSAL:
            continue
        theirs = _of_vassal(ahead, house, part)
        found = [*march_warnings(theirs), *raid_warnings(theirs)]
        if theirs.orders:
            found += plans_without_order(theirs)
        for warning in found:
            yield Refusal(warning.code, warning.words, f"vassals.{house}.{warning.where}")


def _of_vassal(ahead: Prospect, house: str, part: s.VassalSheet) -> Prospect:
    """What may come of a vassal's pieces; while its orders are still wishes, each of them may be laid."""
    board = ahead.board
    if any(placed.house == house for placed in board.orders.values()):
        return Prospect(board, ahead.edition, house, part.as_sheet(), pace=ahead.pace)
    wishes = {rule.area: rule.order for rule in part.orders if rule.area and rule.order != NO_ORDER}
    areas = tuple(area for area, force in board.forces.items() if force.house == house)
    asked = PlaceOrders(seat=ahead.house, house=house, areas=areas, stars=0, bans=())
    whole = part.as_sheet()
    return Prospect(board, ahead.edition, house, _with_orders(whole, wishes, areas), asked, pace=ahead.pace)


def _with_orders(sheet: s.Sheet, wishes: dict[str, str], areas: tuple[str, ...]) -> s.Sheet:
    return msgspec.structs.replace(sheet, orders={area: wishes.get(area, NO_ORDER) for area in areas} if wishes else {})
