"""The Westeros board games as the engine's driver sees them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.engine.packed_rules import PackedRules
from adjudicator.thrones.rules.apply import apply
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.edition import Edition


class StepRules(PackedRules[Position]):
    """What runs the steps of an edition."""

    unpacker = msgspec.msgpack.Decoder(Position)
    apply = staticmethod(apply)
    check = staticmethod(check)

    def __init__(self, edition: Edition) -> None:
        self.steps: Mapping[str, Any] = edition.steps
