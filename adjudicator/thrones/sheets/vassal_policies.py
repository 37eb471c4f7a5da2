"""Published defaults about vassals: nobody gains by leaving them to the defaults."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.rules.improvements import facts_of
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.vassals import PASS, refuse_vassal_order
from adjudicator.thrones.state import answers as a
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.edition import Edition


def _rank(board: Board, edition: Edition, house: str, area: str) -> tuple[bool, int, int]:
    """Areas beside units of others first, then the more valuable."""
    facts = facts_of(board, edition, area)
    exposed = any(n in board.forces and board.forces[n].house != house for n in edition.neighbours[area])
    value = 3 * facts.muster + facts.supply + facts.power + (3 if facts.home_of else 0)
    return not exposed, -value, edition.area_order[area]


def default_vassal_orders(
    position: Position, decision: d.PlaceVassalOrders, chosen: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The chosen orders, and Defense, the strongest first, in the most valuable areas beside units of others."""
    edition, board = edition_of(position), position.board
    found = dict(chosen or {})
    shields = [edition.orders[order] for order in decision.orders if edition.orders[order].type == "defense"]
    for token in sorted(shields, key=lambda token: -token.modifier):
        for area in sorted(decision.areas, key=lambda area: _rank(board, edition, decision.house, area)):
            if area not in found and refuse_vassal_order(edition, decision, found, area, token.id) is None:
                found[area] = token.id
                break
    return found


def choice(position: Position, decision: d.ChooseVassal) -> a.Pick:
    """The set is passed on."""
    return a.Pick(PASS)


def orders(position: Position, decision: d.PlaceVassalOrders) -> a.Orders:
    """Defense in two areas."""
    return a.Orders(default_vassal_orders(position, decision))
