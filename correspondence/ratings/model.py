"""The arithmetic of ratings: pairs of players by Bradley and Terry, after Weng and Lin (ADR 27).

A rating is the mean and the deviation of a belief. Whoever ends before another beats them, whoever shares a place draws
with them; what somebody gains or loses is the mean over all others, so that a game for eight weighs no more than one
for three.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from openskill.models import BradleyTerryPart

# Everybody is compared with everybody.
_ALL = 64
_model = BradleyTerryPart(mu=1500.0, sigma=250.0, beta=250.0, tau=2.5, window_size=_ALL)


@dataclass(frozen=True)
class Rating:
    """What is believed of a player: `mu` points, `sigma` uncertain."""

    mu: float
    sigma: float

    @property
    def sure(self) -> float:
        """What they are worth at the least, very likely: less twice the uncertainty. Leaderboards go by it."""
        return self.mu - 2 * self.sigma


NEWCOMER = Rating(1500.0, 250.0)


def rated(before: Mapping[int, Rating], ranks: Mapping[int, int]) -> dict[int, Rating]:
    """What a game makes of ratings; players by their keys, ranks from 1, the best first, equal ones for a shared place.

    The outcome does not depend on the order in which players are named. Raises ValueError for fewer than two.
    """
    if len(ranks) < 2:
        raise ValueError("a rating compares two at least")
    # Sums of floats depend on their order.
    order = sorted(ranks, key=lambda player: (ranks[player], player))
    known = [before.get(player, NEWCOMER) for player in order]
    found = _model.rate(
        [[_model.rating(mu=one.mu, sigma=one.sigma)] for one in known], ranks=[float(ranks[player]) for player in order]
    )
    return {player: Rating(team[0].mu, team[0].sigma) for player, team in zip(order, found, strict=True)}
