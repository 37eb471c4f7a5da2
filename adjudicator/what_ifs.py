"""Calls played on what one seat knows, and what maesters find so, whatever family their game is of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.engine.bulk import Pace, Unsaid
from adjudicator.engine.event import Record
from adjudicator.engine.family import Position
from adjudicator.engine.refusal import Illegal, Refusal
from adjudicator.engine.search import NODES, seat_salt
from adjudicator.engine.what_if import Supposed
from adjudicator.families import of_edition, of_value


def has_what_ifs(edition: str) -> bool:
    """Whether calls of an edition's games can be played on what one seat knows; Illegal (`unknown-edition`)."""
    return of_edition(edition).what_ifs is not None


def prepare(
    position: Position, seat: str, records: Iterable[Record] = (), *, pace: Pace = "bulk", nodes: int = NODES
) -> dict[str, Any]:
    """The answers of a maester to what the open call of a stored position asks its seat, by kind of decision.

    As `adjudicator.engine.search.Search.prepare`, by the seat's own salt; empty where its family does not search.
    """
    known = of_value(position).search
    if known is None:
        return {}
    return known.prepare(position, seat, seat_salt(position, seat), records, pace=pace, nodes=nodes)


def suppose(
    position: Position,
    seat: str,
    records: Iterable[Record],
    sheets: Mapping[str, Any],
    *,
    begun: Mapping[str, Any] | None = None,
    pace: Pace = "bulk",
    standing: Any = None,
    taken_over: bool = False,
    unsaid: Unsaid = "defaults",
    number: int = 1,
) -> Supposed:
    """The open call of a stored position played to its end, as `seat` may imagine it; `sheets` holds what each seat is
    assumed to hand in, `begun` sheets of others around which the steward guesses the rest. Uses the position up.

    Raises Illegal (`no-what-ifs`, or for sheets that could not be handed in), ValueError where no call is open.
    """
    known = of_value(position).what_ifs
    if known is None:
        raise Illegal(Refusal("no-what-ifs", "there are no what-ifs in this game"))
    return known.suppose(
        position,
        seat,
        records,
        sheets,
        begun=begun,
        pace=pace,
        standing=standing,
        taken_over=taken_over,
        unsaid=unsaid,
        number=number,
    )
