"""The claim track: tokens that count as claim besides the flags of controlled areas (Storm of Swords rules: claim).

What flags and tokens come to is counted in `rules.control`, like the settlements of other boards.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules.control import claim_track, free_tokens
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import CLAIM_SPACES


def gain_claim(game: Game, house: str, amount: int, because: str, rule: str) -> int:
    """Lay tokens on the claim track one by one, each from the pool, else from available Power; returns how many.

    Who has neither lays none. On a full track the oldest token goes back to its owner's pool first, so that a house may
    lay its own again. The game may be over afterwards (`board.ending`): claim wins at any moment.
    """
    board = game.board
    for laid in range(amount):
        track = claim_track(board)
        out = track[0] if len(track) == CLAIM_SPACES else ""
        pool = free_tokens(board, game.edition, house) + (out == house)
        if pool < 1 and board.power[house] < 1:
            return laid
        game.tell(e.ClaimGained(house=house, because=because, paid=pool < 1, out=out), rule)
        if game.won():
            return laid + 1
    return amount


def claim_spaces(track: Sequence[str], house: str) -> tuple[str, ...]:
    """On which spaces of the claim track tokens of a house lie, the last space last: from there a full track pushes the
    oldest out. Of tokens side by side the oldest alone, as it makes no difference which of them goes."""
    places = [n for n, owner in enumerate(track) if owner == house and (n == 0 or track[n - 1] != house)]
    return tuple(str(CLAIM_SPACES - n) for n in reversed(places))


def lose_claim(game: Game, house: str, because: str, by: str, rule: str) -> Asks[None]:
    """One of the tokens of a house, if it has any there, leaves the claim track, as `by` likes; the others close up."""
    spaces = claim_spaces(claim_track(game.board), house)
    if not spaces:
        return
    space: int | UnsetType = UNSET
    if len(spaces) > 1 and not game.edition.variant.oldest_claim_lost:
        space = int((yield from game.pick(by, because, spaces, house)))
    game.tell(e.ClaimLost(house=house, because=because, by=by, space=space), rule)
