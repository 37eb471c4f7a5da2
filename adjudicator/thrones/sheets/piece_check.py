"""Plans that count more units of a kind than their house has pieces of: no march can ever have them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition


def piece_errors(board: Board, edition: Edition, seat: str, sheet: s.Sheet) -> Iterator[Refusal]:
    """Counts of units beyond the pieces of a house (`more-units-than-pieces`), in one move or in all of one march; of
    vassals' plans beyond those of each house that they may be for.

    What is planned ahead may count units that come by then, by a march or a mustering: so it is not refused whenever
    fewer stand there now.
    """
    yield from _marches(board, edition, (seat,), sheet.marches, "marches")
    for name, part in sheet.vassals.items():
        houses = board.vassals if name == s.ANY_VASSAL else (name,)
        yield from _marches(board, edition, houses, part.marches, f"vassals.{name}.marches")


def _marches(
    board: Board, edition: Edition, houses: Collection[str], marches: s.Marches, prefix: str
) -> Iterator[Refusal]:
    """What all plans of a part of a sheet count too many of."""
    known = [house for house in houses if house in edition.houses]
    if not known:
        return
    most = {unit: max(_pieces(board, edition, house, unit) for house in known) for unit in edition.units}
    for area, plans in marches.areas.items():
        for number, plan in enumerate(plans):
            yield from _counted(most, plan.moves, f"{prefix}.{area}[{number}]")


def _counted(most: dict[str, int], moves: tuple[s.Move, ...], where: str) -> Iterator[Refusal]:
    """The first move with too many of a kind, alone or together with those before it."""
    counted: dict[str, int] = {}
    for number, move in enumerate(moves):
        for unit, count in move.units.items() if isinstance(move.units, dict) else ():
            before = counted.get(unit, 0)
            counted[unit] = before + count
            if before <= most.get(unit, before):
                yield from _refused(most, unit, counted[unit], f"{where}.moves[{number}]")


def _refused(most: dict[str, int], unit: str, count: int, where: str) -> Iterator[Refusal]:
    if count > most.get(unit, count):
        words = f"{count} pieces of this kind are too many, there are {most[unit]} in all: {unit}"
        yield Refusal("more-units-than-pieces", words, where)


def _pieces(board: Board, edition: Edition, house: str, unit: str) -> int:
    """How many pieces a house has; where an edict has put more on the board, as many as stand there."""
    mine = (force for force in board.forces.values() if force.house == house)
    standing = sum(force.units.get(unit, 0) + force.routed.get(unit, 0) for force in mine)
    return max(edition.limit(house, unit), standing)
