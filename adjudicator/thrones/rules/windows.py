"""Which call a decision belongs to, for every pace of play."""

from __future__ import annotations

from adjudicator.kernel.bulk import Pace
from adjudicator.kernel.decision import Decision
from adjudicator.thrones.rules.control import players_of, turn_order
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position

NAMED_PACES = ("bulk", "raven", "house-cards", "stepwise")
# Kinds of decisions at which a pace stops that has a name.
STOPS: dict[str, tuple[str, ...]] = {"house-cards": ("choose-house-card",)}


def window(position: Position, decision: Decision, pace: Pace) -> str:
    """The call that collects answers to a decision: `r1-westeros`, `r1-planning`, `r1-raven`, or a decision's id.

    At a stop of its own, decisions that are open together share the id of the first of them.
    """
    kinds = pace if isinstance(pace, tuple) else STOPS.get(pace, ())
    stops = pace == "stepwise" or str(decision.__struct_config__.tag) in kinds
    return first_of_set(position, decision) if stops else phase_window(position, pace)


def phase_window(position: Position, pace: Pace) -> str:
    """The call of the phase being played."""
    board = position.board
    if board.phase == "westeros":
        return f"r{board.round}-westeros"
    # Interest is due before the cards are turned up: what was written for the round before still speaks.
    number = board.round - (board.phase == "interest")
    revealed = board.phase != "planning"
    return f"r{number}-raven" if pace == "raven" and revealed else f"r{number}-planning"


def first_of_set(position: Position, decision: Decision) -> str:
    """The id of the first decision asked together with this one (orders, bids, House cards)."""
    if isinstance(decision, d.PickEffect) and decision.nth:
        number = int(decision.id[1:].split("-", 1)[0]) - decision.nth
        return f"d{number}-{decision.__struct_config__.tag}-{decision.seat}"
    houses = _asked_together(position, decision)
    if decision.house not in houses:
        return decision.id
    number = int(decision.id[1:].split("-", 1)[0]) - houses.index(decision.house)
    first = position.board.commanders.get(houses[0], houses[0])
    return f"d{number}-{decision.__struct_config__.tag}-{first}"


def _asked_together(position: Position, decision: Decision) -> list[str]:
    """The houses asked about at once, in the order in which they are asked; empty for a decision asked alone."""
    board = position.board
    if isinstance(decision, d.PlaceBid):
        without = position.progress.agenda[0].args.get("without")
        return [house for house in turn_order(board) if board.power[house] and house != without]
    if isinstance(decision, d.PlaceOrders):
        holders = {force.house for force in board.forces.values()}
        return [house for house in players_of(board) if house in holders]
    if isinstance(decision, d.PlaceVassalOrders):
        held = {force.house for force in board.forces.values()}
        return [house for house in turn_order(board) if house in board.vassals and house in held]
    if isinstance(decision, d.ChooseHouseCard) and board.battle is not None and not board.battle.cards:
        return [h for h in (board.battle.attacker, board.battle.defender) if position.hand(h)]
    return []
