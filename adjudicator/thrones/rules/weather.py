"""The weather, on boards that have some: fords are borders while it is fair (Storm of Swords rules: the board)."""

from __future__ import annotations

from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition


def in_weather(edition: Edition, board: Board) -> Edition:
    """The edition with its fords open or closed, as the marker lies; itself where there is no weather."""
    return edition.in_fair_weather if fair(edition, board) else edition


def fair(edition: Edition, board: Board) -> bool:
    """Whether the weather is fair; nowhere on boards that have none."""
    realm = board.realm
    return realm is not None and edition.weather[realm.weather] == "fair"
