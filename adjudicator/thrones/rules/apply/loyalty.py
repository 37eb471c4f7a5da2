"""How the events of a house that wins by loyalty change a position."""

from __future__ import annotations

from adjudicator.thrones.rules.apply.table import applies
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Board, Garrison, Position
from adjudicator.thrones.state.troops import put


def _lay(board: Board, area: str, change: int) -> None:
    count = board.loyalty.get(area, 0) + change
    if count < 0:
        raise AssertionError(f"{area} has no loyalty token")
    if count:
        board.loyalty[area] = count
    else:
        board.loyalty.pop(area, None)


@applies(e.LoyaltyPlaced)
def _placed(position: Position, event: e.LoyaltyPlaced) -> None:
    _lay(position.board, event.area, 1)


@applies(e.LoyaltyMoved)
def _moved(position: Position, event: e.LoyaltyMoved) -> None:
    _lay(position.board, event.area, -1)
    _lay(position.board, event.to, 1)


@applies(e.LoyaltyGained)
def _gained(position: Position, event: e.LoyaltyGained) -> None:
    _lay(position.board, event.area, -event.tokens)
    position.board.points[event.house] = event.points


@applies(e.HomeLost)
def _home_lost(position: Position, event: e.HomeLost) -> None:
    position.board.points[event.house] = event.points
    position.board.lost_homes.append(event.house)


@applies(e.HomeRegained)
def _home_regained(position: Position, event: e.HomeRegained) -> None:
    board = position.board
    board.points[event.house] = event.points
    board.lost_homes.remove(event.house)
    board.garrisons[event.area] = Garrison(event.house, event.garrison)


@applies(e.UnitGrew)
def _grew(position: Position, event: e.UnitGrew) -> None:
    position.board.growth[event.unit] = event.strength
    position.board.growing.remove(event.round)


@applies(e.UnitPlaced)
def _unit_placed(position: Position, event: e.UnitPlaced) -> None:
    put(position.board, event.area, event.house, {event.unit: 1})


@applies(e.BidsGivenAway)
def _given_away(position: Position, event: e.BidsGivenAway) -> None:
    bids = position.board.bids[event.auction]
    for house, amount in event.gifts.items():
        bids[house] += amount


@applies(e.CardAdded)
def _card_added(position: Position, event: e.CardAdded) -> None:
    board = position.board
    board.hands[event.house].remove(event.card)
    board.discards[event.house].append(event.card)
    if board.battle is not None:
        board.battle.added[event.house] = event.card
