"""The turns of games that bots play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator import games
from adjudicator.engine.bulk import TurnInput
from adjudicator.engine.step import Outcome


def bots_turns(edition: str, players: int, modules: tuple[str, ...], seed: str, most: int) -> Iterator[Outcome[Any]]:
    """So many turns of a game at most, one after the other, with those optional parts that the edition has."""
    known = tuple(one for one in modules if one in games.edition(edition).modules)
    position = games.start(edition, players, seed, known)
    for _ in range(most):
        shown = games.of(position).resume(position)
        if not shown.waiting:
            return
        yield shown
        window = games.of(shown.showing).window(shown.showing, shown.waiting[0], "bulk")
        seats = frozenset(games.of(shown.showing.board).played(shown.showing.board))
        position = games.of(shown.position).resolve(shown.position, TurnInput(window=window, bots=seats)).position
