"""What rules and badges leave to choose."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.thrones.sheets.effects.effect import Effect, lead, listed
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import TIDES, Edition
from adjudicator.thrones.steward.sight import Sight


def _bury(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """A harmless card stays on top, any other goes under the deck."""
    card = sight.edition.wildling_cards.get(decision.subject)
    harmless = card is not None and card.effect in ("nothing", "lose-power")
    return float((choice == "top") == harmless)


def _tide(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Another tide for the blade only in place of an empty one, when behind."""
    battle, tide = sight.board.battle, sight.edition.tide_cards.get(decision.subject)
    if choice == "keep" or battle is None or tide is None or tide.strength:
        return 0.5
    return 1.0 if -3 <= lead(sight) < -1 else 0.0


def _raven(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    return ("bottom", "top") if edition.ravens_look else ()


def _support(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    return ("refuse", "accept") if edition.variant.support_refusable else ()


def _blade(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    return ("redraw", "keep") if edition.tide_cards and TIDES in board.modules else ()


def _port(board: Board, edition: Edition, house: str) -> Iterable[str]:
    return map(str, range(edition.port_limit, -1, -1)) if edition.port_limit else ()


def _power(board: Board, edition: Edition, house: str) -> list[str]:
    """Which of several orders that bring Power comes first: areas with units or an order of the house, in turn."""
    areas = [area for area, force in board.forces.items() if force.house == house]
    areas += [area for area, placed in board.orders.items() if placed.house == house and area not in areas]
    if "collect" not in edition.steps or len(areas) < 2:
        return []
    return sorted(areas, key=edition.area_order.__getitem__, reverse=True)


# In the order in which a round comes to them.
EFFECTS = (
    Effect(name="messenger-raven", moment="raven", badge="messenger-raven", liking=_bury, offers=listed(_raven)),
    Effect(name="support", moment="support", offers=listed(_support)),
    Effect(name="valyrian-blade", moment="blade", badge="valyrian-blade", liking=_tide, offers=listed(_blade)),
    Effect(name="port", moment="port", liking=lambda sight, decision, choice: float(choice), offers=listed(_port)),
    # A port may be closed before its turn comes.
    Effect(
        name="consolidate-power",
        names=("area",),
        moment="power",
        liking=lambda sight, decision, choice: float(sight.edition.areas[choice].kind == "port"),
        offers=listed(_power),
    ),
)
