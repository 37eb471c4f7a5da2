"""What the engine's driver knows of a game: steps, and the turn of a decision."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import msgspec

from adjudicator.engine import Decision, Outcome, Pace, kind_of
from adjudicator.engine.game import PackedRules
from adjudicator.thrones.rules.apply import apply
from adjudicator.thrones.rules.control import players_of, turn_order
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.round import rest_of_westeros
from adjudicator.thrones.state import Edition, Position
from adjudicator.thrones.state.decisions import PlaceOrders

NAMED_PACES = ("bulk", "raven", "house-cards", "stepwise")
# Kinds of decisions at which a pace stops that has a name.
STOPS: dict[str, tuple[str, ...]] = {"house-cards": ("choose-house-card",)}


def window(position: Position, decision: Decision, pace: Pace) -> str:
    """Return the id of the turn that collects answers to a decision.

    `r1-westeros`, `r1-planning`, `r1-raven`, or at a stop a decision's id (the first open one's).
    """
    return first_of_set(position, decision) if stops_at(type(decision), pace) else phase_window(position, pace)


def stops_at(kind: type[Decision], pace: Pace) -> bool:
    """Whether a game of this pace stops for decisions of a kind."""
    kinds = pace if isinstance(pace, tuple) else STOPS.get(pace, ())
    return pace == "stepwise" or kind_of(kind) in kinds


def may_also_ask(outcome: Outcome[Position], pace: Pace) -> Collection[str]:
    """Return further seats that a turn which opens here may ask.

    In the Westeros phase, at stops too, those the cards may come to. Planning asks all, even if it begins with a stop
    for the orders, since its outcome is unknown; at later stops its sheets still count.
    """
    board, first = outcome.showing.board, outcome.waiting[0]
    if board.phase == "westeros":
        # The running step counts from its beginning, as its rule does.
        began = outcome.position
        ahead = rest_of_westeros(began.board, edition_of(began), began.progress.agenda)
        return [seat for seat, kinds in ahead.kinds.items() if not all(stops_at(kind, pace) for kind in kinds)]
    begins = pace != "stepwise" and isinstance(first, PlaceOrders)
    return players_of(board) if begins or not stops_at(type(first), pace) else ()


def phase_window(position: Position, pace: Pace) -> str:
    """The turn of the phase being played."""
    board = position.board
    if board.phase == "westeros":
        return f"r{board.round}-westeros"
    # Interest is due before the cards are turned up: what was written for the round before still speaks.
    number = board.round - (board.phase == "interest")
    revealed = board.phase != "planning"
    return f"r{number}-raven" if pace == "raven" and revealed else f"r{number}-planning"


def first_of_set(position: Position, decision: Decision) -> str:
    """Return the id of the first decision of its set (orders, bids, House cards)."""
    together = TOGETHER.get(type(decision))
    place = None if together is None else together(position, decision)
    if place is None:
        return decision.id
    number = int(decision.id[1:].split("-", 1)[0]) - place.before
    return f"d{number}-{kind_of(decision)}-{place.first}"


class InSet(NamedTuple):
    """The place of a decision in its set: how many come before it, and the first seat."""

    before: int
    first: str


# The place of a decision in its set; None where it is asked alone.
Together = Callable[[Position, Any], InSet | None]
# By kind of decision; filled where the kinds are registered, `sheets/resolver.py`.
TOGETHER: dict[type[Decision], Together] = {}


def place_by_houses(houses_of: Callable[[Position], list[str]]) -> Together:
    """Return a function that gives a decision's place among houses asked at once.
    The place is None for a house that is not asked. `houses_of` gives the houses in order."""

    def place(position: Position, decision: Any) -> InSet | None:
        houses = houses_of(position)
        if decision.house not in houses:
            return None
        return InSet(houses.index(decision.house), position.board.commanders.get(houses[0], houses[0]))

    return place


def bidders(position: Position) -> list[str]:
    """Houses with Power, but for one that an auction leaves out."""
    board, without = position.board, position.progress.agenda[0].args.get("without")
    return [house for house in turn_order(board) if board.power[house] and house != without]


def planners(position: Position) -> list[str]:
    """Houses with a player and units."""
    holders = {force.house for force in position.board.forces.values()}
    return [house for house in players_of(position.board) if house in holders]


def vassals_to_order(position: Position) -> list[str]:
    """Vassals with units."""
    board = position.board
    unit_owners = {force.house for force in board.forces.values()}
    return [house for house in turn_order(board) if house in board.vassals and house in unit_owners]


def fighters(position: Position) -> list[str]:
    """Both sides of a battle that hold cards, as long as none is chosen."""
    battle = position.board.battle
    if battle is None or battle.cards:
        return []
    return [house for house in (battle.attacker, battle.defender) if position.hand(house)]


class StepRules(PackedRules[Position]):
    """What runs the steps of an edition."""

    unpacker = msgspec.msgpack.Decoder(Position)
    apply = staticmethod(apply)
    check = staticmethod(check)

    def __init__(self, edition: Edition) -> None:
        self.steps: Mapping[str, Any] = edition.steps
