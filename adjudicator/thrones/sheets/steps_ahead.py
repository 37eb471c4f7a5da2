"""Which steps the Westeros cards of a round bring."""

from __future__ import annotations

from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition


def steps_ahead(board: Board, edition: Edition) -> tuple[str, ...]:
    """The steps that revealed Westeros cards start, or may start by choice; first an attack that strikes at once."""
    found = []
    if edition.variant.wildlings_strike and board.wildlings == edition.wildling_track[-1]:
        found.append("wildling-attack")
    for name in board.revealed.values():
        if name in edition.westeros:
            card = edition.westeros[name]
            found += [card.step, *(option.step for option in card.options)]
    return tuple(dict.fromkeys(step for step in found if step))
