"""Commanding vassals: which one to take, and where its orders lie."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules.vassals import PASS, refuse_vassal_order
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import Orders, Pick as Picked
from tests.bench.reference.thrones.feud import menace
from tests.bench.reference.thrones.planning import Wishing
from tests.bench.reference.thrones.proposal import Proposal
from tests.bench.reference.thrones.sight import Sight

# A token that brings less than this is left off the board.
WORTHWHILE = 0.15


def choose_vassal(sight: Sight, decision: d.ChooseVassal) -> Iterator[Proposal]:
    """The vassal that would harm this house most, or its rivals: what it commands does not march against it."""
    best = max(decision.choices, key=lambda house: use_of(sight, house))
    yield Picked(best), f"{best} is worth commanding"
    yield Picked(PASS), "none is worth commanding"


def use_of(sight: Sight, vassal: str) -> float:
    """What it is worth to command a vassal: its units beside one's own areas, and beside those of rivals."""
    board, worth = sight.board, 0.0
    for area, force in board.forces.items():
        if force.house != vassal:
            continue
        for near in sight.chart.near[area]:
            owner = sight.owner[near]
            if owner == sight.house:
                worth += 0.5 * sight.strength(area)
            elif owner is not None and owner not in board.vassals:
                worth += 0.02 * sight.strength(area) * menace(sight, sight.house, owner)
    return worth


def vassal_orders(sight: Sight, decision: d.PlaceVassalOrders) -> Iterator[Proposal]:
    """The best tokens of the set, each where it counts most."""
    edition, wishing = sight.edition, Wishing(sight, decision.areas)
    wishes = sorted(
        (-_score(sight, wishing, area, order), place, area, order)
        for place, area in enumerate(decision.areas)
        for order in decision.orders
    )
    chosen: dict[str, str] = {}
    for loss, _, area, order in wishes:
        free = area not in chosen and -loss > WORTHWHILE
        if free and refuse_vassal_order(edition, decision, chosen, area, order) is None:
            chosen[area] = order
    yield Orders(chosen), "orders by need"


def _score(sight: Sight, wishing: Wishing, area: str, order: str) -> float:
    """How good a token is in an area: by its better use."""
    token, score = sight.edition.orders[order], wishing.score(area, order)
    if token.does("raid"):
        return max(score, wishing.raid(area, token.removes))
    return score + (1.8 * sight.facts(area).muster if token.musters else 0.0)
