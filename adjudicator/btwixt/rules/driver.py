"""B'Twixt as the kernel's driver sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.btwixt.rules import bidding, claiming, legality, seasons
from adjudicator.btwixt.rules.apply import apply
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.state.position import Position
from adjudicator.kernel.decision import Decision
from adjudicator.kernel.event import Event
from adjudicator.kernel.refusal import Refusal

_packer = msgspec.msgpack.Encoder()
_unpacker = msgspec.msgpack.Decoder(Position)

STEPS: Mapping[str, Any] = {
    "deal": seasons.deal,
    "draft": seasons.draft,
    "round": bidding.begin_round,
    "turn": bidding.turn,
    "win-bid": claiming.win_bid,
    "offers": claiming.offers,
    "triumphs": claiming.triumphs,
    "claim": claiming.claim,
    "tokens": claiming.tokens,
    "reset": claiming.reset,
    "advance": seasons.advance_round,
    "season": seasons.begin_season,
    "score": seasons.score,
}


class StepRules:
    """What runs the steps of a game."""

    steps = STEPS

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def apply(self, position: Position, event: Event) -> None:
        """Change the position as the event says."""
        apply(position, event, self.edition)

    def check(self, position: Position, decision: Decision, answer: Any) -> Refusal | None:
        """Why the answer is not legal, or None."""
        return legality.check(position, decision, answer)

    def over(self, position: Position) -> bool:
        """Whether the game has ended."""
        return position.board.ending is not None

    def encode(self, position: Position) -> bytes:
        """The position as bytes, for coming back to it."""
        return _packer.encode(position)

    def decode(self, data: bytes) -> Position:
        """The position from `encode`."""
        return _unpacker.decode(data)
