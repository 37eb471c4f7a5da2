"""Units that a card's text moves: forward, where they are needed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.steward.habits import Proposal
from adjudicator.thrones.steward.sight import Sight


def move(sight: Sight, decision: d.MoveTroops) -> Iterator[Proposal]:
    """Stay: a march knows better."""
    yield March(next(iter(decision.options))), "stay"
