"""Every shuffle that a log shows, repeated from the seed: what a verified game proves besides its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.btwixt.state.events import CardsShuffled, EdictIssued
from adjudicator.engine.chance import commitment, shuffle
from adjudicator.engine.edict_kinds import Reseed
from adjudicator.engine.event import Record


def wrong_shuffles(seed: str, records: Iterable[Record]) -> Iterator[str]:
    """Every shuffle that records show and `seed`, or the last one that an edict brought, does not give; in words."""
    for record in records:
        event, place = record.event, f"round {record.round}, event {record.number}"
        if isinstance(event, EdictIssued) and isinstance(event.edict, Reseed):
            seed = event.edict.seed
            if commitment(seed) != event.edict.commitment:
                yield f"{place}: the new seed does not fit the commitment published with it"
        if isinstance(event, CardsShuffled) and event.order:
            whole: list[str] | list[int] = sorted(event.order)
            if event.what == "supply":
                whole = sorted(map(int, event.order))
            if [str(one) for one in shuffle(seed, event.purpose, whole)] != list(event.order):
                yield f"{place}: the seed mixes the {event.what} ({event.purpose}) into another order"
