"""Where else one may march, raid and support: along arrows, and by cards over fords in storms and over rivers (Storm of
Swords rules: the board; Mercenary Transport, Frey Galleys)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.thrones.rules.storm.alliance_facts import has_alliance
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition

# Alliance cards: all fords are open and all arrows free; rivers can be crossed anywhere.
TRANSPORT, GALLEYS = "transport", "galleys"


def more_ways(board: Board, edition: Edition, house: str, area: str) -> Sequence[str]:
    """Where a house may march and retreat besides what borders an area."""
    facts = edition.areas[area]
    if board.realm is None or not board.realm.alliances.get(house):
        return (*facts.arrows, *(to for owner, to in facts.house_arrows if owner == house))
    carried, rowed = has_alliance(board, edition, house, TRANSPORT), has_alliance(board, edition, house, GALLEYS)
    own = (to for owner, to in facts.house_arrows if carried or owner == house)
    return (*facts.arrows, *own, *(facts.fords if carried or rowed else ()), *(facts.rivers if rowed else ()))


def ways_to_come(edition: Edition, area: str) -> Sequence[str]:
    """Where one may march at most from an area, with every alliance and in any weather."""
    facts = edition.areas[area]
    return (*facts.arrows, *(to for _, to in facts.house_arrows), *facts.fords, *facts.rivers)


def raid_beyond(board: Board, edition: Edition, house: str, area: str) -> Sequence[str]:
    """Where a raid reaches besides: over fords in storms."""
    facts = edition.areas[area]
    if not has_alliance(board, edition, house, TRANSPORT):
        return ()
    return tuple(to for to in facts.fords if to not in facts.land)


def support_beyond(board: Board, edition: Edition, area: str, battle_area: str) -> bool:
    """Whether an area may support in another that it does not border: over a ford in a storm."""
    placed = board.orders.get(area)
    over = battle_area in edition.areas[area].fords
    return over and placed is not None and has_alliance(board, edition, placed.house, TRANSPORT)
