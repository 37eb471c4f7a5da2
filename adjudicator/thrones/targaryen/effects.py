"""How the events of a house that wins by loyalty change a position; `apply` has them in its table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.event import Event
from adjudicator.thrones import events as e
from adjudicator.thrones.board import Board, Garrison, Position
from adjudicator.thrones.troops import put


def _lay(board: Board, area: str, change: int) -> None:
    count = board.loyalty.get(area, 0) + change
    if count < 0:
        raise AssertionError(f"{area} has no loyalty token")
    if count:
        board.loyalty[area] = count
    else:
        board.loyalty.pop(area, None)


def _placed(position: Position, event: e.LoyaltyPlaced) -> None:
    _lay(position.board, event.area, 1)


def _moved(position: Position, event: e.LoyaltyMoved) -> None:
    _lay(position.board, event.area, -1)
    _lay(position.board, event.to, 1)


def _gained(position: Position, event: e.LoyaltyGained) -> None:
    _lay(position.board, event.area, -event.tokens)
    position.board.points[event.house] = event.points


def _home_lost(position: Position, event: e.HomeLost) -> None:
    position.board.points[event.house] = event.points
    position.board.lost_homes.append(event.house)


def _home_regained(position: Position, event: e.HomeRegained) -> None:
    board = position.board
    board.points[event.house] = event.points
    board.lost_homes.remove(event.house)
    board.garrisons[event.area] = Garrison(event.house, event.garrison)


def _grew(position: Position, event: e.UnitGrew) -> None:
    position.board.growth[event.unit] = event.strength
    position.board.growing.remove(event.round)


def _unit_placed(position: Position, event: e.UnitPlaced) -> None:
    put(position.board, event.area, event.house, {event.unit: 1})


def _given_away(position: Position, event: e.BidsGivenAway) -> None:
    bids = position.board.bids[event.auction]
    for house, amount in event.gifts.items():
        bids[house] += amount


def _card_added(position: Position, event: e.CardAdded) -> None:
    board = position.board
    board.hands[event.house].remove(event.card)
    board.discards[event.house].append(event.card)
    if board.battle is not None:
        board.battle.added[event.house] = event.card


TARGARYEN: dict[type[Event], Callable[[Position, Any], None]] = {
    e.LoyaltyPlaced: _placed,
    e.LoyaltyMoved: _moved,
    e.LoyaltyGained: _gained,
    e.HomeLost: _home_lost,
    e.HomeRegained: _home_regained,
    e.UnitGrew: _grew,
    e.UnitPlaced: _unit_placed,
    e.BidsGivenAway: _given_away,
    e.CardAdded: _card_added,
}
