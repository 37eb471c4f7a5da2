"""What loans ask besides areas, by the loan or by the part of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.thrones.rules.improvements import BARREL, CROWN
from adjudicator.thrones.sheets.effects.effect import Effect, words
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition


def _deck(board: Board, edition: Edition, house: str, card: Any) -> Mapping[str, tuple[str, ...]]:
    """`order`: which of two cards of a deck lies first."""
    return {"deck": edition.westeros_decks, "card": ("bottom", "top"), "order": tuple(edition.westeros)}


EFFECTS = (
    Effect(
        name="pyromancer",
        liking=lambda sight, decision, choice: float((choice == "barrel") == (sight.hunger > 0)),
    ),
    Effect(name="burn-castle", offers=words(CROWN, BARREL)),
    Effect(name="look-at-deck", offers=_deck),
)
