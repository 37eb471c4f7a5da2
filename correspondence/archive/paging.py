"""A long list of events, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.kernel.event import Record

# No round of a game as people play it has more; pages end where a step ends, if one does soon.
EVENTS, MOST_EVENTS = 600, 800


@dataclass(frozen=True)
class EventPage:
    """Some of the events that somebody may read: the `first` to the `last` (they count from 1) of `count`.

    `before` is the event after which the page before begins, None if this is the first; `next` the one after which the
    next begins, 0 if this is the last.
    """

    records: tuple[Record, ...]
    first: int
    last: int
    count: int
    before: int | None
    next: int


def page_after(records: Sequence[Record], after: int) -> EventPage:
    """The page of these events that begins after the event with the number `after`; 0: from the first on."""
    start = next((place for place, record in enumerate(records) if record.number > after), len(records))
    end, before, begin = _end(records, start), None, 0
    while begin < start:
        # Pages are cut from the first on, so that going back shows what going on showed.
        before, begin = (records[begin - 1].number if begin else 0), _end(records, begin)
    return EventPage(
        records=tuple(records[start:end]),
        first=start + 1 if end > start else start,
        last=end,
        count=len(records),
        before=before,
        next=records[end - 1].number if end < len(records) else 0,
    )


def _end(records: Sequence[Record], start: int) -> int:
    """Where the page that begins at `start` ends: with a step, if the next one begins soon."""
    for place in range(start + EVENTS, min(start + MOST_EVENTS, len(records))):
        if records[place].step != records[place - 1].step:
            return place
    return min(start + MOST_EVENTS, len(records)) if len(records) - start > EVENTS else len(records)
