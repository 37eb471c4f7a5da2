"""Shared parts of rules: when a game is over, and positions as bytes."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from adjudicator.engine.values import Position

P = TypeVar("P", bound=Position)
_packer = msgspec.msgpack.Encoder()


class PackedRules(Generic[P]):
    """Part of `adjudicator.engine.step.Rules`; a family gives the type of `unpacker`."""

    unpacker: msgspec.msgpack.Decoder[P]

    def over(self, position: P) -> bool:
        """Whether the game has ended."""
        return position.board.ending is not None

    def encode(self, position: P) -> bytes:
        """The position as bytes, for coming back to it."""
        return _packer.encode(position)

    def decode(self, data: bytes) -> P:
        """The position from `encode`."""
        return self.unpacker.decode(data)
