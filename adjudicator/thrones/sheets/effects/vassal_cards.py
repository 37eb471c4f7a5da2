"""The House cards of vassals, which ask whoever fights for one, or against one."""

from __future__ import annotations

from adjudicator.thrones.sheets.effects.effect import Effect, lead, listed
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
    needed = 0 if sight.ahead(house, battle.opponent(house)) else 1
    card = sight.edition.cards[decision.because].strength
    return 1.0 if lead(sight, house) < needed <= lead(sight, house) + card else 0.0


def _lands(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    lands = (area.id for area in edition.areas.values() if area.kind == "land" and not area.only_with)
    return (*lands, "decline") if house in board.vassals else ()


def _pay(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    return () if house in board.vassals else ("pay", "decline")


EFFECTS = (
    Effect(name="muster-beaten", names=("area",), offers=listed(_lands)),
    Effect(name="bought-off", liking=_bribe, offers=listed(_pay)),
)
