"""What holds in every position of a game with claim, allied units, leaders and alliances; words for what is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.thrones.rules.control import claim_track
from adjudicator.thrones.rules.storm.allied import alone, armies
from adjudicator.thrones.rules.supply import piece_count
from adjudicator.thrones.state.board import CLAIM_SPACES, Board, Position
from adjudicator.thrones.state.edition import Edition


def broken(position: Position, edition: Edition, feeding: bool) -> Iterator[str]:
    """Everything of these rules that is wrong with a position; `feeding` as `invariants.broken` has it."""
    board = position.board
    yield from claim_kept(board, edition)
    yield from allied_kept(board, edition)
    yield from leaders_kept(board, edition)
    yield from () if feeding else armies_kept(board, edition)
    yield from alliances_kept(position, edition)


def claim_kept(board: Board, edition: Edition) -> Iterator[str]:
    """The claim track holds six tokens at most, of houses of the game; the weather is on its track."""
    track = claim_track(board)
    if len(track) > CLAIM_SPACES:
        yield f"{len(track)} tokens lie on the claim track"
    for house in set(track) - set(board.houses):
        yield f"a token of {house} lies on the claim track"
    if board.realm is not None and edition.weather and not 0 <= board.realm.weather < len(edition.weather):
        yield f"the weather marker lies at {board.realm.weather}"


def allied_kept(board: Board, edition: Edition) -> Iterator[str]:
    """No allied unit stands without a unit of its house, but for the time of a battle; nobody musters any."""
    for area, force in board.forces.items() if board.battle is None else ():
        if alone(edition, force.units, force.routed):
            yield f"{area}: allied units of {force.house} stand alone"


def armies_kept(board: Board, edition: Edition) -> Iterator[str]:
    """No house has more allied units than its Army cards have."""
    for house in board.houses if edition.allied_kinds else ():
        allowed = armies(board, edition, house)
        for unit in edition.allied_kinds:
            if piece_count(board, house, unit) > allowed[unit]:
                yield f"{house} has more {unit} than its cards"


def leaders_kept(board: Board, edition: Edition) -> Iterator[str]:
    """A leader stands with units of the house that he serves, or is in another's cell; an allied one never is."""
    for name, leader in board.leaders.items():
        if bool(leader.area) == bool(leader.cell):
            yield f"{name} is in {leader.area!r} and in the cell of {leader.cell!r}"
        elif leader.cell and (leader.cell not in board.houses or leader.cell == leader.house):
            yield f"{name} is in the cell of {leader.cell}"
        elif leader.cell and (leader.active or edition.leaders[name].allied):
            yield f"{name} cannot be a hostage so"
        elif leader.area and board.battle is None:
            force = board.forces.get(leader.area)
            if force is None or force.house != leader.house:
                yield f"{name} stands in {leader.area} without units of {leader.house}"


def alliances_kept(position: Position, edition: Edition) -> Iterator[str]:
    """Every alliance card is in its deck, with a house, or out of the game; what is turned up lies on top."""
    board, hidden = position.board, position.hidden
    realm = board.realm
    if realm is None or not edition.alliances:
        return
    there: Counter[str] = Counter(card for cards in realm.alliances.values() for card in cards)
    there.update(card for card in board.removed if card in edition.alliances)
    for deck, cards in edition.alliance_decks.items():
        pile = hidden.decks.get(deck, [])
        there.update(pile)
        if not set(pile) <= set(cards):
            yield f"the deck {deck} holds {pile}"
        if deck in realm.tops and realm.tops[deck] not in pile[:1]:
            yield f"{realm.tops[deck]} lies open, and is not on top of its deck"
    if there != Counter(list(edition.alliances)):
        yield f"the alliance cards are {dict(there)}"
