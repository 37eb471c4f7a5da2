"""Dragons grow with the rounds (MoD rules: dragons). How they fly stands with the marches, in `rules.geography`."""

from __future__ import annotations

from adjudicator.engine.step import Step
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.edition import Cause


def grow(game: Game) -> list[Step]:
    """The round marker reaches a strength token, if one lies there."""
    for cause in game.edition.causes.values():
        if game.board.round in game.board.growing:
            take_token(game, cause, game.board.round, "round", "dragons")
    return []


def take_token(game: Game, cause: Cause, round_number: int, because: str, rule: str) -> None:
    """A strength token goes from the round track to the box: all units of the kind count 1 more."""
    strength = game.board.growth.get(cause.grows, 0) + 1
    game.tell(e.UnitGrew(unit=cause.grows, strength=strength, round=round_number, because=because), rule)
