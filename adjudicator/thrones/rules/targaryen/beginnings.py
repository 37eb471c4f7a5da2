"""What follows at the start from who plays: areas that are not in play, and what a house with a cause brings."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.engine.refusal import Illegal, Refusal
from adjudicator.thrones.state.board import CLOSED, Board
from adjudicator.thrones.state.edition import Edition, Setup


def joined(edition: Edition, setup: Setup, players: int, houses: Sequence[str]) -> Setup:
    """The set-up with the houses that join it only when a player has them: by name, or because all others are taken.

    Raises Illegal (`bad-houses`) with too few players. Source: MoD rules: set-up, step 1.
    """
    for house, cause in edition.causes.items():
        if house not in houses and (houses or players <= len(setup.houses)):
            continue
        if players < cause.players:
            words = f"{house} is played by {cause.players} players or more"
            raise Illegal(Refusal("bad-houses", words, "houses"))
        setup = msgspec.structs.replace(
            setup,
            houses=(*setup.houses, house),
            units={**setup.units, house: cause.units},
            supply={**setup.supply, house: cause.supply},
            tracks={track: (*places, house) for track, places in setup.tracks.items()},
        )
    return setup


def prepare(board: Board, edition: Edition) -> None:
    """Close what is in play only with houses that do not play, and lay out what those with a cause bring (MoD rules:
    set-up, steps 3, 7, 13 and 14).
    """
    for area in edition.areas.values():
        if area.only_with and area.only_with not in board.houses and area.kind != "port":
            board.neutral[area.id] = CLOSED
    for house, cause in edition.causes.items():
        if house in board.houses:
            board.points[house] = cause.points
            board.loyalty.update(cause.loyalty)
            board.neutral.update(cause.neutral)
            board.growing = list(cause.rounds)
            for track, places in board.tracks.items():
                board.tracks[track] = [*(one for one in places if one != house), house]
