"""What cards leave to choose: how choices are liked of which nothing is known but what they are."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.thrones.rules.supply import limits, stacks
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.steward.outlook import Outlook
from adjudicator.thrones.steward.sight import Sight

Liking = Callable[[Sight, d.PickEffect, str], float]


def by_kind(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Areas by their worth, cards by what they count."""
    if choice in sight.edition.areas:
        return Outlook(sight).worth(choice)
    if choice in sight.edition.cards:
        return -float(sight.edition.cards[choice].strength)
    return 0.0


def crowded(sight: Sight) -> bool:
    """Whether the house has as many armies as supply allows."""
    armies = [size for size in stacks(sight.board, sight.house).values() if size > 1]
    return len(armies) >= len(limits(sight.board, sight.edition, sight.house))
