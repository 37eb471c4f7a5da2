"""Who counts in a rated game that is over, and with which rank.

- Whoever has a house at the end, played by themselves, counts with its place; those who won share the first.
- A substitute counts if they led houses of this game in at least half of its calls, else the game passes them by.
- Whoever was there from the beginning and left, or missed calls until their seat was offered, comes behind all who
  stayed, whatever became of the house. Whom others replaced, and whoever deleted their account, does not count.
- Stewards and vassals do not count. In a draw all who stayed share the first place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence.models.archive import HouseResult
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game, SeatHolder

# How holders part with a seat by what they did or left undone.
LEFT = frozenset({"missed", "retired", "vassal"})
JOINED = "joined"
DRAW = "draw"


@dataclass(frozen=True)
class Counted:
    """Somebody who counts in a game: their rank, and the house they ended with (empty: they left before)."""

    rank: int
    house: str


def players_counted(session: Session, game: Game) -> dict[int, Counted]:
    """Who counts in a game, by the keys of their accounts; nobody if fewer than two do."""
    places: dict[str, tuple[int, bool]] = {
        house: (place, won)
        for house, place, won in session.execute(
            select(HouseResult.house, HouseResult.place, HouseResult.won).where(HouseResult.game_id == game.id)
        )
    }
    calls = session.scalar(select(func.max(OpenedCall.number)).where(OpenedCall.game_id == game.id)) or 0
    held = session.scalars(select(SeatHolder).where(SeatHolder.game_id == game.id).order_by(SeatHolder.id)).all()
    by_person: dict[int, list[SeatHolder]] = {}
    for row in held:
        if row.account_id is not None and row.kind == "human":
            by_person.setdefault(row.account_id, []).append(row)
    found: dict[int, tuple[int, str]] = {}
    for account, rows in by_person.items():
        rank = _rank(rows, places, calls, draw=game.ended_by == DRAW)
        if rank is not None:
            found[account] = rank, rows[-1].house or "" if rows[-1].until is None else ""
    return _dense(found) if len(found) > 1 else {}


def _rank(rows: Sequence[SeatHolder], places: Mapping[str, tuple[int, bool]], calls: int, *, draw: bool) -> int | None:
    """Where somebody stands, as far as it can be compared; None: they do not count."""
    first, last = rows[0], rows[-1]
    if last.until is not None:
        return _behind(places) if first.began == JOINED and last.ended in LEFT else None
    if first.began != JOINED and 2 * _led(rows, calls) < calls:
        return None
    place = places.get(last.house or "")
    if place is None:
        return None
    # Before every place: an edict may name a winner who does not lead the board.
    return 0 if draw or place[1] else place[0]


def _led(rows: Sequence[SeatHolder], calls: int) -> int:
    """In how many calls somebody led a house."""
    return sum(max((calls if row.to_call is None else row.to_call) - max(row.from_call, 1) + 1, 0) for row in rows)


def _behind(places: Mapping[str, tuple[int, bool]]) -> int:
    return 1 + max((place for place, _ in places.values()), default=0)


def _dense(found: Mapping[int, tuple[int, str]]) -> dict[int, Counted]:
    """Ranks from 1 without gaps."""
    ranks = {rank: number for number, rank in enumerate(sorted({rank for rank, _ in found.values()}), start=1)}
    return {account: Counted(ranks[rank], house) for account, (rank, house) in found.items()}
