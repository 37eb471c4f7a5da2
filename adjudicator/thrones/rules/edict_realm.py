"""How edicts set leaders, alliances, tactics, claim and weather."""

from __future__ import annotations

from adjudicator.thrones.state import edicts as x
from adjudicator.thrones.state.board import Board, Leader, Position
from adjudicator.thrones.state.edition import Edition


def lay_anew(position: Position, edition: Edition, edict: x.AnyEdict) -> None:
    """Change the position as the edict says, if it is about these things; the edict was checked."""
    board = position.board
    match edict:
        case x.SetLeader():
            _leader(board, edition, edict)
        case x.SetAlliances():
            _alliances(position, edition, edict)
        case x.SetTactics(house=house, tactics=cards) if board.tactics is not None:
            board.tactics.open[house] = list(cards)
        case x.SetClaim(houses=houses) if board.realm is not None:
            board.realm.claim = list(houses)
        case x.SetWeather(place=place) if board.realm is not None:
            board.realm.weather = place


def _leader(board: Board, edition: Edition, edict: x.SetLeader) -> None:
    """A leader in an area, in a cell, or out of the game; his token lies face up."""
    token = edition.leaders[edict.leader]
    known = board.leaders.get(edict.leader)
    serves = token.house if known is None else known.house
    if edict.area is not None:
        if token.allied:
            serves = board.forces[edict.area].house
        board.leaders[edict.leader] = Leader(serves, edict.area)
    elif edict.house is not None:
        board.leaders[edict.leader] = Leader(serves, cell=edict.house)
    else:
        board.leaders.pop(edict.leader, None)


def _alliances(position: Position, edition: Edition, edict: x.SetAlliances) -> None:
    """The alliance cards of a house, taken from wherever they are; those it gives up go under their decks."""
    realm, decks = position.board.realm, position.hidden.decks
    if realm is None:
        return
    given_up = [card for card in realm.alliances.get(edict.house, ()) if card not in edict.alliances]
    for house, held in realm.alliances.items():
        if house != edict.house:
            realm.alliances[house] = [card for card in held if card not in edict.alliances]
    realm.alliances[edict.house] = list(edict.alliances)
    for deck in edition.alliance_decks:
        left = [card for card in decks[deck] if card not in edict.alliances]
        decks[deck] = left + [card for card in given_up if edition.alliances[card].deck == deck]
        if realm.tops.get(deck) in edict.alliances:
            del realm.tops[deck]
