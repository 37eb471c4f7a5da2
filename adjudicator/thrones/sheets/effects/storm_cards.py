"""House cards and Westeros cards of A Storm of Swords."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.sheets.effects.effect import Effect, words
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import HouseCard
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.sight import Sight

# From so much Power on a unit is worth what it costs to save it.
EASY = 4


def _orders(board: Board, edition: Edition, house: str, card: HouseCard) -> Mapping[str, tuple[str, ...]]:
    """The common orders that the card may lay."""
    tokens = (token for token in edition.orders.values() if token.copies and not token.special)
    return {"": (*(token.id for token in tokens if token.type in card.values["types"]), "decline")}


def _order(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """To hold what was won; support rather than nothing."""
    token = sight.edition.orders.get(choice)
    return 0.0 if token is None else 1.0 if token.type == "defense" else 0.5


def _saved(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Pay where Power is not short."""
    return float((choice == "pay") == (sight.board.power[sight.house] >= EASY))


def _guilty(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Claim for who is richest; the sword for who holds hostages, unless others hold its own."""
    board, house = sight.board, sight.house
    richest = all(board.power[house] > power for other, power in board.power.items() if other != house)
    cells = [leader for leader in board.leaders.values() if leader.cell]
    lost = any(leader.house == house for leader in cells)
    if choice == "swing-the-sword":
        return 1.0 if any(leader.cell == house for leader in cells) and not lost else -1.0
    return {"claim-westeros": 2.0 if richest else -0.5}.get(choice, 0.0)


EFFECTS = (
    Effect(
        name="take-throne",
        liking=lambda sight, decision, choice: float(choice == "take"),
        offers=words("take", "decline"),
    ),
    Effect(name="soft-defeat", liking=_saved, offers=words("pay", "decline")),
    Effect(name="place-order", names=("order",), liking=_order, offers=_orders),
    Effect(name="punish-the-guilty", liking=_guilty),
)
