"""Pages of events: all of them once, in their order, as many forwards as backwards."""

from __future__ import annotations

import pytest

from adjudicator.engine.step import Event, Record
from correspondence.archive.statistics import EVENTS, MAX_EVENTS, EventPage, page_after


def events(count: int, step: int = 7, hidden: int = 0) -> list[Record]:
    """Events in steps of so many; every so-maniest is not for this reader."""
    kept = (number for number in range(1, count + 1) if not hidden or number % hidden)
    return [Record(number, 1, f"step {number // step}", "rule", Event()) for number in kept]


def walked(records: list[Record]) -> list[EventPage]:
    pages, after = [], 0
    while not pages or after:
        pages.append(page_after(records, after))
        after = pages[-1].next
    return pages


@pytest.mark.parametrize("hidden", [0, 3])
@pytest.mark.parametrize("step", [1, 7, 900, 5000])
@pytest.mark.parametrize("count", [0, 1, EVENTS, EVENTS + 1, MAX_EVENTS + 1, 5000])
def test_every_event_is_on_one_page(count: int, step: int, hidden: int) -> None:
    records = events(count, step, hidden)
    pages = walked(records)
    assert [record for page in pages for record in page.records] == records
    assert all(len(page.records) <= MAX_EVENTS for page in pages)
    assert [page.before is None for page in pages] == [True] + [False] * (len(pages) - 1)
    for earlier, later in zip(pages, pages[1:], strict=False):
        assert later.before is not None
        assert page_after(records, later.before) == earlier
        assert (later.first, later.count) == (earlier.last + 1, len(records))


def test_a_step_is_not_torn_if_it_ends_soon() -> None:
    (first, *_), records = walked(events(5000, 7)), events(5000, 7)
    assert first.records[-1].step != records[len(first.records)].step
    assert EVENTS <= len(first.records) < EVENTS + 7


def test_after_the_last_event_there_is_nothing() -> None:
    page = page_after(events(10), 99)
    assert (page.records, page.count, page.next) == ((), 10, 0)
