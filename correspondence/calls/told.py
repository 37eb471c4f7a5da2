"""An open call as letters tell of it."""

from __future__ import annotations

from correspondence.calls.models import OpenedCall
from correspondence.games.models import Game
from correspondence.letters.payload import OpenCall


def call_told(game: Game, call: OpenedCall) -> OpenCall:
    """The call with its deadline, as a letter's calendar entry knows it; without what it asks of anybody."""
    return OpenCall(
        id=call.public_id,
        number=call.number,
        round=call.round,
        window=call.window,
        due_at=call.due_at,
        hold_minutes=round(game.hold_seconds / 60),
        sequence=call.sequence,
    )
