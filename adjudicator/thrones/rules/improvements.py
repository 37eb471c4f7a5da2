"""Tokens that improve or degrade areas for good (MoD rules: improvement and degradation).

A barrel or a crown is one more of its kind, a stronghold stands in place of a castle, a ruin where a castle was. An
improved area counts as if the icon were printed, a covered icon as if it were not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from adjudicator.thrones.state.board import CLOSED, Board
from adjudicator.thrones.state.components import Area
from adjudicator.thrones.state.edition import Edition

BARREL, CROWN, STRONGHOLD, RUIN = "barrel", "crown", "stronghold", "ruin"
# In the order in which a board lists them.
MARKS = (BARREL, CROWN, STRONGHOLD, RUIN)


def facts_of(board: Board, edition: Edition, area: str) -> Area:
    """What an area offers now: its printed icons as the tokens on it change them."""
    marks = board.improvements.get(area)
    printed = edition.areas[area]
    return marked(printed, tuple(marks)) if marks else printed


@lru_cache(maxsize=512)
def marked(printed: Area, marks: tuple[str, ...]) -> Area:
    """A printed area with tokens on it."""
    settlement, muster = printed.settlement, printed.muster
    if STRONGHOLD in marks:
        settlement, muster = "stronghold", muster + 1
    if RUIN in marks:
        settlement, muster = "none", 0
    return replace(
        printed,
        supply=printed.supply + marks.count(BARREL),
        power=printed.power + marks.count(CROWN),
        settlement=settlement,
        muster=muster,
    )


def settled(board: Board, edition: Edition) -> tuple[str, ...]:
    """Areas with a city, castle or stronghold now, in the order of the data."""
    if not board.improvements:
        return edition.settled
    return tuple(area for area in edition.settled if RUIN not in board.improvements.get(area, ()))


def tokens_left(board: Board, edition: Edition) -> int:
    """How many tokens are still in the box; each is an improvement on one side, a degradation on the other."""
    return edition.improvement_tokens - sum(len(marks) for marks in board.improvements.values())


def places_for(board: Board, edition: Edition, mark: str) -> tuple[str, ...]:
    """Land areas on which such a token may be laid, whoever controls them, in the order of the data.

    A barrel and a crown lie on any land, a stronghold and a ruin only on a castle.
    """

    def closed(area: str) -> bool:
        return board.neutral.get(area) == CLOSED

    land = (area for area, facts in edition.areas.items() if facts.kind == "land" and not closed(area))
    if mark in (BARREL, CROWN):
        return tuple(land)
    return tuple(area for area in land if facts_of(board, edition, area).settlement == "castle")


def ordered(marks: Iterable[str]) -> list[str]:
    """Tokens in the order in which a board lists them."""
    return sorted(marks, key=MARKS.index)


def fault_of(printed: Area, marks: Sequence[str]) -> str:
    """Why these tokens cannot lie on an area, in words; empty if they can."""
    if any(mark not in MARKS for mark in marks):
        return f"the tokens are {', '.join(MARKS)}"
    if printed.kind != "land":
        return f"{printed.id} is no land"
    if marks.count(STRONGHOLD) + marks.count(RUIN) > (printed.settlement == "castle"):
        return f"{printed.id} has no castle for that"
    return ""
