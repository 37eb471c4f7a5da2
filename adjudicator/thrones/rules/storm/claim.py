"""The claim track: tokens that count as claim besides the flags of controlled areas (Storm of Swords rules: claim).

What flags and tokens come to is counted in `rules.control`, like the settlements of other boards.
"""

from __future__ import annotations

from adjudicator.thrones.rules.control import claim_track, free_tokens
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import events as e

# How many tokens the track holds.
SPACES = 6


def gain_claim(game: Game, house: str, amount: int, because: str, rule: str) -> int:
    """Lay tokens on the claim track one by one, each from the pool, else from available Power; returns how many.

    Who has neither lays none. On a full track the oldest token goes back to its owner's pool first, so that a house may
    lay its own again. The game may be over afterwards (`board.ending`): claim wins at any moment.
    """
    board = game.board
    for laid in range(amount):
        track = claim_track(board)
        out = track[0] if len(track) == SPACES else ""
        pool = free_tokens(board, game.edition, house) + (out == house)
        if pool < 1 and board.power[house] < 1:
            return laid
        game.tell(e.ClaimGained(house=house, because=because, paid=pool < 1, out=out), rule)
        if game.won():
            return laid + 1
    return amount


def lose_claim(game: Game, house: str, because: str, by: str, rule: str) -> None:
    """The oldest token of a house leaves the claim track, if it has any there; the others close up."""
    if house in claim_track(game.board):
        game.tell(e.ClaimLost(house=house, because=because, by=by), rule)
