"""Wildling cards: what they take, and how they reward."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.rules.ahead import steps_ahead
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.sheets.effects.effect import Effect, listed
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import WildlingCard
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.feud import ranked
from adjudicator.thrones.steward.sight import Sight


def _king(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """To the top where the house stands low; down where it has least to lose."""
    place = sight.board.tracks[choice].index(sight.house)
    return float(place)


def _raid(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    if decision.subject:
        return -float(ranked(sight, [decision.subject, sight.house]).index(decision.subject))
    return 1.0 if choice == "places" else 0.0


def _down(board: Board, edition: Edition, house: str, card: WildlingCard) -> Mapping[str, tuple[str, ...]]:
    return {"lost": tuple(card.values["others"])}


def _lost_or_judged(board: Board, edition: Edition, house: str, card: WildlingCard) -> Mapping[str, tuple[str, ...]]:
    """Whoever may hold the Iron Throne then decides between equal tracks of another house, too."""
    judges = board.holders["iron-throne"] == house or "clash-of-kings" in steps_ahead(board, edition)
    return {"lost": ("units", "places"), "tie": edition.tracks if judges else ()}


_HAND = listed(lambda board, edition, house: board.hands.get(house, ()), "lost")


def _settlements(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    return (*mustering_places(board, edition, house), "decline")


# By effect, and by reward.
EFFECTS = (
    Effect(name="down-the-tracks", names=("track",), liking=_king, offers=_down),
    Effect(name="units-or-places", names=("track", "area"), liking=_raid, offers=_lost_or_judged),
    Effect(name="lose-cards", names=("card",), offers=_HAND),
    Effect(name="lose-cards-by-chance", names=("card",), offers=_HAND),
    Effect(name="top-of-a-track", names=("track",), offers=listed(lambda board, edition, house: edition.tracks, "won")),
    Effect(name="muster", names=("area",), offers=listed(_settlements, "won")),
)
