"""Allied units: never without a unit of the house, and never more than its Army cards have (Storm of Swords rules:
allied units)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from adjudicator.engine.asking import Asks
from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.supply import piece_count
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import March, Piece
from adjudicator.thrones.state.board import Board, Force
from adjudicator.thrones.state.edition import Edition

RULE = "allied"
Pile = Mapping[str, int]


def alone(edition: Edition, *piles: Pile) -> bool:
    """Whether a group has allied units and none of its house's own."""
    # Asked of every area after every step, so the first unit of the house's own settles it.
    kinds, found = edition.allied_kinds, False
    for pile in piles:
        for unit, count in pile.items():
            if count > 0:
                if unit not in kinds:
                    return False
                found = True
    return found


def _standing_there(board: Board, house: str, area: str) -> tuple[Pile, ...]:
    """The units of a house in an area, standing and routed; none for another house's."""
    force = board.forces.get(area)
    return (force.units, force.routed) if force is not None and force.house == house else ()


def refuse_march(board: Board, edition: Edition, house: str, answer: March) -> Refusal | None:
    """Why a march would leave allied units alone, where they were or where they go (`allied-alone`)."""
    force = board.forces.get(answer.area)
    if force is None or not any(unit in edition.allied_kinds for unit in (*force.units, *force.routed)):
        return None
    left = Counter(force.units)
    for units in answer.moves.values():
        left.subtract(units)
    if any(count < 0 for count in left.values()):
        return None  # these units are not there at all
    groups = {to: (units, *_standing_there(board, house, to)) for to, units in answer.moves.items()}
    groups[answer.area] = (left, force.routed)
    for area, piles in groups.items():
        if alone(edition, *piles):
            words = f"allied units would stand in {area} without a unit of {house}"
            return Refusal("allied-alone", words, f"marches.{answer.area}")
    return None


def removable(board: Board, edition: Edition, choices: Sequence[Piece], attacking: bool, to: str) -> Sequence[Piece]:
    """The units that may go first: those whose loss leaves no allied unit alone, while there are such."""
    if not edition.allied_kinds:
        return choices
    return [piece for piece in choices if not _forsakes(board, edition, piece, attacking, to)] or choices


def _forsakes(board: Board, edition: Edition, piece: Piece, attacking: bool, to: str) -> bool:
    """Whether the loss of a unit leaves an allied one alone, where it stands or (`to`) where it goes."""
    battle = board.battle
    troop = Force(battle.attacker, battle.troop) if attacking and battle is not None else None
    force = troop or board.forces[piece.area]
    units, routed = Counter(force.units), Counter(force.routed)
    (routed if piece.routed else units)[piece.unit] -= 1
    if to:
        return alone(edition, units, *_standing_there(board, force.house, to))
    return alone(edition, units, routed)


def may_retreat(board: Board, edition: Edition, house: str, units: Pile, to: str) -> bool:
    """Whether beaten units may go there: allied ones alone only to units of their house."""
    return not alone(edition, units, *_standing_there(board, house, to))


def remove_alone(game: Game) -> None:
    """What a step has left alone leaves the board, and its order with it."""
    board, edition = game.board, game.edition
    for area, force in list(board.forces.items()) if edition.allied_kinds else ():
        if not alone(edition, force.units, force.routed):
            continue
        placed = board.orders.get(area)
        if placed is not None and placed.house == force.house:
            gone = e.OrderRemoved(house=placed.house, area=area, order=placed.order, because="no-units")
            game.tell(gone, RULE)
        for routed, pile in ((False, dict(force.units)), (True, dict(force.routed))):
            for unit, count in pile.items():
                for _ in range(count):
                    game.destroy(force.house, Piece(area, unit, routed), "allied", RULE)


def armies(board: Board, edition: Edition, house: str) -> Counter[str]:
    """How many allied units of each kind the alliance cards of a house allow it."""
    allowed: Counter[str] = Counter()
    for card in board.realm.alliances.get(house, ()) if board.realm is not None else ():
        allowed.update(edition.alliances[card].values.get("units", {}))
    return allowed


def reduce_allied(game: Game, house: str, because: str) -> Asks[None]:
    """A house that has lost an Army card (or more) gives up the allied units beyond those it has left; its choice."""
    board, edition = game.board, game.edition
    allowed = armies(board, edition, house)
    for unit in edition.allied_kinds:
        for owed in range(piece_count(board, house, unit) - allowed[unit], 0, -1):
            question = d.PickUnit(
                seat=game.seat(house),
                house=house,
                choices=_pieces(board, edition, house, unit),
                because=because,
                owed=owed,
            )
            piece = yield from game.ask_or_force(question)
            game.destroy(house, piece, because, RULE)


def _pieces(board: Board, edition: Edition, house: str, unit: str) -> tuple[Piece, ...]:
    """Where a house has units of a kind, standing and routed apart, in the order of the data."""
    own = [area for area, force in board.forces.items() if force.house == house]
    found = []
    for area in sorted(own, key=edition.area_order.__getitem__):
        force = board.forces[area]
        found += [Piece(area, unit)] if force.units.get(unit) else []
        found += [Piece(area, unit, routed=True)] if force.routed.get(unit) else []
    return tuple(found)
