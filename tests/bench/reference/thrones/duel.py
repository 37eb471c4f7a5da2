"""The chance to win a battle of given margin, as the bot reckons it."""

from __future__ import annotations

from adjudicator.thrones.rules import card_odds
from tests.bench.reference.thrones.sight import Sight


def chance(sight: Sight, attacker: str, defender: str, margin: float) -> float:
    """The chance that the attacker wins when he is stronger by `margin` before cards; fractions are interpolated."""
    return card_odds.chance(sight.board, sight.edition, attacker, defender, margin)
