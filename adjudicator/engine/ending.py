"""How games end."""

from __future__ import annotations

import msgspec


class Ending(msgspec.Struct, frozen=True):
    """How a game ended: `winners` (several for a draw), `reason` (a word of the family, or `edict`), in which round."""

    winners: tuple[str, ...]
    reason: str
    round: int
