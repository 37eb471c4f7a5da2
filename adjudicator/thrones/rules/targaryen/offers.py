"""What the cards of the fourth Westeros deck may offer a house to choose, for forms and guides."""

from __future__ import annotations

from adjudicator.thrones.rules.control import players_of
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import WesterosCard
from adjudicator.thrones.state.edition import Edition

DECLINE = "decline"


def plot_offers(board: Board, edition: Edition, house: str, card: WesterosCard) -> tuple[str, ...]:
    """Every choice that the card may leave to this house, the published default last; none: it is not asked."""
    lands = tuple(area.id for area in edition.areas.values() if area.kind == "land" and not area.only_with)
    if house not in board.points:
        units = tuple(unit.id for unit in edition.units.values() if unit.terrain == "land" and unit.mustered)
        return {"everybody-moves": lands, "two-by-another": lands, "token-and-unit": units}.get(card.effect, ())
    players = tuple(other for other in players_of(board) if other != house)
    others = tuple(other for other in board.houses if other != house)
    areas = tuple(card.values.get("areas", ()))
    rounds = tuple(str(number) for number in board.growing)
    return {
        "token-to-homes": (*others, DECLINE),
        "token-to-one-of": (*areas, DECLINE),
        "two-by-rivers": (*areas, DECLINE),
        "give-up-or-return": (*rounds, "destroy-dragon", "return-dragon", DECLINE),
        "token-and-unit": (*lands, *players, DECLINE),
        "two-by-another": (*players, DECLINE),
        "everybody-moves": (*lands, "cancel", "allow"),
    }.get(card.effect, ())
