"""Who controls what, and what it is worth (1e rules: control of an area, winning)."""

from __future__ import annotations

from adjudicator.thrones.board import Board
from adjudicator.thrones.edition import Edition
from adjudicator.thrones.events import Standing


def controller(board: Board, edition: Edition, area: str) -> str | None:
    """The house that controls an area: by units, else by a Power token, else by its printed home shield."""
    force = board.forces.get(area)
    if force is not None:
        return force.house
    token = board.tokens.get(area)
    if token is not None:
        return token
    home = edition.areas[area].home_of
    return home if home in board.houses and area not in board.neutral else None


def controlled(board: Board, edition: Edition, house: str) -> list[str]:
    """Every land area the house controls, in the order of the data."""
    return [a.id for a in edition.areas.values() if a.kind == "land" and controller(board, edition, a.id) == house]


def settlements(board: Board, edition: Edition, house: str) -> int:
    """How many areas with a city or stronghold the house controls."""
    return sum(1 for area in edition.settled if controller(board, edition, area) == house)


def barrels(board: Board, edition: Edition, house: str) -> int:
    """Supply icons in controlled areas, not above the track's end."""
    total = sum(edition.areas[area].supply for area in controlled(board, edition, house))
    return min(total, len(edition.supply_limits) - 1)


def crowns(board: Board, edition: Edition, house: str) -> int:
    """Power icons in controlled areas."""
    return sum(edition.areas[area].power for area in controlled(board, edition, house))


def turn_order(board: Board) -> list[str]:
    """The houses in turn order: the Iron Throne track."""
    return board.tracks["iron-throne"]


def free_tokens(board: Board, edition: Edition, house: str) -> int:
    """Power tokens of the house still in the pool (1e rules: limits; EX-21)."""
    return edition.power_tokens - board.power[house] - sum(1 for h in board.tokens.values() if h == house)


def standings(board: Board, edition: Edition) -> tuple[Standing, ...]:
    """All houses, best first: settlements, then supply, then available Power (1e rules: winning)."""
    rows = [Standing(h, settlements(board, edition, h), board.supply[h], board.power[h]) for h in turn_order(board)]
    return tuple(sorted(rows, key=lambda r: (-r.settlements, -r.supply, -r.power)))
