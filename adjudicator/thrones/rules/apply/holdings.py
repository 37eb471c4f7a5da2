"""How events about what houses hold (units, Power, tokens, cards) change a position."""

from __future__ import annotations

from adjudicator.thrones.rules.apply.table import applies
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.troops import less, put, take


@applies(e.UnitDestroyed)
def _unit_destroyed(position: Position, event: e.UnitDestroyed) -> None:
    board = position.board
    if event.attacking and board.battle is not None:
        less(board.battle.troop, event.unit)
    else:
        take(board, event.area, {event.unit: 1}, routed=event.routed)


@applies(e.PowerGained)
def _power_gained(position: Position, event: e.PowerGained) -> None:
    position.board.power[event.house] += event.amount


@applies(e.PowerSpent)
def _power_spent(position: Position, event: e.PowerSpent) -> None:
    position.board.power[event.house] -= event.amount


@applies(e.CardTakenBack)
def _card_taken_back(position: Position, event: e.CardTakenBack) -> None:
    position.board.discards[event.house].remove(event.card)
    position.board.hands[event.house].append(event.card)


@applies(e.UnitUpgraded)
def _unit_upgraded(position: Position, event: e.UnitUpgraded) -> None:
    board = position.board
    if event.attacking and board.battle is not None:
        less(board.battle.troop, event.before)
        board.battle.troop[event.after] = board.battle.troop.get(event.after, 0) + 1
    else:
        put(board, event.area, event.house, {event.after: 1}, routed=event.routed)
        take(board, event.area, {event.before: 1}, routed=event.routed)


@applies(e.TokenPlaced)
def _token_placed(position: Position, event: e.TokenPlaced) -> None:
    board = position.board
    board.tokens[event.area] = event.house
    # A vassal has no Power; his tokens come from the pool for nothing.
    board.power[event.house] -= event.house not in board.vassals


@applies(e.TokenRemoved)
def _token_removed(position: Position, event: e.TokenRemoved) -> None:
    del position.board.tokens[event.area]
