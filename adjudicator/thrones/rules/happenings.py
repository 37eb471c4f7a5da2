"""What happened in a game, counted: so that self-play shows which rules it has met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.engine.event import Event
from adjudicator.engine.step import Outcome
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.state.events import (
    BattleStarted,
    BattleWon,
    InterestPaid,
    LoanTaken,
    OrdersRevealed,
    PowerGained,
    UnitsMoved,
)


def happenings(outcome: Outcome[Position]) -> dict[str, int]:
    """How often each thing happened, and once each what the game was played with."""
    board, rules = outcome.showing.board, edition_of(outcome.showing)
    found = Counter(name for record in outcome.records for name in _names(record.event, rules))
    found.update(f"module-{module}" for module in board.modules)
    found.update(f"with-{house}" for house in board.points)
    found.update({"vassals": len(board.vassals)} if board.vassals else {})
    return dict(sorted(found.items()))


def _names(event: Event, rules: Edition) -> Iterator[str]:
    """The kind of an event, and what it is besides: a loan, a debt, a battle or a flight of units that fly, an order
    of a vassal, a commander's reward."""
    yield str(event.__struct_config__.tag)
    if isinstance(event, LoanTaken):
        yield f"loan-{event.loan}"
    elif isinstance(event, InterestPaid):
        yield from ["interest-unpaid"] * (event.paid < event.owed)
    if isinstance(event, OrdersRevealed):
        yield from (placed.order for placed in event.orders.values() if rules.orders[placed.order].vassal)
    elif isinstance(event, PowerGained):
        yield from ["vassal-rewarded"] * (event.because == "vassal-won")
    flyers = {unit.id for unit in rules.units.values() if unit.flies}
    if not flyers:
        return
    if isinstance(event, BattleWon):
        fought = any(item.name in flyers for item in (*event.attacker_items, *event.defender_items))
        yield from ["dragon-battle"] * fought
    elif isinstance(event, BattleStarted):
        battle = event.battle
        alone = set(battle.troop) <= flyers
        yield from ["dragon-flight"] * (alone and battle.area not in rules.neighbours[battle.origin])
    elif isinstance(event, UnitsMoved):
        yield from ["dragon-flight"] * (event.flew is True)
