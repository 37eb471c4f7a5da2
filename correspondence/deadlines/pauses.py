"""What a pause allows."""

from __future__ import annotations

from correspondence.games.access import Who
from correspondence.models.accounts import Account
from correspondence.models.games import Game

# Pauses that came because nobody was there: whoever is back may end them.
BY_ITSELF = ("everybody", "nobody")


def may_go_on(game: Game, account: Account | None, who: Who) -> bool:
    """Whether somebody may end the pause without being the game's master: a player who is back where all were away, or
    who paused the game themselves because something came up."""
    if game.paused_at is None or account is None or who.seat is None or who.delegated:
        return False
    own = game.pause_reason == "emergency" and account.emergency_pause_at == game.paused_at
    return own or game.pause_reason in BY_ITSELF
