"""B'Twixt as the engine's driver sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.btwixt.rules import bidding, seasons
from adjudicator.btwixt.rules.apply import apply
from adjudicator.btwixt.rules.legality import check
from adjudicator.btwixt.state import Edition, Position
from adjudicator.engine import Event
from adjudicator.engine.game import PackedRules

STEPS: Mapping[str, Any] = {
    "deal": seasons.deal,
    "draft": seasons.draft,
    "round": bidding.begin_round,
    "turn": bidding.turn,
    "win-bid": bidding.win_bid,
    "offers": bidding.offers,
    "triumphs": bidding.triumphs,
    "claim": bidding.claim,
    "tokens": bidding.tokens,
    "reset": bidding.reset,
    "advance": seasons.advance_round,
    "season": seasons.begin_season,
    "score": seasons.score,
}


class StepRules(PackedRules[Position]):
    """What runs the steps of a game."""

    steps = STEPS
    unpacker = msgspec.msgpack.Decoder(Position)
    check = staticmethod(check)

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def apply(self, position: Position, event: Event) -> None:
        """Change the position as the event says."""
        apply(position, event, self.edition)
