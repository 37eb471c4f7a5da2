"""Neighbours, the reach of marches and retreats with ships, and the weather that closes fords."""

from __future__ import annotations

from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.state.board import CLOSED, Board
from adjudicator.thrones.state.edition import Edition


def in_weather(edition: Edition, board: Board) -> Edition:
    """The edition with its fords open or closed, as the marker lies; itself where there is no weather."""
    return edition.in_fair_weather if fair(edition, board) else edition


def fair(edition: Edition, board: Board) -> bool:
    """Whether the weather is fair; nowhere on boards that have none."""
    realm = board.realm
    return realm is not None and edition.weather[realm.weather] == "fair"


def friendly_seas(board: Board, edition: Edition, house: str, area: str) -> set[str]:
    """The connected sea areas with ships of the house that start on the coast of `area` (1e rules: ship transport)."""
    found: set[str] = set()
    front = [area]
    while front:
        here = front.pop()
        for sea in edition.areas[here].sea:
            force = board.forces.get(sea)
            if sea not in found and force is not None and force.house == house:
                found.add(sea)
                front.append(sea)
    return found


def reach(board: Board, edition: Edition, house: str, area: str) -> dict[str, bool]:
    """Where units of the house in `area` may march or retreat by geography alone; True where only ships carry them.

    Land units reach land neighbours and any coast of the connected seas that hold their own ships; ships reach
    neighbouring seas and their house's ports. Nobody reaches closed areas.
    """
    facts = edition.areas[area]
    if facts.kind != "land":
        own = (port for port in facts.port if controller(board, edition, port) == house)
        return {to: False for to in (*facts.sea, *own) if board.neutral.get(to) != CLOSED}
    found = dict.fromkeys((*facts.land, *hooks_of(edition).more_ways(board, edition, house, area)), False)
    coasts: set[str] = set()
    for sea in friendly_seas(board, edition, house, area):
        coasts.update(edition.areas[sea].land)
    coasts.discard(area)
    for coast in sorted(coasts.difference(found), key=edition.area_order.__getitem__):
        found[coast] = True
    return {to: by_ship for to, by_ship in found.items() if board.neutral.get(to) != CLOSED}


def flights(board: Board, edition: Edition, area: str) -> tuple[str, ...]:
    """Where what flies may go from `area`: to any other land that is in play (MoD rules: flying)."""
    lands = (one.id for one in edition.areas.values() if one.kind == "land" and one.id != area)
    return tuple(to for to in lands if board.neutral.get(to) != CLOSED)


def flown(board: Board, edition: Edition, house: str, area: str) -> tuple[str, ...]:
    """Where the standing units of the house in an area may fly; nowhere if none of them flies."""
    force = board.forces.get(area)
    if force is None or force.house != house or not any(edition.units[unit].flies for unit in force.units):
        return ()
    return flights(board, edition, area)
