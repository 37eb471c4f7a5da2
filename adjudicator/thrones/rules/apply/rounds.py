"""How the events of rounds and phases change a position."""

from __future__ import annotations

from adjudicator.thrones.rules.apply.table import applies
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Ending, Position
from adjudicator.thrones.state.troops import put


@applies(e.RoundStarted)
def _round_started(position: Position, event: e.RoundStarted) -> None:
    board = position.board
    board.round = event.round
    board.spent, board.bans = [], []
    board.last_deeds = board.deeds if edition_of(position).variant.deeds_kept > 1 else []
    board.revealed, board.bids, board.deeds = {}, {}, []
    if board.realm is not None:
        board.realm.spent = []
    if board.tactics is not None:
        board.tactics.forbidden = []


@applies(e.PhaseStarted)
def _phase_started(position: Position, event: e.PhaseStarted) -> None:
    position.board.phase = event.phase


@applies(e.OrdersCleared)
def _orders_cleared(position: Position, event: e.OrdersCleared) -> None:
    for area in event.areas:
        del position.board.orders[area]


@applies(e.UnitsRallied)
def _units_rallied(position: Position, event: e.UnitsRallied) -> None:
    board = position.board
    for area in event.areas:
        force = board.forces[area]
        routed, force.routed = force.routed, {}
        put(board, area, force.house, routed)


@applies(e.GameEnded)
def _game_ended(position: Position, event: e.GameEnded) -> None:
    position.board.ending = Ending(event.winners, event.reason, position.board.round)
