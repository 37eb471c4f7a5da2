"""Alliance cards of A Storm of Swords: what they ask when they come, and in battle."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.rules.storm.tactics import DECLINE, TAKE
from adjudicator.thrones.rules.strength import support_strength
from adjudicator.thrones.sheets.effects.effect import Effect, lead, listed
from adjudicator.thrones.sheets.effects.storm_tactics import PAY
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import CLAIM_SPACES, Board
from adjudicator.thrones.state.components import AllianceCard
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.feud import menace
from adjudicator.thrones.steward.outlook import Outlook
from adjudicator.thrones.steward.sight import Sight

USE = "use"
# How far behind, and how far ahead, strength before the House cards may still turn a battle.
BEHIND, AHEAD = 4, 1


def _turns(sight: Sight) -> bool:
    """Whether the house fights a battle that help may turn."""
    battle = sight.board.battle
    return battle is not None and battle.role(sight.house) != "none" and -BEHIND <= lead(sight) <= AHEAD


def _aid(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Help where it may turn the battle."""
    return float((choice in (PAY, USE)) == _turns(sight))


def _lookout(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The strongest of the opponent's supporters, where that may turn the battle."""
    battle = sight.board.battle
    if choice == DECLINE or battle is None or battle.role(sight.house) == "none":
        return 0.5
    strength = support_strength(sight.board, sight.edition, choice)
    return 1.0 + strength if _turns(sight) and strength > 1 else 0.0


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


def _lands(board: Board, edition: Edition, house: str) -> list[str]:
    return [area.id for area in edition.areas.values() if area.kind == "land"]


def _free(board: Board, edition: Edition, house: str) -> list[str]:
    return [area for area in _lands(board, edition, house) if area not in board.neutral]


def _thefts(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    return (*(other for other in board.houses if other != house), TAKE)


def _houses(board: Board, edition: Edition, house: str, card: AllianceCard) -> Mapping[str, tuple[str, ...]]:
    return {"": (*board.houses, DECLINE), "space": tuple(str(space) for space in range(1, CLAIM_SPACES + 1))}


def _military(board: Board, edition: Edition, house: str, card: AllianceCard) -> Mapping[str, tuple[str, ...]]:
    return {"": (USE if card.values.get("discard") else PAY, DECLINE)}


EFFECTS = (
    Effect(name="army", names=("area",), liking=_quarters, offers=listed(_free)),
    Effect(name="leadership", names=("area",), liking=_quarters, offers=listed(_free)),
    Effect(name="plots", names=("house",), liking=_plots, offers=listed(_thefts)),
    Effect(name="filthy-accusations", names=("house",), liking=_accused, offers=_houses),
    Effect(name="military-support", liking=_aid, offers=_military),
    Effect(name="lookout", names=("area",), liking=_lookout, offers=listed(lambda *asked: (*_lands(*asked), DECLINE))),
)
# What a house is asked by cards that it holds, and not when they come.
KEPT = ("military-support", "lookout")
