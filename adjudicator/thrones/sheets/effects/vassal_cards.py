"""The House cards of vassals, which ask whoever fights for one, or against one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.thrones.rules.strength import strength_items, total
from adjudicator.thrones.sheets.effects.effect import Effect
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.sight import Sight


def _bribe(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Pay when the opponent's card, and nothing else, wins the battle."""
    battle = sight.board.battle
    if choice == "decline" or battle is None:
        return 0.5
    # Who pays fights himself, or commands who does.
    house = battle.attacker if battle.attacker in sight.board.family(sight.house) else battle.defender
    foe = battle.opponent(house)
    mine = total(strength_items(sight.board, sight.edition, battle, house))
    theirs = total(strength_items(sight.board, sight.edition, battle, foe))
    needed = 0 if sight.ahead(house, foe) else 1
    card = sight.edition.cards[decision.because].strength
    return 1.0 if mine - theirs < needed <= mine - theirs + card else 0.0


def _lands(board: Board, edition: Edition, house: str, card: Any) -> Mapping[str, tuple[str, ...]]:
    if house not in board.vassals:
        return {}
    lands = tuple(area.id for area in edition.areas.values() if area.kind == "land" and not area.only_with)
    return {"": (*lands, "decline")}


def _pay(board: Board, edition: Edition, house: str, card: Any) -> Mapping[str, tuple[str, ...]]:
    return {} if house in board.vassals else {"": ("pay", "decline")}


EFFECTS = (
    Effect(name="muster-beaten", names=("area",), offers=_lands),
    Effect(name="bought-off", liking=_bribe, offers=_pay),
)
