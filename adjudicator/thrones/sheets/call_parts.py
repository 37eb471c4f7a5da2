"""What an open call can come to: the auctions, and the parts of a sheet that wait for a later call of the round.

The sheets of a round count together, each wherever no later one replaces it; no sheet counts in another round. The
Westeros phase comes first in a round, so bids are made before anything else is asked.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.thrones.rules.storm.tactics import to_choose
from adjudicator.thrones.sheets.name_book import AUCTION, CLAIM
from adjudicator.thrones.sheets.steps_ahead import steps_ahead
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition

WESTEROS = "westeros"
# Parts of a sheet that nothing in the Westeros phase asks for.
AFTER_WESTEROS = (
    *("orders", "raven", "raids", "marches", "support", "cards", "blade", "retreat"),
    *("loans", "claims", "troops", "hostages"),
)


def auctions_ahead(board: Board, edition: Edition) -> frozenset[str]:
    """The auctions that the open call may come to; none outside the Westeros phase."""
    if board.phase != WESTEROS:
        return frozenset()
    known = {"clash-of-kings": edition.tracks, "claim-westeros": (CLAIM,), "wildling-attack": (AUCTION,)}
    return frozenset(auction for step in steps_ahead(board, edition) for auction in known.get(step, ()))


def may_muster_ahead(board: Board, edition: Edition) -> bool:
    """Whether a card of the open Westeros call may bring a mustering: its own, or one of the wildlings'."""
    steps = steps_ahead(board, edition)
    return "mustering" in steps or ("wildling-attack" in steps and bool(edition.wildling_cards))


def tactics_ahead(board: Board, house: str) -> bool:
    """Whether the open call may ask the house for a tactics card, or a later one of the round."""
    waiting = board.phase == WESTEROS or (board.phase == "planning" and not (board.tactics and board.tactics.laid))
    return waiting and bool(to_choose(board, house))


def order_may_lie(edition: Edition, orders: Iterable[str], type_: str) -> bool:
    """Whether one of these orders, as far as they are known, is of a type."""
    return any(edition.orders[order].type == type_ for order in orders if order in edition.orders)
