"""What A Storm of Swords lays out besides units: garrisons, leaders, tactics, alliances.

Source: Storm of Swords rules: set-up.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine.chance import shuffle
from adjudicator.thrones.state.board import Board, Garrison, Hidden, Leader, Realm, Tactics
from adjudicator.thrones.state.edition import Edition, Setup

# The board that some tactics cards are not made for, by whether an edition's game is decided by claim.
BOARD = {True: "storm", False: "throne"}


def lay_out(edition: Edition, setup: Setup, players: Sequence[str], board: Board, hidden: Hidden) -> None:
    """Everything that the set-up has besides units, Power and places on the tracks."""
    for house, areas in setup.garrisons.items():
        for area, strength in areas.items():
            board.garrisons[area] = Garrison(house, strength)
    for module in board.modules:
        board.neutral |= setup.revised.get(module, {})
    if edition.leaders:
        lay_leaders(edition, setup, board)
    if edition.tactics:
        lay_tactics(edition, board)
    if edition.alliances:
        lay_realm(edition, setup, board, hidden)


def lay_leaders(edition: Edition, setup: Setup, board: Board) -> None:
    """Leaders stand with the units of the house that they serve, or are in a cell; those of cards are still to come."""
    for leader, area in setup.leaders.items():
        board.leaders[leader] = Leader(board.forces[area].house, area=area)
    for leader, holder in setup.cells.items():
        board.leaders[leader] = Leader(edition.leaders[leader].house, cell=holder)


def lay_tactics(edition: Edition, board: Board) -> None:
    """Each house has the tactics cards that are its own or everybody's, as far as they are used on this board."""
    kind = BOARD[bool(edition.claimed)]
    cards = [card for card in edition.tactics.values() if card.board in ("", kind)]
    decks = {house: [card.id for card in cards if card.house in ("", house)] for house in board.houses}
    board.tactics = Tactics(decks)


def lay_realm(edition: Edition, setup: Setup, board: Board, hidden: Hidden) -> None:
    """The claim track and the weather at their beginnings; every alliance deck is shuffled without the cards that
    houses begin with."""
    given = {card for cards in setup.alliances.values() for card in cards}
    board.realm = Realm(alliances={house: list(cards) for house, cards in setup.alliances.items()})
    for deck, cards in edition.alliance_decks.items():
        left = [card for card in cards if card not in given]
        hidden.decks[deck] = shuffle(hidden.seed, f"deck-{deck}/start", left)
