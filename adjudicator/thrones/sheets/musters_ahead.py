"""What places may still muster on top of what a sheet or an answer says, for whoever is writing it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from adjudicator.thrones.rules.mustering import Ledger
from adjudicator.thrones.sheets.instructions.instruction_sources import in_sequence
from adjudicator.thrones.sheets.instructions.mustering import ways_to_have
from adjudicator.thrones.sheets.sheet import Muster
from adjudicator.thrones.state.answers import Recruit
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition


class MusterAhead(msgspec.Struct, frozen=True):
    """Of one place: the points that what is wanted leaves, what it might muster if nothing were wanted anywhere, and
    what it may muster on top of all that is wanted."""

    left: int
    any: tuple[Recruit, ...]
    more: tuple[Recruit, ...]


def musters_ahead(
    board: Board, edition: Edition, house: str, places: dict[str, int], muster: Muster
) -> dict[str, MusterAhead]:
    """By place what the first rule of each leaves possible, as if its condition held; `places` are points.

    Units are booked in the sheet's sequence, each on top of those before it, so supply and pieces count too.
    """
    ledger, empty = (Ledger(board, edition, house, places) for _ in range(2))
    named = [place for place in places if muster.areas.get(place)]
    for place in in_sequence(places, muster.sequence, named):
        for want in (want for rule in muster.areas.get(place, ())[:1] for want in rule.wants):
            ways = (way for way in ways_to_have(want, edition, place) if ledger.refuse(way) is None)
            for recruit in list(ways)[:1]:
                ledger.book(recruit)
    return _ahead(empty, ledger, places)


def recruits_ahead(
    board: Board, edition: Edition, house: str, places: dict[str, int], wants: Iterable[Recruit]
) -> dict[str, MusterAhead]:
    """By place of a question what an answer leaves possible; what it wants in vain is passed over."""
    ledger, empty = (Ledger(board, edition, house, places) for _ in range(2))
    for want in wants:
        if want.area in edition.areas and ledger.refuse(want) is None:
            ledger.book(want)
    return _ahead(empty, ledger, places)


def _ahead(empty: Ledger, ledger: Ledger, places: Iterable[str]) -> dict[str, MusterAhead]:
    return {
        place: MusterAhead(ledger.points[place], tuple(empty.possible(place)), tuple(ledger.possible(place)))
        for place in places
    }
