"""The Westeros board games as the kernel's driver sees them, and what a game that rests is waiting for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.kernel import step as kernel
from adjudicator.kernel.decision import Decision, Given
from adjudicator.kernel.event import Event
from adjudicator.kernel.refusal import Refusal
from adjudicator.kernel.step import Outcome
from adjudicator.thrones.rules import apply as applying
from adjudicator.thrones.rules import legality
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.edition import Edition

_packer = msgspec.msgpack.Encoder()
_unpacker = msgspec.msgpack.Decoder(Position)


class StepRules:
    """What runs the steps of an edition."""

    def __init__(self, edition: Edition) -> None:
        self.steps: Mapping[str, Any] = edition.steps

    def apply(self, position: Position, event: Event) -> None:
        """Change the position as the event says."""
        applying.apply(position, event)

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


def resting(edition: Edition, position: Position) -> Outcome[Position]:
    """A stored position as the players see it now, with what it waits for; the position is left as it is."""
    rules = StepRules(edition)
    return kernel.advance(rules, rules.decode(rules.encode(position)), _nobody)


def _nobody(position: Position, decision: Decision) -> Given | None:
    return None
