"""Alliance cards of A Storm of Swords: what they ask when they come, and in battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.thrones.rules.storm.alliances import DECLINE, TAKE
from adjudicator.thrones.rules.strength import strength_items, support_strength, total
from adjudicator.thrones.sheets.effects.effect import Effect
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import CLAIM_SPACES, Board
from adjudicator.thrones.state.components import AllianceCard
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.feud import menace
from adjudicator.thrones.steward.outlook import Outlook
from adjudicator.thrones.steward.sight import Sight

PAY, USE = "pay", "use"
# How far behind, and how far ahead, strength before the House cards may still turn a battle.
BEHIND, AHEAD = 4, 1


def _lead(sight: Sight) -> int | None:
    """By how much the house is ahead in its battle, before House cards; None where it fights none."""
    battle = sight.board.battle
    if battle is None or battle.role(sight.house) == "none":
        return None
    mine = total(strength_items(sight.board, sight.edition, battle, sight.house))
    return mine - total(strength_items(sight.board, sight.edition, battle, battle.opponent(sight.house)))


def _aid(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Help where it may turn the battle."""
    lead = _lead(sight)
    near = lead is not None and -BEHIND <= lead <= AHEAD
    return float((choice in (PAY, USE)) == near)


def _lookout(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The strongest of the opponent's supporters, where that may turn the battle."""
    lead = _lead(sight)
    if choice == DECLINE or lead is None:
        return 0.5
    strength = support_strength(sight.board, sight.edition, choice)
    return 1.0 + strength if -BEHIND <= lead <= AHEAD and strength > 1 else 0.0


def _plots(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Power when poor, else a card of the house that is most to be feared."""
    if choice == TAKE:
        return max(0.6, 2.0 - 0.15 * sight.board.power[sight.house])
    return 1.0 + 0.05 * menace(sight, sight.house, choice) if choice in sight.board.houses else 0.0


def _accused(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The rival with most claim; of its tokens that which would stay longest."""
    if choice.isdecimal():
        return -float(choice)
    return float(sight.settled.get(choice, 0)) if choice != sight.house else -1.0


def _quarters(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Where most units of the house stand, and most is to be won beyond."""
    return sight.strength(choice) + 0.2 * Outlook(sight).pull(choice) if choice in sight.edition.areas else 0.0


def _areas(board: Board, edition: Edition, house: str, card: AllianceCard) -> Mapping[str, tuple[str, ...]]:
    return {
        "": tuple(area.id for area in edition.areas.values() if area.kind == "land" and area.id not in board.neutral)
    }


def _thefts(board: Board, edition: Edition, house: str, card: AllianceCard) -> Mapping[str, tuple[str, ...]]:
    return {"": (*(other for other in board.houses if other != house), TAKE)}


def _houses(board: Board, edition: Edition, house: str, card: AllianceCard) -> Mapping[str, tuple[str, ...]]:
    return {"": (*board.houses, DECLINE), "space": tuple(str(space) for space in range(1, CLAIM_SPACES + 1))}


def _military(board: Board, edition: Edition, house: str, card: AllianceCard) -> Mapping[str, tuple[str, ...]]:
    return {"": (USE if card.values.get("discard") else PAY, DECLINE)}


def _spied(board: Board, edition: Edition, house: str, card: Any) -> Mapping[str, tuple[str, ...]]:
    return {"": (*(area.id for area in edition.areas.values() if area.kind == "land"), DECLINE)}


EFFECTS = (
    Effect(name="army", names=("area",), liking=_quarters, offers=_areas),
    Effect(name="leadership", names=("area",), liking=_quarters, offers=_areas),
    Effect(name="plots", names=("house",), liking=_plots, offers=_thefts),
    Effect(name="filthy-accusations", names=("house",), liking=_accused, offers=_houses),
    Effect(name="military-support", liking=_aid, offers=_military),
    Effect(name="lookout", names=("area",), liking=_lookout, offers=_spied),
)
# What a house is asked by cards that it holds, and not when they come.
KEPT = ("military-support", "lookout")
