"""Leaders and hostages of A Storm of Swords: what they ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from adjudicator.thrones.rules.storm import activation, executions, hostages, negotiation
from adjudicator.thrones.rules.storm.tactics import DECLINE
from adjudicator.thrones.sheets.effects.effect import Effect, Offers, listed
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.feud import ranked
from adjudicator.thrones.steward.marches import ranked_plans
from adjudicator.thrones.steward.outlook import Outlook
from adjudicator.thrones.steward.sight import Sight

# What an order is worth that would be given up, by its type; a point of Power, and a march at a moment of one's choice.
GIVEN_UP = {"raid": 1.2, "march": 3.0}
ORDER, POWER, AT_ONCE = 1.5, 0.7, 0.3
# A leader in a cell is worth so much more than a unit of an enemy; a live hostage than a dead one.
HOSTAGE, LIVE = 2.0, 1.0


def _march(sight: Sight, leader: str) -> float:
    """What his own march adds to staying."""
    replace = msgspec.structs.replace
    board, area = sight.board, sight.board.leaders[leader].area
    goals = tuple(sight.reaches.get(area, {}))
    if not goals:
        return 0.0
    turned = {**board.leaders, leader: replace(board.leaders[leader], active=True)}
    orders = {there: placed for there, placed in board.orders.items() if there != area}
    then = Sight(replace(board, leaders=turned, orders=orders), sight.edition, sight.house)
    return max(0.0, ranked_plans(Outlook(then), {area: goals})[0][0])


def _activate(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Where the march and the Power are worth more than the order."""
    if choice == DECLINE:
        return 0.0
    token = sight.edition.leaders[choice]
    given_up = GIVEN_UP.get(token.activates, ORDER)
    if token.activates == "consolidate-power":
        given_up = POWER * (1 + sight.facts(sight.board.leaders[choice].area).power)
    return _march(sight, choice) + POWER * token.power + AT_ONCE - given_up


def _taken(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Always one of them, the stronger first."""
    if choice == DECLINE:
        return 0.0
    token = sight.edition.leaders[choice]
    return HOSTAGE + token.marching + token.swords + 0.5 * token.power


def _executed(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Only a leader of the house most to be feared: the others bring Power while they live."""
    if choice == DECLINE:
        return LIVE
    owner = sight.board.leaders[choice].house
    others = [house for house in sight.board.houses if house != sight.house]
    menace = len(others) - ranked(sight, others).index(owner)
    token = sight.edition.leaders[choice]
    return 0.25 * token.marching + (1.0 if menace == 1 and len(others) > 1 else 0.0)


def _or_none(of: Callable[[Board, str], Iterable[str]]) -> Offers:
    """One of these leaders, or none; not asked where there are none of them."""
    return listed(lambda board, edition, house: (*found, DECLINE) if (found := tuple(of(board, house))) else ())


def _enemies(board: Board, house: str) -> list[str]:
    """The leaders of others who may be taken in battle."""
    return [name for name, leader in board.leaders.items() if leader.house != house and leader.area]


def _homes(board: Board, edition: Edition, house: str) -> list[str]:
    """Where a leader may come who is given back."""
    places = negotiation.places(board, edition, house)[::-1]
    return [*places] if negotiation.held_by_others(board, house) and len(places) > 1 else []


# What rules ask; in the order in which a round comes to them.
RULES = (
    Effect(
        name=activation.ASKING,
        names=("leader",),
        moment="leaders",
        liking=_activate,
        offers=_or_none(activation.free_leaders),
    ),
    Effect(name=hostages.ASKING, names=("leader",), moment="leaders", liking=_taken, offers=_or_none(_enemies)),
    Effect(name=negotiation.BECAUSE, names=("area",), moment="leaders", offers=listed(_homes)),
)
EFFECTS = (
    *RULES,
    Effect(name=executions.CARD, names=("leader",), liking=_executed, offers=_or_none(negotiation.hostages_of)),
)
