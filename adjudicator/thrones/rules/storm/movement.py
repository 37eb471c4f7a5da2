"""Action phase with leaders, moves by cards, further ways (Storm of Swords rules)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engine import Law, Pick, Refusal
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.marches import empties, may_leave_token, refuse_moves, splits, supply_changes
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.storm.alliances import owned_alliances
from adjudicator.thrones.rules.supply import fits
from adjudicator.thrones.state import Board, Edition, Position, decisions as d
from adjudicator.thrones.state.decisions import March

# Alliance cards: all fords are open and all arrows free; rivers can be crossed anywhere.
TRANSPORT, GALLEYS = "transport", "galleys"


def more_ways(board: Board, edition: Edition, house: str, area: str) -> Sequence[str]:
    """Where a house may march and retreat besides what borders an area."""
    facts = edition.areas[area]
    if board.realm is None or not board.realm.alliances.get(house):
        return (*facts.arrows, *(to for owner, to in facts.house_arrows if owner == house))
    carried, rowed = owned_alliances(board, edition, house, TRANSPORT), owned_alliances(board, edition, house, GALLEYS)
    own = (to for owner, to in facts.house_arrows if carried or owner == house)
    return (*facts.arrows, *own, *(facts.fords if carried or rowed else ()), *(facts.rivers if rowed else ()))


def march_destinations(edition: Edition, area: str) -> Sequence[str]:
    """Return where one may march from an area with all alliances in any weather."""
    facts = edition.areas[area]
    return (*facts.arrows, *(to for _, to in facts.house_arrows), *facts.fords, *facts.rivers)


def raid_beyond(board: Board, edition: Edition, house: str, area: str) -> Sequence[str]:
    """Where a raid reaches besides: over fords in storms."""
    facts = edition.areas[area]
    if not owned_alliances(board, edition, house, TRANSPORT):
        return ()
    return tuple(to for to in facts.fords if to not in facts.land)


def support_beyond(board: Board, edition: Edition, area: str, battle_area: str) -> bool:
    """Whether an area may support a battle beyond its borders: over a ford in a storm."""
    placed = board.orders.get(area)
    over = battle_area in edition.areas[area].fords
    return over and placed is not None and bool(owned_alliances(board, edition, placed.house, TRANSPORT))


def _refuse(position: Position, decision: d.MoveTroops, answer: March) -> Refusal | None:
    """Why this move is not legal."""
    board, edition, house = position.board, edition_of(position), decision.house
    where = f"troops.{answer.area}"
    if answer.area not in decision.options:
        return Refusal("no-troops-there", f"{decision.because} cannot move units out of {answer.area}", "troops")
    refusal = hooks_of(edition).refuse_march(board, edition, house, answer)
    if refusal is not None:
        return refusal
    if not answer.moves:
        words = "a Power token can be left only where all units leave"
        return Refusal("token-needs-empty-area", words, where) if answer.leave_token else None
    refusal = refuse_moves(board, edition, house, answer, decision.options[answer.area])
    if refusal is not None:
        return refusal
    if len(answer.moves) > 1:
        return Refusal("one-goal-a-move", f"{decision.because} moves units to only one area", where)
    going = next(iter(answer.moves.values()), {})
    if decision.most and any(count > decision.most.get(unit, 0) for unit, count in going.items()):
        return Refusal("units-did-not-march", "only units that have just marched can go on", where)
    if not fits(board, edition, house, supply_changes(answer)):
        return Refusal("supply-exceeded", "the armies after this move would exceed the supply limits", where)
    if answer.leave_token and not (empties(board, answer) and may_leave_token(board, edition, house, answer.area)):
        words = "no token can be left: units stay, it is the home area, it has a token, or no Power is available"
        return Refusal("token-not-allowed", words, where)
    return None


def _able(position: Position, decision: d.MoveTroops, area: str) -> dict[str, int]:
    """The units that may go from an area."""
    units = position.board.forces[area].units
    return {unit: min(count, decision.most.get(unit, 0)) for unit, count in units.items()} if decision.most else units


def _every(position: Position, decision: d.MoveTroops) -> Iterator[March]:
    """Every legal move, and for each area none."""
    for area, destinations in decision.options.items():
        yield March(area)
        units = _able(position, decision, area)
        for to in destinations:
            for moves in splits(units, (to,)):
                for token in (False, True) if moves else ():
                    answer = March(area, moves, leave_token=token)
                    if _refuse(position, decision, answer) is None:
                        yield answer


def _sample(position: Position, decision: d.MoveTroops, pick: Pick) -> March:
    """One legal move; none after eight illegal tries."""
    areas = list(decision.options)
    for _ in range(8):
        area = areas[pick(len(areas))]
        destinations = decision.options[area]
        if not destinations:
            continue
        going = {unit: pick(count + 1) for unit, count in _able(position, decision, area).items()}
        moves = {destinations[pick(len(destinations))]: {unit: count for unit, count in going.items() if count}}
        answer = March(area, moves if any(moves.values()) else {})
        if _refuse(position, decision, answer) is None:
            return answer
    return March(areas[0])


TROOPS = Law(March, _refuse, _every, _sample)
