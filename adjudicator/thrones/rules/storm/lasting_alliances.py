"""What alliance cards do as long as they are held, but for battles (Storm of Swords rules: alliance cards)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.asking import Asks
from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.rules.raids import raid_reach
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.storm.alliances import held, use_up
from adjudicator.thrones.rules.storm.lasting_tactics import replace_support
from adjudicator.thrones.state.answers import Raid
from adjudicator.thrones.state.board import Board, Placed
from adjudicator.thrones.state.edition import Edition

# The auction in which political support counts.
CLAIM = "claim"


def bid_bonus(board: Board, edition: Edition, house: str, auction: str) -> int:
    """What a bid for claim counts more by political support."""
    cards = held(board, edition, house, "political-support") if auction == CLAIM else []
    return sum(int(card.values["bid"]) for card in cards)


def more_barrels(board: Board, edition: Edition, house: str) -> int:
    """Barrels that come with cards."""
    return sum(int(card.values.get("barrels", 1)) for card in held(board, edition, house, "supplies"))


def income_barred(board: Board, edition: Edition, house: str, area: str) -> bool:
    """Whether a Consolidate Power order of a house in an area brings nothing: next to it stand allied units of another
    house whose army bars that."""
    barring = {
        other
        for other in board.houses
        if other != house and any(card.values.get("blocks_power") for card in held(board, edition, other, "army"))
    }
    near = (board.forces.get(to) for to in edition.neighbours[area]) if barring else ()
    return any(
        force is not None and force.house in barring and any(edition.units[unit].allied for unit in force.units)
        for force in near
    )
