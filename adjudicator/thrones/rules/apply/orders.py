"""How the events of orders and what they do change a position."""

from __future__ import annotations

import msgspec

from adjudicator.thrones.rules.apply.deeds import note
from adjudicator.thrones.rules.apply.table import applies
from adjudicator.thrones.rules.apply.westeros import bury
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Deed, Position
from adjudicator.thrones.state.troops import put, take


@applies(e.OrdersRevealed)
def _orders_revealed(position: Position, event: e.OrdersRevealed) -> None:
    position.board.orders = dict(event.orders)


@applies(e.RavenUsed)
def _raven_used(position: Position, event: e.RavenUsed) -> None:
    if event.area:
        board = position.board
        board.orders[event.area] = msgspec.structs.replace(board.orders[event.area], order=event.after)
        board.spent.append("messenger-raven")


@applies(e.OrderRaided)
def _order_raided(position: Position, event: e.OrderRaided) -> None:
    del position.board.orders[event.target]
    note(position, Deed(event.house, "raided", event.victim, event.target))


@applies(e.OrderRemoved)
def _order_removed(position: Position, event: e.OrderRemoved) -> None:
    board = position.board
    del board.orders[event.area]
    if board.battle is not None and board.battle.winner is None:
        board.battle.pledges.pop(event.area, None)


@applies(e.OrderMoved)
def _order_moved(position: Position, event: e.OrderMoved) -> None:
    orders = position.board.orders
    orders[event.to] = orders.pop(event.area)


@applies(e.RavenLooked)
def _raven_looked(position: Position, event: e.RavenLooked) -> None:
    position.board.spent.append("messenger-raven")
    if event.buried:
        bury(position, event.card)


@applies(e.ShipsSeized)
def _ships_seized(position: Position, event: e.ShipsSeized) -> None:
    put(position.board, event.area, event.house, {event.unit: event.count})


@applies(e.UnitsMoved)
def _units_moved(position: Position, event: e.UnitsMoved) -> None:
    take(position.board, event.origin, event.units)
    put(position.board, event.to, event.house, event.units)


@applies(e.NeutralOvercome)
def _neutral_overcome(position: Position, event: e.NeutralOvercome) -> None:
    del position.board.neutral[event.area]
